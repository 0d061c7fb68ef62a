/** Mails that tell of money given back: one refund told twice is one, and only what a store signed is sure. */
import { describe, expect, it } from "vitest";
import { tellsMore, toldOf, weighRefunds, withRefunds } from "../refunds-told.ts";

const signed = (amount_minor: bigint) => ({ amount_minor, signed: true });
const unsigned = (amount_minor: bigint) => ({ amount_minor, signed: false });

describe("what a store gave back", () => {
  it.each<[string, Parameters<typeof weighRefunds>[0], bigint, bigint]>([
    ["nothing that nobody tells of", [], 0n, 0n],
    ["one refund that is told when the goods came and when the money went", [signed(20n), signed(20n)], 20n, 20n],
    ["perhaps a second one of the same sum, told a third time", [signed(20n), signed(20n), signed(20n)], 20n, 40n],
    ["surely the larger of two sums, perhaps both", [signed(20n), signed(30n)], 30n, 50n],
    ["nothing for sure by a mail that nobody signed", [unsigned(20n)], 0n, 20n],
    ["the same, signed and copied", [signed(20n), unsigned(20n)], 20n, 20n],
    ["no more for sure by a larger copy", [signed(20n), unsigned(90n)], 20n, 110n],
  ])("is %s", (_what, told, certain, possible) => {
    expect(weighRefunds(told)).toEqual({ certain, possible });
    expect(weighRefunds(told.toReversed())).toEqual({ certain, possible });
  });

  it("grows on a claim and never shrinks, also on one that knows of one figure alone", () => {
    const old = { refunded_minor: "20" };
    expect(toldOf(old)).toBe(20n);
    expect(tellsMore(old, { certain: 20n, possible: 20n })).toBe(false);
    expect(tellsMore(old, { certain: 20n, possible: 50n })).toBe(true);
    expect(tellsMore(old, { certain: 30n, possible: 20n })).toBe(true);
    expect(withRefunds(old, { certain: 0n, possible: 50n })).toEqual({ refunded_minor: "20", told_minor: "50" });
    const both = { refunded_minor: "20", told_minor: "50" };
    expect(withRefunds(both, { certain: 30n, possible: 30n })).toEqual({ refunded_minor: "30", told_minor: "50" });
  });
});
