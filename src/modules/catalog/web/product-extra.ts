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
  on: { en: "We'll email you when it costs less.", es: "Te escribiremos cuando cueste menos." },
  off: { en: "We won't email you about this price.", es: "No te escribiremos sobre este precio." },
  full: {
    en: "You have 100 price alerts. Turn one off first.",
    es: "Ya tienes 100 alertas de precio. Desactiva alguna primero.",
  },
  stop: { en: "Turn off the alert for this price?", es: "¿Desactivamos la alerta de este precio?" },
};
const ASK = { en: "Alert me when the price drops", es: "Avísame cuando baje el precio" };
const STOP = { en: "Turn off alert", es: "Desactivar alerta" };

const ALL = { en: "All price alerts", es: "Todas las alertas de precio" };

const BOUGHT = { en: "Bought it? Watch its price", es: "¿Ya lo compraste? Vigila su precio" };

const PRODUCTS = { en: "Products", es: "Productos" };
const COMPARE = { en: "Compare", es: "Comparar" };

/** Whether a description only says again what stands among the details, as feeds without words of their own write it. */
function repeatsDetails({ name, brand, subcategory, description, specs }: Product): boolean {
  const folded = (text: string) => text.toLowerCase().replace(/[\s,]+/g, " ");
  const known = [name, ...specs.map((spec) => `${spec.name} ${spec.value}`), subcategory?.name_en ?? "", brand ?? ""];
  const rest = known.reduce((text, part) => (part ? text.replace(folded(part), " ") : text), folded(description));
  return specs.length > 0 && rest.replace(/\bby\b|[^a-z0-9]/g, "") === "";
}

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
    about: repeatsDetails(product) ? "" : product.description,
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
