/** One product of any feed: its texts cleaned, its figures checked, or the reason why it is not taken. Pure. */
import { parseMajor } from "#platform/money";
import { cleanGtin, cleanLink, cleanText } from "../clean-text.ts";
import type { ProductRow, RawProduct, Reject } from "./feed.types.ts";
import { sampleOf } from "./feed.types.ts";
import { joinSpecs, readDetails } from "./read-details.ts";

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

/**
 * Amount and currency of a price: `15.00 USD`, `USD15.00`, `15,00` with a currency of its own. The currency is empty when nothing
 * names it: a `$` alone is the sign of twenty countries. Null when it is no price.
 */
export function readPrice(
  text: string | undefined,
  given: string | undefined,
): { minor: bigint; currency: string } | null {
  if (!text || text.length > 40) return null;
  const bare = text.trim().replace(/^US\$/i, "USD");
  const match = /^([A-Za-z]{3})?[ $]{0,4}(-?[\d.,]{1,20})[ ]{0,4}([A-Za-z]{3})?$/.exec(bare);
  if (!match) return null;
  const minor = parseMajor(plainFigure(match[2] ?? ""));
  const own = given?.trim() ?? "";
  const currency = (match[1] ?? match[3] ?? (/^[A-Za-z]{3}$/.test(own) ? own : "")).toUpperCase();
  return minor === null ? null : { minor, currency };
}

/** "1.299,00" and "12,50" are written the continental way: the comma is the decimal sign. "1,00,000.00" is a lakh. */
const plainFigure = (figure: string): string => {
  if (/^-?\d{1,2}(?:,\d{2}){1,4},\d{3}(?:\.\d{1,8})?$/.test(figure)) return figure.replaceAll(",", "");
  return /^-?(?:\d{1,3}(?:\.\d{3}){1,4}|\d{1,13}),\d{1,2}$/.test(figure)
    ? figure.replaceAll(".", "").replace(",", ".")
    : figure;
};

export function readProduct(raw: RawProduct): ProductRow | Reject {
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
  const price = readPrice(raw.price, raw.currency);
  if (!price) return reject(raw.price ? "the price is not an amount" : "no price");
  if (!price.currency) return reject("the price names no currency");
  if (!CURRENCIES.has(price.currency)) return reject(`${price.currency} is no currency`);
  const sale = raw.sale_price ? readPrice(raw.sale_price, raw.currency || price.currency) : null;
  const onSale = sale !== null && sale.currency === price.currency && sale.minor > 0n && sale.minor < price.minor;
  const price_minor = onSale ? sale.minor : price.minor;
  if (price_minor <= 0n) return reject("the price is zero or negative");
  if (price.currency === "USD" && price_minor > MAX_MINOR) return reject("the price is above a million dollars");
  if (price_minor > MAX_FOREIGN) return reject("the price is above a hundred thousand million");
  if (/^(yes|true|1)$/i.test(raw.adult ?? "")) return reject("marked as adult");
  const listed = onSale ? price.minor : listPrice(raw, price.currency);
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

function listPrice(raw: RawProduct, currency: string): bigint | null {
  const list = readPrice(raw.list_price, raw.currency || currency);
  return list?.currency === currency ? list.minor : null;
}

function readCondition(text: string | undefined): ProductRow["condition"] {
  const value = (text ?? "").toLowerCase();
  if (/refurb|renewed|reconditioned/.test(value)) return "refurbished";
  return /used|second|pre-?owned/.test(value) ? "used" : "new";
}
