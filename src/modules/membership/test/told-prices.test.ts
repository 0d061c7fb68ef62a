/** What the next charge costs by what was told: the last day on which a price can still be told, and letters that say nothing of it. */
import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import { announcedPrice, nextPrice, priceNotice } from "../told-prices.ts";

const on = "2027-04-24" as CivilDate;
const row: Parameters<typeof nextPrice>[0] = {
  tier: "plus",
  zone: "America/New_York",
  anchor_day: 24,
  monthly_minor: 1_999n,
  next_tier_minor: null,
  next_charge_on: on,
  next_price_on: on,
  next_price_minor: 2_999n,
};
const letter = (kind: string, sent: string) => ({ kind, period: on, sent_at: new Date(`${sent}T14:00:00Z`) });
const next = (today: string, notices: ReturnType<typeof letter>[] = [], change: Partial<typeof row> = {}) =>
  nextPrice({ ...row, ...change }, notices, today as CivilDate);

describe("the next price", () => {
  it("is the announced one while it was told, or still can be, seven days before", () => {
    expect([next("2027-04-17"), next("2027-04-18")]).toEqual([2_999n, 1_999n]);
    expect(next("2027-04-24", [letter("price_change:1:plus:2999", "2027-04-17")])).toBe(2_999n);
    expect(next("2027-04-24", [letter("price_change:1:plus:2999", "2027-04-18")])).toBe(1_999n);
  });

  it("is none that was told for another plan or sum, by an older program, or before another one", () => {
    for (const kind of ["price_change:1:standard:2999", "price_change:1:plus:2499", "price_change"])
      expect(next("2027-04-24", [letter(kind, "2027-04-01")]), kind).toBe(1_999n);
    const both = [letter("price_change:2:plus:2499", "2027-04-02"), letter("price_change:1:plus:2999", "2027-04-01")];
    expect(next("2027-04-24", both)).toBe(1_999n);
    expect(priceNotice(both, { tier: "standard", on, minor: 1_299n })).toBe("price_change:3:standard:1299");
  });

  it("waits for the period in which it can be told", () => {
    const shown = (today: string) => announcedPrice(row, [], today as CivilDate)?.on;
    expect(["2027-04-17", "2027-04-18", "2027-05-18"].map(shown)).toEqual(["2027-04-24", "2027-05-24", "2027-06-24"]);
    // Also when the charge itself was put off for so long: what nobody was told of is not charged.
    expect(next("2027-05-24", [], { next_charge_on: "2027-05-24" as CivilDate })).toBe(1_999n);
  });
});
