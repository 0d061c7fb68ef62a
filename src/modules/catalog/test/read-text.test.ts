/** What a typed text says by itself: prices that are prices, and none that are sizes, ages, shares or a part of a name. */
import { describe, expect, it } from "vitest";
import { readText } from "../search/read-text.ts";

const NAMES = new Set(["budget", "discount tire", "7 11", "100 pure", "air max"]);
function read(text: string) {
  const { words, min_minor, max_minor, off, coupons, cheap } = readText(text, (name) => NAMES.has(name.join(" ")));
  const price = min_minor === undefined && max_minor === undefined ? null : [min_minor ?? 0, max_minor ?? null];
  return { words: words.join(" "), price, off, coupons, cheap };
}

describe("a price", () => {
  it.each([
    ["laptop under 500", "laptop", [0, 50_000]],
    ["laptop under $1,500", "laptop", [0, 150_000]],
    ["laptop menos de 1.500", "laptop", [0, 150_000]],
    ["gifts under 50 dollars", "gifts", [0, 5_000]],
    ["mouse 20-50", "mouse", [2_000, 5_000]],
    ["mouse between 20 and 50", "mouse", [2_000, 5_000]],
    ["mouse entre 20 y 50", "mouse", [2_000, 5_000]],
    ["mouse 20 to 50 dollars", "mouse", [2_000, 5_000]],
    ["mouse $20 to $50", "mouse", [2_000, 5_000]],
    ["under 500", "", [0, 50_000]],
    ["menos de 500", "", [0, 50_000]],
    ["between 20 and 50", "", [2_000, 5_000]],
    ["entre 20 y 50", "", [2_000, 5_000]],
    ["$20-$50", "", [2_000, 5_000]],
    ["over 3000", "", [300_000, null]],
    ["best under 20", "", [0, 2_000]],
    ["headphones max $50", "headphones", [0, 5_000]],
  ])("is told by %s", (text, words, price) => expect(read(text)).toMatchObject({ words, price }));

  it.each([
    ["nike air max 90", "nike air max 90"],
    ["iphone 15 pro max 256 gb", "iphone 15 pro max 256gb"],
    ["monitor over 30 inch", "monitor over 30in"],
    ["tv under 50 inches", "tv under 50in"],
    ["toys for ages 8-12", "toys for ages 8 12"],
    ["gifts for 10-12 year old girl", "gifts for 10 12 year old girl"],
    ["juguetes para niños de 8 a 10 años", "juguetes para ninos de 8 a 10 anos"],
    ["baby clothes 6-9 months", "baby clothes 6 9 months"],
    ["5-6 person tent", "5 6 person tent"],
    ["size 8-10 dress", "size 8 10 dress"],
    ["nike size 9 in black", "nike size 9 in black"],
    ["zapatos talla 9 en negro", "zapatos talla 9 en negro"],
    ["iphone 14 and 15", "iphone 14 and 15"],
    ["levis 501 and 505", "levis 501 and 505"],
    ["rtx 4060 to 4090", "rtx 4060 to 4090"],
    ["7-11", "7 11"],
  ])("is none in %s", (text, words) => expect(read(text)).toMatchObject({ words, price: null }));

  it.each([
    ["up to 70% off shoes", "shoes", "70pct"],
    ["at least 50% off nike", "nike", "50pct"],
    ["hasta 50% de descuento", "", "50pct"],
    ["20% off", "", "20pct"],
  ])("is none in %s, which is what a coupon takes off", (text, words, off) =>
    expect(read(text)).toMatchObject({ words, price: null, off, coupons: true }),
  );
});

describe("a whole name", () => {
  it.each([
    ["budget", "budget", false],
    ["budget coupons", "budget", true],
    ["discount tire", "discount tire", false],
    ["discount tire coupons", "discount tire", true],
    ["7-11 coupons", "7 11", true],
    ["100% pure coupons", "100 pure", true],
  ])("is a name in %s, whatever else its words say", (text, words, coupons) =>
    expect(read(text)).toEqual({ words, price: null, off: null, coupons, cheap: false }),
  );
});
