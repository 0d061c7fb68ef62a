/** Looks whether codes can be tried on a page, and begins. Says why not where they cannot. */
import type { Recipe, Store } from "../bundle.ts";
import { findBox, findOpener } from "./find-box.ts";
import { orderCodes } from "./order-codes.ts";
import { beginRun, type Run } from "./run.ts";
import type { StorePage } from "./store-page.ts";

export type Trouble = "no_box" | "no_total" | "locked" | "no_codes";

/** Presses nothing. */
export const canTry = (document: Document, recipes: readonly Recipe[], host: string): boolean =>
  findBox(document, recipes, host) !== null || findOpener(document, recipes, host) !== null;

export async function prepareRun(
  page: StorePage,
  store: Store,
  address: string,
  now: Date,
  tells: boolean,
): Promise<{ run: Run } | { trouble: Trouble }> {
  if (store.codes.length === 0) return { trouble: "no_codes" };
  const known = store.codes.map(({ code }) => code);
  // A code that is in use may stand locked in the box.
  if (page.look(known).applied.length === 0 && !(await page.hasBox())) return { trouble: "no_box" };
  const seen = page.look(known);
  if (!seen.totals) return { trouble: "no_total" };
  const run = beginRun(
    seen,
    store.name,
    address,
    orderCodes(store.codes, seen.totals, now.toISOString().slice(0, 10), tells),
  );
  return run ? { run } : { trouble: "locked" };
}
