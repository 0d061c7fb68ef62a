/** Prices that are not in dollars, drawn by the server as markup in both languages, apart from those that they cannot be compared with. */
import type { ForeignPrice, ForeignProduct } from "#catalog";
import { priceText } from "#ui/price-words.ts";
import type { Language } from "#ui/text.tsx";
import { listingHref, productHref } from "./links.ts";

const WORDS = {
  en: {
    title: "In other currencies",
    about: "These prices are as the store tells them. They are not converted, and no cash back is promised for them.",
    gone: "out of stock",
  },
  es: {
    title: "En otras monedas",
    about: "Estos precios son los que indica la tienda. No los convertimos ni prometemos reembolso por ellos.",
    gone: "agotado",
  },
};

/** The same of a store: products that are in no list of dollars. Empty where it has none. */
export function drawForeignProducts(products: readonly ForeignProduct[]): Record<Language, string> {
  const lines = products.map(
    ({ slug, name, currency, price_minor }) =>
      `<li><a href="${escaped(productHref(slug))}">${escaped(name)}</a>: <b>${escaped(priceText(price_minor, currency))}</b></li>`,
  );
  const draw = (language: Language) =>
    lines.length === 0
      ? ""
      : `<section class="wrap mt-12"><h2 class="h2-small mb-3">${WORDS[language].title}</h2><p class="small muted">${WORDS[language].about}</p><ul class="mt-3">${lines.join("")}</ul></section>`;
  return { en: draw("en"), es: draw("es") };
}

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

export function drawForeignPrices(
  slug: string,
  prices: readonly ForeignPrice[] | undefined,
): Record<Language, string> | null {
  if (!prices || prices.length === 0) return null;
  return { en: draw(slug, prices, "en"), es: draw(slug, prices, "es") };
}

function draw(slug: string, prices: readonly ForeignPrice[], language: Language): string {
  const words = WORDS[language];
  const lines = prices.map(
    ({ listing_id, merchant, currency, price_minor, availability }) =>
      `<li><a href="${escaped(listingHref(slug, listing_id))}">${escaped(merchant.name)}</a>: <b>${escaped(priceText(price_minor, currency))}</b>${availability === "out_of_stock" ? `, ${words.gone}` : ""}</li>`,
  );
  return `<h2 class="h2-small mb-3">${words.title}</h2><p class="small muted">${words.about}</p><ul class="mt-3">${lines.join("")}</ul>`;
}
