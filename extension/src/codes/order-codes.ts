/** Which codes are tried, the most promising first. What cannot work is said and not tried. Pure. */
import type { Code } from "../bundle.ts";
import type { Totals } from "./read-totals.ts";
import { MAX_TRIES, type Try } from "./run.ts";

/** What sending costs where a page does not tell. */
const USUAL_SHIPPING = 500;
/** What a code is likely to take off that says nothing of it, in basis points. */
const UNTOLD_BPS = 500;

const worthOf = (code: Code, sum: number, shipping: number): number => {
  if (code.bps) return (sum * code.bps) / 10_000;
  if (code.minor) return Math.min(code.minor, sum);
  return code.shipping ? shipping : (sum * UNTOLD_BPS) / 10_000;
};
/** Of what others told; nobody yet is as good as one of two. */
const chanceOf = ({ worked = 0, tried = 0 }: Code): number => (worked + 1) / (tried + 2);

const asks = ({ asked }: Code): number => Number(asked ?? false);

/** `tells`: this shopper allows telling what codes did, so that what is asked for comes first. */
export function orderCodes(codes: readonly Code[], totals: Totals, today: string, tells = false): Try[] {
  const sum = totals.subtotal ?? totals.total;
  const shipping = totals.shipping ?? USUAL_SHIPPING;
  const unique = codes.filter((code, place) => codes.findIndex((one) => one.code === code.code) === place);
  const ranked = unique
    .map((code) => ({ code, worth: chanceOf(code) * worthOf(code, sum, shipping) }))
    .sort((one, other) => (tells ? asks(other.code) - asks(one.code) : 0) || other.worth - one.worth)
    .map(({ code }): Try => {
      if (code.ends && code.ends < today) return { code: code.code, state: "skipped", why: "ended" };
      // Minimums are told in dollars.
      if (code.minimum && totals.currency === "USD" && totals.subtotal !== null && totals.subtotal < code.minimum)
        return { code: code.code, state: "skipped", why: "short" };
      return { code: code.code, state: "waiting" };
    });
  const waiting = ranked.filter(({ state }) => state === "waiting").slice(0, MAX_TRIES);
  return [...waiting, ...ranked.filter(({ state }) => state === "skipped")].slice(0, MAX_TRIES);
}
