import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cashBackOf,
  houseLines,
  isFarBelow,
  nextState,
  ORDER_TRANSITIONS,
  type OrderState,
  type Position,
  positionOf,
  type RowState,
  showPaidRate,
  showRate,
  sumRows,
} from "../rules.ts";

const row = (sale: number, commission: number, more: Partial<RowState> = {}): RowState => ({
  original: true,
  status: "pending",
  sale_minor: BigInt(sale),
  commission_minor: BigInt(commission),
  reason_code: null,
  ...more,
});

describe("cash back of an order", () => {
  const percent = {
    rate: { kind: "percent", bps: 600, up_to: false } as const,
    share_bps: 7_000,
    cash_back_allowed: true,
  };
  it.each([
    ["6 % of the sale, as promised", percent, 12_800n, 1_100n, 768n],
    ["rounded down to the cent", percent, 12_899n, 1_100n, 773n],
    ["what was promised, though the commission became smaller", percent, 12_800n, 100n, 768n],
    ["nothing when the store paid nothing", percent, 12_800n, 0n, 0n],
    ["nothing for an order that was taken back whole", percent, 0n, 500n, 0n],
    [
      "the share of the commission for rates by item",
      { ...percent, rate: { kind: "percent", bps: 600, up_to: true } as const },
      12_800n,
      1_001n,
      701n,
    ],
    [
      "a fixed amount for an order",
      { ...percent, rate: { kind: "fixed", minor: "700", up_to: false } as const },
      12_800n,
      1_000n,
      700n,
    ],
    [
      "the whole price at most, where more than the commission was promised by item",
      { ...percent, rate: { kind: "percent", bps: 6_000, up_to: true } as const, share_bps: 18_000 },
      1_000n,
      600n,
      1_000n,
    ],
    [
      "the whole price at most, where the amount for an order is more",
      { ...percent, rate: { kind: "fixed", minor: "7200", up_to: false } as const },
      2_000n,
      1_500n,
      2_000n,
    ],
    [
      "what was promised for a trial that costs less than its commission",
      { ...percent, rate: { kind: "fixed", minor: "2800", up_to: false } as const },
      100n,
      4_000n,
      2_800n,
    ],
    [
      "no more than the commission, where that is more than the price",
      { ...percent, rate: { kind: "fixed", minor: "7200", up_to: true } as const, share_bps: 18_000 },
      100n,
      4_000n,
      4_000n,
    ],
    ["nothing where cash back is not allowed", { ...percent, cash_back_allowed: false }, 12_800n, 1_000n, 0n],
    ["nothing for coupons only", { ...percent, rate: { kind: "none" } as const }, 12_800n, 1_000n, 0n],
  ])("is %s", (_name, promise, sale, commission, expected) =>
    expect(cashBackOf(promise, sale, commission)).toBe(expected),
  );

  const upTo = { kind: "percent", bps: 490, up_to: true } as const;
  it.each([
    ["the promise where it decided", { kind: "percent", bps: 600, up_to: false } as const, 12_899n, 773n, "6%"],
    ["the fixed amount", { kind: "fixed", minor: "700", up_to: false } as const, 12_800n, 700n, "$7.00"],
    ["the share that came back where the promise was up to", upTo, 13_999n, 147n, "1.05%"],
    ["finer where two decimals miss a cent", upTo, 499_900n, 12_345n, "2.4695%"],
    ["what a person decided", { kind: "percent", bps: 1_000, up_to: false } as const, 10_000n, 500n, "5%"],
    ["nothing", upTo, 10_000n, 0n, "0%"],
  ])("tells as the rate that was paid %s", (_name, rate, sale, back, shown) =>
    expect(showPaidRate(rate, sale, back)).toBe(shown),
  );
  it("tells a rate that computes to the cent, for any order up to $4,000", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 10_000 }), (sale, bps) => {
        const back = Math.round((sale * bps) / 10_000);
        const rate = Number.parseFloat(showPaidRate(upTo, BigInt(sale), BigInt(back)));
        expect(Math.abs((sale * rate) / 100 - back)).toBeLessThan(0.51);
      }),
    );
  });

  // Seven tenths of the commission are the member's: 1000 imply 1428.
  it.each([
    [200n, 100n, true],
    [199n, 100n, false],
    [1_000n, 713n, true],
    [1_000n, 714n, false],
    [1_000n, 800n, false],
  ])("of %s for a commission of %s waits for a person: %s", (back, commission, waits) =>
    expect(isFarBelow(percent, back, commission)).toBe(waits),
  );
});

