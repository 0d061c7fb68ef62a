import { withDebug } from "./debug-mode.ts";

/** How somebody came and reads (SPEC §2). No page has it as an address of its own, so it goes along to where a page leads. */
const NAMES = ["lang", "partner", "sid", "cid", "ei"];
const MAX_LENGTH = 200;

/** `to`, a place of ours, as it is led to from the address that was asked for; any other place as it is. */
function withVisit(to: string, asked: string): string {
  const mark = asked.indexOf("?");
  if (mark < 0 || !/^\/(?!\/)/.test(to)) return to;
  const came = new URLSearchParams(asked.slice(mark));
  const place = new URL(to, "http://page.invalid");
  let isTaken = false;
  for (const name of NAMES) {
    const value = came.get(name);
    if (!value || place.searchParams.has(name)) continue;
    place.searchParams.set(name, value.slice(0, MAX_LENGTH));
    isTaken = true;
  }
  return isTaken ? place.pathname + place.search + place.hash : to;
}

/** Every redirect of ours: `to` as it is led to from the address that was asked for. Of other places only debug mode is told. */
export const ledTo = (to: string, asked: string): string => withDebug(withVisit(to, asked), asked);
