/** What the server draws of a product's prices, in both languages: a page at the limit of its script shows it as it is. */
import type { CatalogService } from "#catalog";
import { drawForeignPrices } from "./price-abroad.ts";
import { drawPriceHistory, type PriceChart } from "./price-chart.ts";

type Product = NonNullable<Awaited<ReturnType<CatalogService["product"]>>>;

/** `alone`: nothing of it is to be had for dollars, so that no table of dollars says that nobody has it. */
export type DrawnPrices = PriceChart & { alone: boolean };

export function drawPrices({
  slug,
  abroad,
  history,
  listings,
}: Pick<Product, "slug" | "abroad" | "history" | "listings">): DrawnPrices {
  const parts = [drawForeignPrices(slug, abroad), drawPriceHistory(history)];
  const join = (language: "en" | "es") =>
    parts.map((part) => (part ? `<section class="mt-10">${part[language]}</section>` : "")).join("");
  return { en: join("en"), es: join("es"), alone: listings.length === 0 && parts[0] !== null };
}
