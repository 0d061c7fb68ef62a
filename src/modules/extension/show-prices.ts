/** What a product costs, where and since when, for a browser whose shopper pressed for it. The product is named by its number of the trade. */
import type { Brand } from "#partners";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ExtensionContext } from "./context.ts";
import type { ProductPrices } from "./extension.types.ts";
import { LIMITS } from "./limits.ts";
import type { ExtensionRefusal } from "./messages.ts";

/** What a popup has place for, with the store that is open among them. */
const MAX_STORES = 8;

/** `address` is for the limit alone. */
export async function showPrices(
  { catalog, limits }: ExtensionContext,
  asked: { brand: Brand; gtin: string; address: string },
): Promise<Outcome<ProductPrices, ExtensionRefusal>> {
  const wait = await limits.take(LIMITS.extension_prices, networkOf(asked.address));
  if (wait) return refused("too_many_asked", wait);
  const product = await catalog.under(asked.brand).productByGtin(asked.gtin);
  if (!product) return refused("no_product");
  const { slug, name, listings, history } = product;
  const seen = new Set<string>();
  const stores: ProductPrices["stores"] = [];
  for (const { availability, condition, merchant, price_minor, after_cash_back_minor } of listings) {
    const { internal_name, name: title } = merchant;
    // What is used is no lower price of the same thing.
    if (availability === "out_of_stock" || condition !== "new" || seen.has(internal_name)) continue;
    seen.add(internal_name);
    stores.push({ name: internal_name, title, minor: Number(price_minor), after_minor: Number(after_cash_back_minor) });
  }
  const lowest = history?.telling ? history.lowest : null;
  return done({
    slug,
    name,
    lowest: lowest && { day: lowest.day, minor: Number(lowest.minor) },
    watched_since: history?.watched_since ?? null,
    stores: stores.slice(0, MAX_STORES),
  });
}
