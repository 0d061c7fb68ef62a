/** One product of any feed: its texts cleaned, its figures checked, or the reason why it is not taken. Pure. */
import { cleanGtin, cleanLink, cleanText } from "../clean-text.ts";
import type { ProductRow, RawProduct, Reject } from "./feed.types.ts";
import { sampleOf } from "./feed.types.ts";
import { joinSpecs, readDetails } from "./read-details.ts";
import { type Mark, priceMarks, readPrice } from "./read-price.ts";

/** A million dollars: above it a price is a slip of the feed. Units of other currencies are smaller, some ten thousand times. */
const MAX_MINOR = 100_000_000n;
const MAX_FOREIGN = 10_000_000_000_000n;
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

const AVAILABILITY: Record<string, ProductRow["availability"]> = {
  "in stock": "in_stock",
  instock: "in_stock",
  "1": "in_stock",
  yes: "in_stock",
  true: "in_stock",
  available: "in_stock",
  "limited availability": "in_stock",
  "out of stock": "out_of_stock",
  outofstock: "out_of_stock",
  "0": "out_of_stock",
  no: "out_of_stock",
  false: "out_of_stock",
  "sold out": "out_of_stock",
  discontinued: "out_of_stock",
  preorder: "preorder",
  "pre order": "preorder",
  backorder: "backorder",
  "back order": "backorder",
  "available for order": "backorder",
  // As shops in other languages write it.
  "auf lager": "in_stock",
  lieferbar: "in_stock",
  disponible: "in_stock",
  "en stock": "in_stock",
  "nicht lieferbar": "out_of_stock",
  ausverkauft: "out_of_stock",
  agotado: "out_of_stock",
  epuise: "out_of_stock",
  vorbestellbar: "preorder",
};

const pricesOf = (raw: RawProduct) => [raw.price, raw.sale_price, raw.list_price];

/** Reads products of one feed: by which mark all until now write the decimals of a currency holds for each. */
export function productReader(): (raws: readonly RawProduct[]) => (ProductRow | Reject)[] {
  const marks = priceMarks();
  return (raws) => {
    for (const raw of raws) marks.learn(pricesOf(raw), raw.currency);
    return raws.map((raw) => readProduct(raw, marks.of(raw.price, raw.currency)));
  };
}

/** `feedMark`: by which mark other products of the feed write the decimals of this one's currency. */
export function readProduct(raw: RawProduct, feedMark: Mark | null = null): ProductRow | Reject {
  const external_id = raw.external_id?.trim() ?? "";
  const reject = (reason: string): Reject => ({
    external_id: external_id ? external_id.slice(0, 200) : null,
    reason,
    sample: sampleOf(raw),
  });
  if (!external_id) return reject("no id");
  if (/\p{Cc}/u.test(external_id.slice(0, 201))) return reject("the id holds control characters");
  if (external_id.length > 200) return reject("the id is longer than 200 characters");
  const name = cleanText(raw.title, 200);
  if (!name) return reject("no title");
  const link = cleanLink(raw.link);
  if (!link) return reject(raw.link ? "the link is not a web address" : "no link");
  const marks = priceMarks();
  marks.learn(pricesOf(raw), raw.currency);
  const mark = marks.of(raw.price, raw.currency) ?? feedMark;
  const price = readPrice(raw.price, raw.currency, mark);
  if (typeof price === "string") return reject(price);
  if (!price) return reject(raw.price ? "the price is not an amount" : "no price");
  if (!price.currency) return reject("the price names no currency");
  if (!CURRENCIES.has(price.currency)) return reject(`${price.currency} is no currency`);
  const sale = raw.sale_price ? readPrice(raw.sale_price, raw.currency || price.currency, mark) : null;
  if (typeof sale === "string") return reject(sale);
  const onSale = sale !== null && sale.currency === price.currency && sale.minor > 0n && sale.minor < price.minor;
  const price_minor = onSale ? sale.minor : price.minor;
  if (price_minor <= 0n) return reject("the price is zero or negative");
  if (price.currency === "USD" && price_minor > MAX_MINOR) return reject("the price is above a million dollars");
  if (price_minor > MAX_FOREIGN) return reject("the price is above a hundred thousand million");
  if (/^(yes|true|1)$/i.test(raw.adult ?? "")) return reject("marked as adult");
  const listed = onSale ? price.minor : listPrice(raw, price.currency, mark);
  const own = { Color: raw.color, Size: raw.size, Material: raw.material, Weight: raw.weight };
  const specs = joinSpecs(
    Object.entries(own).map(([label, value]) => ({ name: label, value: cleanText(value, 80) })),
    readDetails(raw.details),
  );
  return {
    external_id,
    name,
    description: cleanText(raw.description, 2_000),
    link,
    image_url: cleanLink(raw.image),
    availability:
      AVAILABILITY[(raw.availability ?? "in stock").trim().toLowerCase().replaceAll("_", " ")] ?? "out_of_stock",
    condition: readCondition(raw.condition),
    currency: price.currency,
    price_minor,
    // A list price far above or below the price is a slip, and a false saving is worse than none.
    list_price_minor: listed !== null && listed > price_minor && listed < price_minor * 10n ? listed : null,
    brand: cleanText(raw.brand, 80) || null,
    gtin: cleanGtin(raw.gtin),
    mpn: cleanText(raw.mpn, 80) || null,
    category: cleanText(raw.category, 200),
    specs,
  };
}

function listPrice(raw: RawProduct, currency: string, mark: Mark | null): bigint | null {
  const list = readPrice(raw.list_price, raw.currency || currency, mark);
  return typeof list === "object" && list?.currency === currency ? list.minor : null;
}

function readCondition(text: string | undefined): ProductRow["condition"] {
  const value = (text ?? "").toLowerCase();
  if (/refurb|renewed|reconditioned/.test(value)) return "refurbished";
  return /used|second|pre-?owned/.test(value) ? "used" : "new";
}
