import type { PageHandle } from "./page.ts";

/** As much of one value as a page goes by. */
const MAX_VALUE = 200;

/** What a public page goes by of a query, in one order, and nothing of what somebody else put there. Pure. */
export function queryOf({ query }: Pick<PageHandle, "query">, given: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams();
  for (const name of [...query].sort()) {
    const value = given.get(name);
    if (value) wanted.set(name, value.slice(0, MAX_VALUE));
  }
  return wanted;
}
