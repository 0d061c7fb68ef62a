import { describe, expect, it } from "vitest";
import { parseMajor, parseTyped, shareDown, showUsd, split, toMajor } from "#platform/money";
import { feeOf } from "../paypal/payloads.ts";
import { mask } from "../rules.ts";

describe("an amount as a member types it", () => {
  it.each([
    ["12.5", 1_250n],
    ["12.50", 1_250n],
    ["$12.05", 1_205n],
    [" 12 ", 1_200n],
    ["0,99", 99n],
    ["1.00", 100n],
    ["12,50", 1_250n],
    ["1,5", 150n],
    ["$ 12,50", 1_250n],
    ["1,204.10", 120_410n],
    ["1,204", 120_400n],
    ["1.204,10", 120_410n],
    ["1.204.300,5", 120_430_050n],
  ])("%s", (text, cents) => expect(parseTyped(text)).toBe(cents));
  it.each([
    ...["", "ten", "12.345", "-5", "1e3", "12.", "12,", ",50", "99999999", "1.204", "1,20,4", "1,2045", "12,34.5"],
    ...["1,204.105", "1.204,105", "0,99,99", "1,204,1", "$$5", "5$"],
  ])("%s is none", (text) => expect(parseTyped(text)).toBeNull());
});

describe("an amount as providers take and tell it", () => {
  it.each([
    [905n, "9.05"],
    [950n, "9.50"],
    [5n, "0.05"],
    [100n, "1.00"],
    [-905n, "-9.05"],
    [123_456_789n, "1234567.89"],
  ])("%s is sent as %s", (cents, text) => {
    expect(toMajor(cents)).toBe(text);
    expect(parseMajor(text)).toBe(cents);
  });
  it.each([
    ["1.005", 101n],
    ["-1.005", -101n],
    ["1.004", 100n],
    [12.5, 1_250n],
    ["1,204.10", 120_410n],
    ["-1,204,300.5", -120_430_050n],
    ["12,500", 1_250_000n],
    ["", null],
    ["1.2.3", null],
    // A comma is no decimal sign here, and what may be one is no amount: it would be a hundred times as much.
    ["12,50", null],
    ["1,5", null],
    ["1.204,10", null],
    ["1,204,1", null],
    ["12,34.50", null],
    ["1204,300", null],
    [",50", null],
    ["50,", null],
  ])("%s is read as %s", (told, cents) => expect(parseMajor(told)).toBe(cents));
  it("of a fee is a fault where it cannot be read, and never nothing", () => {
    const fee = (value: string, currency = "USD") => feeOf({ payout_item_fee: { value, currency } });
    expect([fee("0.25"), fee("1,204.10"), feeOf({})]).toEqual([25n, 120_410n, 0n]);
    for (const [value, currency] of [["0,25"], ["0.25", "EUR"], [""]] as const)
      expect(() => fee(value, currency), value).toThrow(/fee in dollars/);
  });
  it("is shown with two decimals, negatives in brackets, and split without losing a cent", () => {
    expect(showUsd(-500n)).toBe("($5.00)");
    expect(showUsd(123_405n)).toBe("$1,234.05");
    expect(split(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(split(100n, [1n, 5n]), "the left-over cent goes where most was cut off").toEqual([17n, 83n]);
    expect(shareDown(999n, 3_333)).toBe(332n);
    expect(shareDown(-999n, 3_333), "down is down below nothing too").toBe(-333n);
  });
});

it("hides most of a receiver", () => {
  expect(mask("rosa@example.com")).toBe("ro••••@example.com");
  expect(mask("+12025550147")).toBe("••• 0147");
});
