/**
 * What a product's page shows in words that its loader makes, because the page may hold no more script: the way there, attributes,
 * the way to compare, and the form by which a member waits for a lower price. What was asked stands in the address, as the page is
 * the same for everybody.
 */
import type { CatalogService } from "#catalog";
import type { Language } from "#ui/text.tsx";
import { withQuery } from "./links.ts";

const WORDS = {
  none: { en: null, es: null },
  on: { en: "We will write to you when it costs less.", es: "Te escribiremos cuando cueste menos." },
  off: { en: "We will not write to you about this price.", es: "No te escribiremos sobre este precio." },
  full: { en: "You wait for 100 prices. Let go of some first.", es: "Ya esperas 100 precios. Suelta alguno primero." },
  stop: { en: "Shall we stop writing to you about this price?", es: "¿Dejamos de escribirte sobre este precio?" },
};
const ASK = { en: "Tell me when it falls", es: "Avísame cuando baje" };
const STOP = { en: "Stop writing to me", es: "No me escriban más" };

const ALL = { en: "All the prices you wait for", es: "Todos los precios que esperas" };

const BOUGHT = { en: "Bought it? Watch its price", es: "¿Ya lo compraste? Vigila su precio" };

const PRODUCTS = { en: "Products", es: "Productos" };
const COMPARE = { en: "Compare", es: "Comparar" };

type Product = NonNullable<Awaited<ReturnType<CatalogService["product"]>>>;
export type ProductExtra = ReturnType<typeof productExtra>;

const isState = (text: string): text is keyof typeof WORDS => Object.hasOwn(WORDS, text);

export function productExtra(product: Product, asked: string | null, language: Language) {
  const state = asked && isState(asked) ? asked : "none";
  const stops = state === "on" || state === "stop";
  const { category, subcategory } = product;
  const nameOf = (place: { name_en: string; name_es: string }) => (language === "es" ? place.name_es : place.name_en);
  const crumbs: { text: string; href?: string }[] = [{ text: PRODUCTS[language], href: "/products" }];
  if (category) crumbs.push({ text: nameOf(category), href: `/products/${category.slug}` });
  if (category && subcategory)
    crumbs.push({ text: nameOf(subcategory), href: `/products/${category.slug}/${subcategory.slug}` });
  crumbs.push({ text: product.name });
  const list = category ? `/products/${category.slug}` : "/products";
  return {
    crumbs,
    /** Names and descriptions are the shops' own; what is known of them otherwise is said in the reader's language. */
    lang: language === "es" ? "en" : undefined,
    specs: product.specs.map(({ name, name_es, value, value_es }) =>
      language === "es" ? { term: name_es, value: value_es } : { term: name, value },
    ),
    alert: {
      text: WORDS[state][language],
      label: (stops ? STOP : ASK)[language],
      value: stops ? "off" : "on",
      all: state === "none" ? null : ALL[language],
      bought: BOUGHT[language],
      bought_href: `${withQuery("/account/protection/price", { product: product.slug })}#add`,
      compare: COMPARE[language],
      compare_href: withQuery(list, { with: product.product_id }),
    },
  };
}
