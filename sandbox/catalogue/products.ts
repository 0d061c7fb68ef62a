import { isBroad } from "./broad-shops.ts";
import { readRows } from "./files.ts";
import { hash, pick } from "./hash.ts";
import type { Shop } from "./merchants.ts";
import type { Offer, Product, Products } from "./offer.ts";
import type { CatalogueSize } from "./programmes.ts";
import { broadOffer, broadOffers, broadSells } from "./range/offers.ts";
import { isRangeId, type Range } from "./range/range.ts";
import { ALL_SHOPS } from "./shops.ts";
import { specWords } from "./spec-words.ts";

interface Row {
  id: string;
  slug: string;
  sku: string;
  name: string;
  brand?: string;
  category: string;
  subcategory: string;
  price: number;
  description?: string;
  specs?: Record<string, unknown>;
}

const TWO_WORD_BRANDS = new Set([
  "Western Digital",
  "Cooler Master",
  "be quiet!",
  "Lian Li",
  "Fractal Design",
  "Tripp Lite",
  "Silicon Power",
  "Geometric Future",
  "Thermal Grizzly",
  "Iceberg Thermal",
  "In Win",
  "Super Flower",
  "Endgame Gear",
  "Cyber Acoustics",
  "Audio Technica",
  "Noblechairs Real",
  "Turtle Beach",
  "Drop Alt",
  "HP Enterprise",
  "Star Tech",
  "Mad Catz",
]);

function brandOf(row: Row): string {
  if (row.brand) return row.brand;
  const words = row.name.split(" ");
  const two = words.slice(0, 2).join(" ");
  return TWO_WORD_BRANDS.has(two) ? two : (words[0] ?? "Unbranded");
}

/** An EAN-13 of the 29 range, which is set aside for use inside one company and never names a real article. */
function gtinOf(id: string): string {
  const body = `29${String(hash(`gtin:${id}`)).padStart(10, "0")}`;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(body[i]) * (i % 2 === 0 ? 1 : 3);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function specsOf(row: Row): [string, string][] {
  const rows: [string, string][] = [];
  for (const [key, value] of Object.entries(row.specs ?? {})) {
    if (value === null || key === "price_per_gb") continue;
    const label = key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");
    rows.push([label, specWords(key, row.subcategory, value)]);
  }
  return rows;
}

function toProduct(row: Row): Product {
  const specs = specsOf(row);
  const brand = brandOf(row);
  const facts = specs.slice(0, 4).map(([label, text]) => `${label.toLowerCase()} ${text}`);
  return {
    id: row.id,
    slug: row.slug,
    sku: row.sku,
    gtin: gtinOf(row.id),
    name: row.name,
    brand,
    category: row.category,
    subcategory: row.subcategory,
    baseMinor: Math.round(row.price * 100),
    description: row.description ?? `${row.name}, ${row.subcategory.toLowerCase()} by ${brand}: ${facts.join(", ")}.`,
    specs,
  };
}

const DESK = new Set(["Monitors", "Headphones", "Speakers", "Webcams", "Keyboards", "Mice", "External Drives"]);

function sells(shop: Shop, product: Product): boolean {
  if (shop.slug === "otter-lane") return product.category !== "Computers" || DESK.has(product.subcategory);
  return product.category === "Computers" && hash(`${shop.slug}:range:${product.id}`) % 100 < 72;
}

function offerOf(shop: Shop, product: Product): Offer {
  const factor = pick(`${shop.slug}:price:${product.id}`, 88, 114);
  const priceMinor = Math.max(99, Math.round((product.baseMinor * factor) / 10_000) * 100 - 1);
  const onSale = hash(`${shop.slug}:sale:${product.id}`) % 6 === 0;
  return {
    product,
    priceMinor,
    listMinor: onSale
      ? Math.round((priceMinor * pick(`${shop.slug}:list:${product.id}`, 112, 140)) / 10_000) * 100 + 99
      : null,
    inStock: hash(`${shop.slug}:stock:${product.id}`) % 12 !== 0,
  };
}

const ONE_IN = { whole: 1, small: 10 };

export function loadProducts(size: CatalogueSize): Products {
  const all = readRows<Row>("products.ndjson.gz")
    .filter((row) => hash(`small:${row.id}`) % ONE_IN[size] === 0)
    .map(toProduct);
  const ids = new Map(all.map((product) => [product.id, product]));
  const ranges = new Map<string, Offer[]>();
  const range = (shop: Shop) => {
    let offers = ranges.get(shop.slug);
    if (!offers) {
      offers = all.filter((product) => sells(shop, product)).map((product) => offerOf(shop, product));
      // A window that shows a bit of everything; the hash keeps its order the same on every start.
      const place = new Map(offers.map((offer) => [offer.product.id, hash(`${shop.slug}:place:${offer.product.id}`)]));
      offers.sort((a, b) => (place.get(a.product.id) ?? 0) - (place.get(b.product.id) ?? 0));
      ranges.set(shop.slug, offers);
    }
    return offers;
  };
  return {
    byId: (id) => ids.get(id),
    offers: range,
    offer(shop, productId) {
      const product = ids.get(productId);
      return product && sells(shop, product) ? offerOf(shop, product) : undefined;
    },
    subcategories: (shop) => [...new Set(range(shop).map((offer) => offer.product.subcategory))].sort(),
  };
}

/** The same with the range of the broad shops, whose prices are those of the day. */
export function withRange(own: Products, range: Range, today: () => number): Products {
  const offersOf = broadOffers(range);
  const offers = (shop: Shop) => (isBroad(shop) ? offersOf(shop, today()) : own.offers(shop));
  return {
    byId: (id) => (isRangeId(id) ? range.byId(id) : own.byId(id)),
    offers,
    offer(shop, productId) {
      if (!isBroad(shop)) return own.offer(shop, productId);
      const product = range.byId(productId);
      return product && broadSells(shop, product) ? broadOffer(shop, product, today()) : undefined;
    },
    subcategories: (shop) =>
      isBroad(shop)
        ? [...new Set(offers(shop).map(({ product }) => product.subcategory))].sort()
        : own.subcategories(shop),
  };
}

export function shopBySlug(slug: string): Shop | undefined {
  return ALL_SHOPS.find((shop) => shop.slug === slug);
}