describe("rows of an order", () => {
  const correction = { original: false } as const;
  it.each([
    ["one pending row", [row(100, 10)], { status: "pending", sale: 100n, commission: 10n, reason: null }],
    [
      "a locked row",
      [row(100, 10, { status: "approved" })],
      { status: "approved", sale: 100n, commission: 10n, reason: null },
    ],
    [
      "a declined row",
      [row(100, 10, { status: "declined", reason_code: "returned" })],
      { status: "declined", sale: 0n, commission: 0n, reason: "returned" },
    ],
    [
      "a whole correction",
      [row(100, 10), row(-100, -10, { ...correction, reason_code: "returned" })],
      { status: "declined", sale: 0n, commission: 0n, reason: "returned" },
    ],
    [
      "a part correction",
      [row(100, 10, { status: "approved" }), row(-40, -4, correction)],
      { status: "approved", sale: 60n, commission: 6n, reason: null },
    ],
    [
      "a restatement in two rows",
      [row(100, 10), row(-100, -10, correction), row(80, 8, correction)],
      { status: "pending", sale: 80n, commission: 8n, reason: null },
    ],
    [
      "a correction before its order",
      [row(-40, -4, correction)],
      { status: "declined", sale: 0n, commission: 0n, reason: null },
    ],
    ["no row", [], { status: "declined", sale: 0n, commission: 0n, reason: null }],
  ])("%s", (_name, rows, expected) => expect(sumRows(rows)).toEqual(expected));
});

describe("states", () => {
  it.each([
    ["parked", "pending", 5n, "pending"],
    ["pending", "approved", 5n, "confirmed"],
    ["pending", "declined", 0n, "declined"],
    ["confirmed", "declined", 0n, "reversed"],
    ["reversed", "declined", 0n, "reversed"],
    ["reversed", "approved", 5n, "confirmed"],
    ["pending", "approved", 0n, "declined"],
  ] as const)("from %s, told %s with %d: %s", (from, status, back, expected) => {
    const state = nextState(from, status, back);
    expect(state).toBe(expected);
    expect(from === state || (ORDER_TRANSITIONS[from] as readonly OrderState[]).includes(state)).toBe(true);
  });
});

describe("the house's side of an order", () => {
  it("is always the opposite of what the member's side moves by", () => {
    const target = fc.record({
      state: fc.constantFrom<OrderState>("pending", "confirmed", "declined", "reversed"),
      back: fc.integer({ min: 1, max: 100_000 }),
      margin: fc.integer({ min: -500, max: 50_000 }),
    });
    const place = ({ state, back, margin }: { state: OrderState; back: number; margin: number }) =>
      positionOf(state, BigInt(back), BigInt(back + margin));
    fc.assert(
      fc.property(target, target, (one, other) => {
        const [from, to]: Position[] = [place(one), place(other)];
        const house = houseLines(from as Position, to as Position, "cj").reduce((sum, line) => sum + line.amount, 0n);
        const moved = (to as Position).pending + (to as Position).confirmed;
        expect(house).toBe((from as Position).pending + (from as Position).confirmed - moved);
      }),
    );
  });
});

it("shows rates as people write them", () => {
  expect(showRate({ kind: "percent", bps: 250, up_to: false })).toBe("2.5%");
  expect(showRate({ kind: "fixed", minor: "700", up_to: false })).toBe("$7.00");
  expect(showRate({ kind: "none" })).toBe("0%");
});
