import { describe, expect, it } from "vitest";
import { decimalMarkOf, readPrice, SIGN_DIFFERS, UNCLEAR } from "../feeds/read-price.ts";
import { readShopFeed } from "../feeds/read-shop-feed.ts";

describe("a price with three digits after its only mark", () => {
  it.each([
    ["18.000 COP", 1_800_000n],
    ["18,000 COP", 1_800_000n],
    ["49.990 CLP", 4_999_000n],
    ["1.200 JPY", 120_000n],
    ["1.299.000 COP", 129_900_000n],
    ["1,299,000 USD", 129_900_000n],
    ["1,299 USD", 129_900n],
    // Thousands begin with no nought and have three digits at most before them.
    ["0.999 EUR", 100n],
    ["1299.500 EUR", 129_950n],
    ["1299,500 EUR", 129_950n],
    ["1.299,500 EUR", 129_950n],
    ["1.250 KWD", 125n],
  ])("%s is read", (text, minor) => {
    expect(readPrice(text, undefined)).toMatchObject({ minor });
  });
  it.each(["1.299 EUR", "1,299 EUR", "1.299 USD", "€1.299", "12.990 BRL"])("%s may be two and is none", (text) => {
    expect(readPrice(text, undefined)).toBe(UNCLEAR);
    expect(readPrice(text, undefined, text.includes(".") ? "." : ",")).toBe(UNCLEAR);
    expect(readPrice(text, undefined, text.includes(".") ? "," : ".")).toMatchObject({ minor: expect.any(BigInt) });
  });
  it("is in thousands where the other mark is known to be before decimals", () => {
    expect(readPrice("1.299 EUR", undefined, ",")).toEqual({ minor: 129_900n, currency: "EUR" });
    expect(readPrice("1,299", "EUR", ".")).toEqual({ minor: 129_900n, currency: "EUR" });
  });
});

it.each([
  // A program that writes three decimals throughout: its longer prices tell the mark.
  ["500.000 COP", "." as const, UNCLEAR],
  ["500.000 COP", null, { minor: 50_000_000n, currency: "COP" }],
  ["500.000 COP", "," as const, { minor: 50_000_000n, currency: "COP" }],
  ["1.299 TND", null, { minor: 130n, currency: "TND" }],
  ["1.299 TND", "," as const, { minor: 129_900n, currency: "TND" }],
])("%s goes by the mark that is known (%s)", (text, mark, read) => {
  expect(readPrice(text, undefined, mark)).toEqual(read);
});

it("tells its mark by a figure that has nothing between its thousands", () => {
  expect(["1500.000", "1500,50", "1500", "1.500", "0.500"].map(decimalMarkOf)).toEqual([".", ",", null, null, null]);
});

describe("a price with a sign", () => {
  it.each([
    ["12,50 €", 1_250n, "EUR"],
    ["€12.50", 1_250n, "EUR"],
    ["€ 1.299,00", 129_900n, "EUR"],
    ["12,50\u00a0€", 1_250n, "EUR"],
    ["£9", 900n, "GBP"],
    ["R$ 12,50", 1_250n, "BRL"],
    ["¥1200", 120_000n, ""],
    ["$12.50 USD", 1_250n, "USD"],
    ["USD $12.50", 1_250n, "USD"],
    ["12,50 zł", 1_250n, "PLN"],
    ["€-5.00", -500n, "EUR"],
  ])("%s is read", (text, minor, currency) => {
    expect(readPrice(text, undefined)).toEqual({ minor, currency });
  });
  it.each([
    ["1 299,00", 129_900n],
    ["1\u00a0299,00", 129_900n],
    ["1\u202f299,00 €", 129_900n],
    ["1'299.00", 129_900n],
    ["1’299", 129_900n],
    ["12 500 000", 1_250_000_000n],
  ])("%s has spaces or strokes between its thousands", (text, minor) => {
    expect(readPrice(text, "EUR")).toEqual({ minor, currency: "EUR" });
  });
  it("has the currency that is said beside it, and is none where the two differ", () => {
    expect(readPrice("¥1200", "JPY")).toEqual({ minor: 120_000n, currency: "JPY" });
    expect(readPrice("€12.50", "EUR")).toEqual({ minor: 1_250n, currency: "EUR" });
    expect(readPrice("€12.50", "USD")).toBe(SIGN_DIFFERS);
    expect(readPrice("12.50 € USD", undefined)).toBe(SIGN_DIFFERS);
  });
  it.each(["from €12", "€12 - €15", "12 50 EUR", "1 2999", "12..50 €", "€", "abcd 12", "12,", "1.29,900"])(
    "%s is no price",
    (text) => expect(readPrice(text, "EUR")).toBeNull(),
  );
});

