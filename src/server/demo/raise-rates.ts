/**
 * Rates that the demo operators raise for a week, other stores each week: networks of the played world tell no end of theirs, and
 * a shopper should meet both kinds.
 */
import { addDays, civilDate } from "#platform/clock";
import type { Wired } from "../wiring.ts";
import { DEMO_OPERATORS } from "./operators.ts";

/** Well-known stores, week by week; each has three weeks of its usual rate between two of more, so that it stays its usual one. */
const TURNS: readonly (readonly string[])[] = [
  ["walmart", "wayfair", "ikea"],
  ["best-buy", "ulta-beauty", "hp"],
  ["ebay", "chewy", "airbnb"],
  ["apple", "kohls", "dell"],
];
export const STORES_IN_TURN: readonly string[] = TURNS.flat();
/** Each start plans so far ahead. */
const WEEKS = 8;
/** In percent of what the network pays. */
const SHARE = "150";
const WEEK_MS = 7 * 86_400_000;
/** The first day of 1970 was a Thursday. */
const MONDAY_MS = 4 * 86_400_000;

/** `fresh`: the week that runs is raised too, from now on. What was planned or taken back before stays as it is. */
export async function raiseRates(
  { catalog, cashback, staff, partners }: Pick<Wired, "catalog" | "cashback" | "staff" | "partners">,
  { now, fresh }: { now: Date; fresh: boolean },
): Promise<void> {
  const people = await staff.people();
  const idOf = (role: "catalogue" | "finance") =>
    people.find(({ email }) => email === DEMO_OPERATORS.find((one) => one.role === role)?.email)?.id;
  const [by, approved_by] = [idOf("catalogue"), idOf("finance")];
  if (!by || !approved_by) return;
  const running = Math.floor((now.getTime() - MONDAY_MS) / WEEK_MS);
  for (let week = fresh ? running : running + 1; week <= running + WEEKS; week += 1) {
    const monday = new Date(week * WEEK_MS + MONDAY_MS);
    for (const merchant of TURNS[week % TURNS.length] ?? []) {
      const destination = await cashback.destination({ merchant }, partners.home);
      if (!destination?.cash_back_allowed || destination.rate.kind !== "percent") continue;
      await catalog.desk.setOwnRate({
        programme: destination.programme_key,
        share: SHARE,
        from: week === running ? "" : civilDate(monday),
        until: civilDate(addDays(monday, 6)),
        by,
        approved_by,
        reason: "More for a week, in turn",
        decided_at: monday,
      });
    }
  }
}
