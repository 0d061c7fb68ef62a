/** Curated lists (SPEC §2 `/section/{section}`). Each says by what rule it is made, and is made by that rule alone. */
import { CACHE_MINUTES } from "./cached-lists.ts";
import type { CatalogService, Section } from "./catalog.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toCard, toProductCard } from "./shape-answers.ts";
import { readSection } from "./store/member-choices.ts";
import { readStoresByName, readStoresByRule, type StoreRule } from "./store/read-merchants.ts";
import { readTopProducts } from "./store/read-products.ts";

type Told = Pick<Section, "title_en" | "title_es" | "rule_en" | "rule_es">;

const SECTIONS: Record<string, Told & { rule: StoreRule | null }> = {
  "top-stores": {
    title_en: "Top stores",
    title_es: "Tiendas principales",
    rule_en:
      "The best-known stores that pay cash back. Every visit and order by a member moves a store up, and weighs half as much after 30 days.",
    rule_es:
      "Las tiendas más conocidas que pagan dinero de vuelta. Cada visita y cada pedido de un miembro hace subir a una tienda, y pesa la mitad después de 30 días.",
    rule: "popular",
  },
  "merchants-we-love": {
    title_en: "Merchants we love",
    title_es: "Tiendas que nos encantan",
    rule_en:
      "Stores that pay cash back and have coupons today. Those that most members saved come first, then those with most coupons.",
    rule_es:
      "Tiendas que pagan dinero de vuelta y hoy tienen cupones. Primero las que más miembros guardaron, luego las que tienen más cupones.",
    rule: "loved",
  },
  "best-cashback": {
    title_en: "Best cash back",
    title_es: "El mejor reembolso",
    rule_en:
      "The highest percentages today, well-known stores first. Each store's page says what its best rate is paid for.",
    rule_es:
      "Los porcentajes más altos de hoy, primero las tiendas conocidas. La página de cada tienda dice por qué compras paga su mejor tasa.",
    rule: "cash_back",
  },
  "raised-rates": {
    title_en: "Raised for now",
    title_es: "Más por ahora",
    rule_en: "Stores that pay more today than on most of the last 30 days. The usual rate stands beside.",
    rule_es: "Tiendas que hoy pagan más que en la mayor parte de los últimos 30 días. Al lado está la tasa habitual.",
    rule: "raised",
  },
  "most-visited": {
    title_en: "Most visited",
    title_es: "Más visitadas",
    rule_en:
      "Stores by how many different members went there from here in the last 180 days. Each member counts once a store.",
    rule_es:
      "Tiendas según cuántos miembros distintos fueron a ellas desde aquí en los últimos 180 días. Cada miembro cuenta una vez por tienda.",
    rule: "visited",
  },
  "top-products": {
    title_en: "Top products",
    title_es: "Productos principales",
    rule_en: "Products that most stores here sell, so that their prices can be compared.",
    rule_es: "Productos que venden más tiendas de aquí, para que puedas comparar sus precios.",
    rule: null,
  },
};
const BY_HAND: Pick<Told, "rule_en" | "rule_es"> = {
  rule_en: "Chosen by hand, with today's rates.",
  rule_es: "Elegidas a mano, con las tasas de hoy.",
};
const SECTION_STORES = 48;
const SECTION_PRODUCTS = 48;

/** The built-in lists, and any that an operator added. */
export function showSection(deps: ReadDeps, section: string): ReturnType<CatalogService["section"]> {
  const { pool } = deps.database;
  return deps.lists.get(`section:${section.slice(0, 60)}`, CACHE_MINUTES, async () => {
    const known = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
    if (known) {
      const { rule, ...told } = known;
      const stores = rule ? await readStoresByRule(pool, rule, SECTION_STORES) : [];
      const products = rule ? [] : await readTopProducts(pool, SECTION_PRODUCTS);
      return {
        section,
        ...told,
        stores: stores.map((row) => toCard(row, deps.brand)),
        products: products.map((row) => toProductCard(row, deps.brand)),
      };
    }
    const own = await readSection(pool, section);
    if (!own) return null;
    const stores = await readStoresByName(pool, own.internal_names);
    return {
      section,
      title_en: own.title_en,
      title_es: own.title_es,
      ...BY_HAND,
      stores: stores.map((row) => toCard(row, deps.brand)),
      products: [],
    };
  });
}