describe("a shop's feed", () => {
  async function readAll(prices: readonly string[], currency: string | null = "EUR") {
    const lines = prices.map((price, n) => `${n}\tTea\thttps://s.example/${n}\t${price}`);
    async function* chunks() {
      yield { text: ["id\ttitle\tlink\tprice\tsale price", ...lines, ""].join("\n"), bytes: 1, total_bytes: null };
    }
    const told: (bigint | string)[] = [];
    for await (const { rows, rejects } of readShopFeed(chunks(), { currency: currency ?? undefined }))
      told.push(...rows.map((row) => row.price_minor), ...rejects.map(({ reason }) => reason));
    return told;
  }
  it("tells by its other prices what a mark means", async () => {
    expect(await readAll(["1.299\t", "12,50\t"])).toEqual([129_900n, 1_250n]);
    expect(await readAll(["1.299\t999,00"])).toEqual([99_900n]);
  });
  it("leaves a row that may be two, with the reason, where they tell nothing or both", async () => {
    expect(await readAll(["1.299\t", "12\t"])).toEqual([1_200n, UNCLEAR]);
    expect(await readAll(["1.299\t", "12,50\t", "12.50\t"])).toEqual([1_250n, 1_250n, UNCLEAR]);
    // A sale that is not known is no price either: the usual one would be too much.
    expect(await readAll(["2000\t1.299"])).toEqual([UNCLEAR]);
  });
  it("goes by the prices of the same currency alone", async () => {
    expect(await readAll(["12.50\t", "500.000 COP\t"])).toEqual([1_250n, 50_000_000n]);
    expect(await readAll(["1.250 KWD\t", "12,50\t", "1.299\t"])).toEqual([125n, 1_250n, 129_900n]);
    expect(await readAll(["12,50\t", "1.299 USD\t"])).toEqual([1_250n, UNCLEAR]);
    // A sale's price without a currency has that of the price beside it.
    const named = ["12,50 EUR\t9,50", "500.000 COP\t400.000", "1.299 EUR\t"];
    expect(await readAll(named, null)).toEqual([950n, 40_000_000n, 129_900n]);
  });
  it.each([
    ["45.900 COP\t", "9.900 COP\t0.001"],
    ["45.000 COP\t", "1299.900 COP\t"],
    ["45.000 VND\t", "1200.000 VND\t"],
    ["45.999 ARS\t", "1299.999 ARS\t"],
    ["19.990\t", "0.990\t"],
    ["19.990\t", "1299.990\t"],
  ])("never reads a thousandth of a price: %s beside %s", async (price, odd) => {
    const told = await readAll([price, odd]);
    expect(told).not.toContain(BigInt(Math.round(Number.parseFloat(price) * 100)));
  });
  it("goes by no price of another currency in the same row", async () => {
    expect(await readAll(["1.250 KWD\t3,99 EUR"], null)).toEqual([125n]);
    expect(await readAll(["1.299 EUR\t12,00 CHF"], null)).toEqual([UNCLEAR]);
  });
  it("learns nothing of a price that it refuses", async () => {
    expect(await readAll(["1299.990 CLP\t", "45.990 CLP\t"])).toEqual([4_599_000n, UNCLEAR]);
    expect(await readAll(["12,50 €\t", "1.299\t"], "USD")).toEqual([SIGN_DIFFERS, UNCLEAR]);
  });
});
