/** What the claim's form works out by itself: amounts, what is filled in from a receipt, what should be looked at again. */
import { describe, expect, it } from "vitest";
import { civilDate } from "#platform/clock";
import type { ReceiptRead } from "#receipts";
import { backOf, minorOf, typedOf } from "../web/claim-amounts.ts";
import type { Draft } from "../web/claim-draft.ts";
import { dayAndMonth, monthName, wholeDay } from "../web/day-words.ts";
import { filledFrom, merchantNameOf, notesOf, OTHER } from "../web/read-fields.ts";

const draft = (part: Partial<Draft> = {}): Draft => ({
  ...{
    request_key: "key",
    merchant: "",
    other: "",
    purchased_on: "",
    paid: "",
    order_id: "",
    own: false,
    receipts: [],
  },
  ...part,
});
const read = (part: Partial<ReceiptRead> = {}): ReceiptRead => ({
  merchant: { value: { name: "KROGER #204", internal_name: null }, sure: true },
  date: { value: civilDate(new Date("2026-03-10T00:00:00Z")), sure: true },
  total: { value: "4318", sure: true },
  shipping: { value: "599", sure: true },
  currency: "USD",
  language: "en",
  ...part,
});
const PARTNERS = [
  { name: "Kroger", domain: null, internal_name: "kroger", logo_url: null },
  { name: "Publix", domain: null, internal_name: "publix", logo_url: null },
];
const TOTAL = { of: "total" } as const;

describe("amounts", () => {
  it.each([
    ["43.18", 4_318n],
    ["$1,204.5", 120_450n],
    ["12", 1_200n],
    ["0", null],
    ["0.00", null],
    ["-3", null],
    ["4,31", null],
    ["4.318", null],
    ["", null],
  ])("reads %s", (text, minor) => expect(minorOf(text)).toBe(minor));

  it("are written as they are typed", () => {
    expect([typedOf("4318"), typedOf("5"), typedOf("120450")]).toEqual(["43.18", "0.05", "1204.50"]);
  });

  it("come back as a share, rounded down, as far as they fit, and say which limit cut them", () => {
    const terms = { share_bps: 500, claim_minor: "500", left_year_minor: "300" };
    expect(backOf(4_318n, terms, "1000")).toEqual({ minor: 215n, cut_by: null });
    expect(backOf(40_000n, terms, "1000")).toEqual({ minor: 300n, cut_by: "year" });
    expect(backOf(40_000n, { ...terms, left_year_minor: "900" }, "1000")).toEqual({ minor: 500n, cut_by: "claim" });
    expect(backOf(40_000n, { ...terms, left_year_minor: "900" }, "120")).toEqual({ minor: 120n, cut_by: "month" });
  });
});

describe("what is read of a receipt", () => {
  it("fills what is empty, by the names of the list", () => {
    expect(filledFrom(draft(), [read()], TOTAL, PARTNERS)).toMatchObject({
      ...{ merchant: "Kroger", other: "", purchased_on: "2026-03-10", paid: "43.18" },
    });
    const shipping = filledFrom(draft(), [read()], { of: "shipping" }, []);
    expect(shipping).toMatchObject({ merchant: OTHER, other: "KROGER #204", paid: "5.99" });
  });

  it("changes nothing that was typed, and says what it read differently", () => {
    const typed = draft({ merchant: "Publix", purchased_on: "2026-03-09", paid: "40" });
    expect(filledFrom(typed, [read()], TOTAL, PARTNERS)).toEqual(typed);
    expect(notesOf(typed, [read()], TOTAL)).toEqual({
      merchant: { kind: "differs", value: "KROGER #204" },
      purchased_on: { kind: "differs", value: "2026-03-10" },
      paid: { kind: "differs", value: "43.18" },
      currency: null,
    });
  });

  it("asks to look at what it is not sure of, and at nothing else", () => {
    const unsure = read({ total: { value: "4318", sure: false } });
    const filled = filledFrom(draft(), [unsure], TOTAL, PARTNERS);
    expect(notesOf(filled, [unsure], TOTAL)).toEqual({
      ...{ merchant: null, purchased_on: null, currency: null },
      paid: { kind: "unsure" },
    });
    // Another picture of the same paper that is sure settles it.
    expect(notesOf(filled, [unsure, read()], TOTAL).paid).toBeNull();
  });

  it("fills in no sum of other money", () => {
    const euros = read({ currency: "EUR" });
    expect(filledFrom(draft(), [euros], TOTAL, PARTNERS).paid).toBe("");
    expect(notesOf(draft({ paid: "40" }), [euros], TOTAL)).toMatchObject({ paid: null, currency: "EUR" });
  });

  it("leaves alone what an order of ours says", () => {
    const ordered = draft({ order_id: "ord_1", merchant: "Publix", purchased_on: "2026-03-01", paid: "20.00" });
    expect(filledFrom(ordered, [read()], TOTAL, PARTNERS)).toEqual(ordered);
    expect(notesOf(ordered, [read()], TOTAL)).toMatchObject({ merchant: null, purchased_on: null, paid: null });
  });

  it("sends a name that was typed without the spaces around it", () => {
    expect(merchantNameOf({ merchant: OTHER, other: "  Corner shop " })).toBe("Corner shop");
  });
});

it("writes months and days out in both languages", () => {
  expect([monthName("2026-03-01", "en"), monthName("2026-12-31", "es")]).toEqual(["March", "diciembre"]);
  expect([dayAndMonth("2026-04-01", "en"), dayAndMonth("2026-04-01", "es")]).toEqual(["April 1", "1 de abril"]);
  expect(wholeDay("2026-03-16", "en")).toBe("Monday, March 16, 2026");
  expect(wholeDay("2026-03-16", "es")).toBe("lunes 16 de marzo de 2026");
});
