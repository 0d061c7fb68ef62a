/** Which product a page sells: only what it says itself, once, by a number that is right. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gtinOf, productIn } from "../src/read-product.ts";

const GTIN = "4006381333931";
const page = (...things: object[]) => things.map((thing) => JSON.stringify(thing));
const product = (more: object = {}) => ({
  "@context": "https://schema.org",
  "@type": "Product",
  gtin13: GTIN,
  ...more,
});

describe("what a page sells", () => {
  it("is found as shops write it, with the one price that it asks in dollars", () => {
    const found = { gtin: `0${GTIN}`, minor: 1299 };
    const offers = { "@type": "Offer", price: "12.99", priceCurrency: "USD" };
    for (const thing of [
      product({ offers }),
      product({ offers: [offers] }),
      { "@graph": [{ "@type": "BreadcrumbList" }, product({ offers })] },
      { "@type": "WebPage", mainEntity: product({ offers: { ...offers, price: 12.99 } }) },
      [{ "@type": "Organization" }, { ...product({ offers }), "@type": ["https://schema.org/Product", "Thing"] }],
      { ...product({ offers }), gtin13: undefined, gtin: "4006381 333931" },
    ])
      expect(productIn(page(thing)), JSON.stringify(thing)).toEqual(found);
  });

  it("has no price where it asks several, or other money", () => {
    const offer = { price: "12.99", priceCurrency: "USD" };
    for (const offers of [
      [offer, offer],
      { ...offer, priceCurrency: "EUR" },
      { ...offer, price: "from 12" },
      undefined,
    ])
      expect(productIn(page(product({ offers })))).toEqual({ gtin: `0${GTIN}`, minor: null });
  });

  it("is nothing on lists, beside several products, and by wrong numbers", () => {
    const other = product({ gtin13: "9780306406157" });
    expect(productIn([])).toBe(null);
    expect(productIn(page(product(), other))).toBe(null);
    expect(productIn(page({ "@type": "ItemList", itemListElement: [{ item: product() }] }))).toBe(null);
    expect(productIn(page({ "@type": "WebPage", isRelatedTo: product() }))).toBe(null);
    expect(productIn(page(product({ gtin13: "4006381333932" })))).toBe(null);
    expect(productIn(page(product({ gtin13: { toString: "x" } })))).toBe(null);
    expect(productIn(["{", "null", "[[]]", '"x"', `{"a":"${"x".repeat(400_000)}"}`])).toBe(null);
  });

  it("is the same where it is told twice", () => {
    expect(productIn(page(product(), product({ offers: { price: "5", priceCurrency: "USD" } })))).toEqual({
      gtin: `0${GTIN}`,
      minor: 500,
    });
  });

  it("is named by 14 digits with a right last one", () => {
    expect(gtinOf("96385074")).toBe("00000096385074");
    for (const wrong of ["", "0".repeat(13), "123", "https://store.example/1", `${GTIN}1`, null, {}])
      expect(gtinOf(wrong)).toBe(null);
  });
});

it("has Spanish words for everything that the extension says", () => {
  const spanish = JSON.parse(readFileSync("extension/src/es.json", "utf8")) as Record<string, string>;
  const said = new Set(
    globSync("extension/src/**/*.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bt\(\s*"((?:[^"\\]|\\.)+)"/g)].map(([, text]) => `${text}`),
    ),
  );
  expect([...said].filter((text) => !(text in spanish))).toEqual([]);
  expect(Object.keys(spanish).filter((text) => !said.has(text))).toEqual([]);
});
