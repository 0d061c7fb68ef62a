/**
 * Everything that reads foreign text stays linear in its length. Each reader gets texts that make careless expressions go
 * back over what they read: a quadratic one needs minutes for them, a linear one thousandths of a second, so that the
 * limit of two seconds is generous to a busy machine and still tells the two apart.
 */
import { describe, expect, it } from "vitest";
import { cleanGtin, cleanLink, cleanText } from "../clean-text.ts";
import { countryOf, countryOfRegion } from "../feeds/countries.ts";
import { textOf } from "../feeds/feed-stream.ts";
import { proposeFrom, withoutTerms } from "../feeds/propose-decision.ts";
import { discountIn, readDate, readOffer } from "../feeds/read-offer.ts";
import { readPrice } from "../feeds/read-price.ts";
import { readProduct } from "../feeds/read-product.ts";
import { readFixed, readPercent } from "../feeds/read-programme.ts";
import { readShopFeed } from "../feeds/read-shop-feed.ts";
import { RecordSplitter } from "../feeds/read-table.ts";
import { isPrivateAddress, kindOfImage, markColour } from "../image-rules.ts";
import { domainOf, fold, slugify } from "../names.ts";
import { merchantCategoryIn, merchantCategoryOf, productPlaceOf } from "../taxonomy/taxonomy.ts";
import { trackingTemplate } from "../tracking-links.ts";

const LENGTH = 60_000;
const MAX_MS = 2_000;
const times = (text: string) => text.repeat(Math.ceil(LENGTH / text.length));

const HOSTILE: [name: string, text: string][] = [
  ["spaces", times(" ")],
  ["spaces around a sign", `${times(" ")}x${times(" ")}`],
  ["a property and spaces", `fill=${times(" ")}`],
  ["properties", times("fill=")],
  ["comments", `${times("<!---->")}text`],
  ["open comments", times("<!--")],
  ["open tags", times("<a ")],
  ["open scripts", times("<script ")],
  ["angles", times("<")],
  ["entities", times("&amp;")],
  ["open entities", times("&a")],
  ["figures", times("1")],
  ["figures and dots", times("1.1,")],
  ["a date and spaces", `2026-01-01${times(" ")}`],
  ["dollars", times("$ ")],
  ["orders over", times("orders over ")],
  ["up to", times("up to 5 ")],
  ["quotes", times('"')],
  ["open cells", times('"a,')],
  ["lines with a quote", times('"a\n')],
  ["delimiters", times(",;\t|")],
  ["paths", times(" > ")],
  ["dashes", times("-")],
  ["dots", times(".")],
  ["slashes", `https://${times("a/")}`],
  ["percent signs", `https://a.example/?${times("%41&")}`],
  ["accents", times("é\u0301")],
  ["words", times("cash back not ")],
  ["one word", times("incentive")],
  ["apostrophes", times("n't ")],
  ["brackets", times("[{")],
  ["open texts", times('{"a":"')],
  ["zeros", times("\u0000")],
];

const offer = {
  id: "1",
  programme_id: "1",
  advertiser_id: "",
  code: "",
  title: "Tea",
  description: "",
  restriction: "",
  free_shipping: false,
  starts: "",
  ends: "",
  tracking_link: "",
};
const product = (field: string, value: string) =>
  readProduct({ external_id: "1", title: "Tea", link: "https://a.example", price: "1 USD", [field]: value } as never);

const READERS: [name: string, read: (text: string) => unknown][] = [
  ["cleanText", (text) => cleanText(text, LENGTH)],
  ["cleanLink", cleanLink],
  ["cleanGtin", cleanGtin],
  ["countryOf", countryOf],
  ["countryOfRegion", countryOfRegion],
  ["proposeFrom", (text) => proposeFrom([text], null)],
  ["withoutTerms", withoutTerms],
  ["discountIn", discountIn],
  ["readDate", readDate],
  ["readPrice", (text) => readPrice(text, text)],
  ["readFixed", readFixed],
  ["readPercent", readPercent],
  ["fold", fold],
  ["slugify", slugify],
  ["domainOf", domainOf],
  ["merchantCategoryOf", merchantCategoryOf],
  ["merchantCategoryIn", merchantCategoryIn],
  ["productPlaceOf", productPlaceOf],
  ["kindOfImage", (text) => kindOfImage(Buffer.from(text))],
  ["markColour", markColour],
  ["isPrivateAddress", isPrivateAddress],
  [
    "trackingTemplate",
    (text) =>
      trackingTemplate({
        network: "cj",
        programme_link: "https://a.example/",
        url: "https://a.example/",
        own_link: `https://a.example/${text}`,
      }),
  ],
  ...Object.keys(offer).flatMap((field): [string, (text: string) => unknown][] =>
    field === "free_shipping" ? [] : [[`readOffer ${field}`, (text) => readOffer({ ...offer, [field]: text })]],
  ),
  ...["external_id", "title", "description", "link", "image", "availability", "condition", "category", "gtin"].map(
    (field): [string, (text: string) => unknown] => [`readProduct ${field}`, (text) => product(field, text)],
  ),
  [
    "RecordSplitter",
    (text) => {
      const splitter = new RecordSplitter({ delimiter: ",", quoted: true });
      splitter.columns = 3;
      try {
        return [splitter.push(text), splitter.end()];
      } catch (error) {
        return error;
      }
    },
  ],
];

describe("foreign text is read in one pass", () => {
  it.each(READERS)("by %s", (_name, read) => {
    const slow: string[] = [];
    for (const [name, text] of HOSTILE) {
      const began = performance.now();
      read(text);
      if (performance.now() - began > MAX_MS) slow.push(name);
    }
    expect(slow).toEqual([]);
  });

  it("by the reader of shops' feeds, whatever it takes it for", async () => {
    const slow: string[] = [];
    for (const [name, text] of HOSTILE) {
      for (const head of ["", "id,title,link,price\n", "<rss><channel><item>", '{"products":[{', "["]) {
        const began = performance.now();
        try {
          for await (const handful of readShopFeed(textOf([Buffer.from(head + text)], null))) void handful.rows.length;
        } catch {
          // Refusing is an answer too.
        }
        if (performance.now() - began > MAX_MS) slow.push(`${head} ${name}`);
      }
    }
    expect(slow).toEqual([]);
  });
});
