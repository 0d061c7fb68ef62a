/**
 * What search engines read of a store and of a product. Written by the loader and not by the page, because the script of these
 * pages is at its limit and a browser never needs it.
 */
import type { CatalogService, MerchantPage } from "#catalog";
import type { Structured } from "#ui/page-meta.ts";
import { schemaPrice, schemaStock } from "./schema-words.ts";

type Product = NonNullable<Awaited<ReturnType<CatalogService["product"]>>>;

/** Only coupons that run, with the dates that their network gave. */
export const storeData = ({ merchant, coupons }: MerchantPage, origin: string): Structured => {
  const live = coupons.filter((coupon) => coupon.state === "live");
  return {
    "@type": "Store",
    name: merchant.name,
    url: `https://${merchant.domain}`,
    ...(merchant.logo_url && { logo: origin + merchant.logo_url }),
    description: merchant.description,
    ...(live.length > 0 && {
      makesOffer: live.map(({ title, starts_at, ends_at }) => ({
        "@type": "Offer",
        name: title,
        ...(starts_at && { validFrom: starts_at }),
        ...(ends_at && { validThrough: ends_at }),
      })),
    }),
  };
};

export function productData(product: Product, origin: string): Structured {
  const prices = product.listings.map((listing) => BigInt(listing.price_minor)).sort((a, b) => (a < b ? -1 : 1));
  const low = prices[0];
  const high = prices.at(-1);
  return {
    "@type": "Product",
    name: product.name,
    description: product.description,
    ...(product.image_url && { image: origin + product.image_url }),
    ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
    ...(product.gtin && { gtin: product.gtin }),
    ...(low !== undefined &&
      high !== undefined && {
        offers: {
          "@type": "AggregateOffer",
          priceCurrency: "USD",
          lowPrice: schemaPrice(low.toString()),
          highPrice: schemaPrice(high.toString()),
          offerCount: product.listings.length,
          // What is out of stock comes last: the first tells whether anybody has it.
          ...(product.listings[0] && { availability: schemaStock(product.listings[0]) }),
        },
      }),
  };
}
