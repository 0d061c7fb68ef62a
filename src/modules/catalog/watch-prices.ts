/** What products cost over the last 90 days, and how long that is remembered. */
import { addDays, civilDate } from "#platform/clock";
import type { CatalogService } from "./catalog.types.ts";
import { cleanGtin } from "./clean-text.ts";
import { gtinKey } from "./content-hash.ts";
import { listingId, productId } from "./ids.ts";
import { showProduct } from "./list-products.ts";
import { dayBefore, HISTORY_DAYS, sumHistory } from "./price-rules.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { readForeignPrices } from "./store/foreign-prices.ts";
import { dropPricesBefore, readPriceSteps } from "./store/price-history.ts";
import { readSlugByKey } from "./store/read-products.ts";

export async function showPriceHistory(
  deps: BareReadDeps,
  target: Parameters<CatalogService["priceHistory"]>[0],
): ReturnType<CatalogService["priceHistory"]> {
  const own =
    "product_id" in target
      ? { product_id: productId.read(target.product_id) }
      : { listing_id: listingId.read(target.listing_id) };
  const id = own.product_id ?? own.listing_id;
  if (!id) return null;
  const today = civilDate(deps.clock.now());
  const asked = own.product_id ? { product_id: id } : { listing_id: id };
  const { points, first_day } = await readPriceSteps(deps.database.pool, asked, dayBefore(today, HISTORY_DAYS - 1));
  return first_day === null ? null : sumHistory(points, first_day, today);
}

const MAX_ABROAD = 20;

/** A product's page with its prices over time, and those that are not in dollars. */
export async function showWatchedProduct(deps: ReadDeps, slug: string): ReturnType<CatalogService["product"]> {
  const product = await showProduct(deps, slug);
  if (!product) return null;
  const id = productId.read(product.product_id);
  const [history, abroad] = await Promise.all([
    showPriceHistory(deps, { product_id: product.product_id }),
    id ? readForeignPrices(deps.database.pool, id, MAX_ABROAD) : [],
  ]);
  return {
    ...product,
    history: history ?? undefined,
    abroad: abroad.map(({ listing_id, internal_name, name, currency, price_minor, availability }) => ({
      listing_id: listingId.show(listing_id),
      merchant: { internal_name, name },
      currency,
      price_minor: price_minor.toString(),
      availability,
    })),
  };
}

export async function showProductByGtin(deps: ReadDeps, gtin: string): ReturnType<CatalogService["product"]> {
  const clean = cleanGtin(gtin);
  const slug = clean && (await readSlugByKey(deps.database.pool, gtinKey(clean), clean));
  return slug ? showWatchedProduct(deps, slug) : null;
}

export const dropOldPrices = (deps: BareReadDeps): Promise<number> =>
  dropPricesBefore(deps.database.db, civilDate(addDays(deps.clock.now(), -deps.settings.PRICE_HISTORY_DAYS)));
