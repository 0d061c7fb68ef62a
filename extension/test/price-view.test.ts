/** What is said of a price: nothing too early, and by what the page itself asks. */
import { expect, it } from "vitest";
import type { Prices } from "../src/ask-prices.ts";
import { hereAfter, verdictOf } from "../src/price-view.ts";

const lowest = { day: "2026-11-05", minor: 5_899 };
const prices: Prices = {
  ...{ slug: "lamp", name: "Lamp", lowest, watched_since: "2026-08-01" },
  stores: [
    { name: "other", title: "Other", minor: 5_999, after_minor: 5_600 },
    { name: "here", title: "Here", minor: 6_000, after_minor: 5_706 },
  ],
};
const at = (minor: number | null, store = "here") => ({ product: { gtin: "04006381333931", minor }, store });

it("says that a price is the lowest where the page asks no more than ever was asked", () => {
  expect(verdictOf(at(5_899), prices)).toEqual({ kind: "lowest" });
  expect(verdictOf(at(5_900), prices)).toEqual({ kind: "was_lower", ...lowest, more: 1 });
});

it("goes by the store's feed where the page says no price, and by nothing where neither does", () => {
  expect(verdictOf(at(null), prices)).toEqual({ kind: "was_lower", ...lowest, more: 101 });
  expect(verdictOf(at(null, "third"), prices)).toEqual({ kind: "was_lower", ...lowest, more: null });
});

it("says of nothing that it is low before it was watched for long", () => {
  expect(verdictOf(at(1), { ...prices, lowest: null })).toEqual({ kind: "too_early" });
});

it("sets what it costs here beside the others only where the page and the feed agree", () => {
  expect(hereAfter(at(6_000), prices)).toBe(5_706);
  expect(hereAfter(at(null), prices)).toBe(5_706);
  expect(hereAfter(at(5_500), prices)).toBe(null);
  expect(hereAfter(at(null, "third"), prices)).toBe(null);
});
