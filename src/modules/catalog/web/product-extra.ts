/**
 * What a product's page shows in words that its loader makes, because the page may hold no more script: the way there, attributes,
 * the way to compare, and the form by which a member waits for a lower price.
 */
import type { CatalogService } from "#catalog";
import type { Language } from "#ui/text.tsx";
import { type AskedAlert, drawAlert } from "./draw-alert.ts";
import { withQuery } from "./links.ts";

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

export function productExtra(product: Product, asked: AskedAlert, language: Language) {
  const { category, subcategory } = product;
  const nameOf = (place: { name_en: string; name_es: string }) => (language === "es" ? place.name_es : place.name_en);
  const crumbs: { text: string; href?: string }[] = [{ text: PRODUCTS[language], href: "/products" }];
  // A category may be called as its department is: it stands there once.
  if (category && !(subcategory && nameOf(subcategory) === nameOf(category)))
    crumbs.push({ text: nameOf(category), href: `/products/${category.slug}` });
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
    alert: drawAlert(product.slug, asked, language),
    compare: COMPARE[language],
    compare_href: withQuery(list, { with: product.product_id }),
  };
}
