/**
 * What the front page and the lists of stores consist of, as they are built, and how operators order them. Pure.
 * A list says by which rule it is made; a store that an operator put first is told as that.
 */
import type { HomePart, Section } from "./catalog.types.ts";
import type { StoreRule } from "./store/read-merchants.ts";

type Told = Pick<Section, "title_en" | "title_es" | "rule_en" | "rule_es">;

/** In the order in which they stand until an operator says otherwise. */
export const LISTS: Readonly<Record<string, Told & { rule: StoreRule | null; linked: boolean }>> = {
  "top-stores": {
    title_en: "Top stores",
    title_es: "Tiendas principales",
    rule_en:
      "The best-known stores that pay cash back. Visits and orders move a store up once three members or more made them. Each member counts once per store, buyers for more, and half as much after 30 days.",
    rule_es:
      "Las tiendas más conocidas que pagan dinero de vuelta. Las visitas y los pedidos hacen subir a una tienda cuando son de tres miembros o más. Cada miembro cuenta una vez por tienda, más si compró, y la mitad después de 30 días.",
    rule: "popular",
    linked: true,
  },
  "best-cashback": {
    title_en: "Best cash back",
    title_es: "El mejor reembolso",
    rule_en:
      "The highest percentages today, well-known stores first. Each store's page says what its best rate is paid for.",
    rule_es:
      "Los porcentajes más altos de hoy, primero las tiendas conocidas. La página de cada tienda dice por qué compras paga su mejor porcentaje.",
    rule: "cash_back",
    linked: true,
  },
  "merchants-we-love": {
    title_en: "Merchants we love",
    title_es: "Tiendas que nos encantan",
    rule_en:
      "Stores that pay cash back and have coupons today. Those that most members saved come first, then well-known ones with most coupons.",
    rule_es:
      "Tiendas que pagan dinero de vuelta y hoy tienen cupones. Primero las que más miembros guardaron, luego las más conocidas con más cupones.",
    rule: "loved",
    linked: true,
  },
  "raised-rates": {
    title_en: "Raised for now",
    title_es: "Con aumento temporal",
    rule_en: "Stores that pay more today than on most of the last 30 days. The usual rate is next to it.",
    rule_es:
      "Tiendas que hoy pagan más que en la mayor parte de los últimos 30 días. Al lado está el porcentaje habitual.",
    rule: "raised",
    linked: true,
  },
  "most-visited": {
    title_en: "Most visited",
    title_es: "Más visitadas",
    rule_en:
      "Stores by how many different members went there from here in the last 180 days. Each member counts once a store.",
    rule_es:
      "Tiendas según cuántos miembros distintos fueron a ellas desde aquí en los últimos 180 días. Cada miembro cuenta una vez por tienda.",
    rule: "visited",
    linked: false,
  },
  "top-products": {
    title_en: "Top products",
    title_es: "Productos principales",
    rule_en: "Products that most stores here sell, so that their prices can be compared.",
    rule_es: "Productos que venden más tiendas de aquí, para que puedas comparar sus precios.",
    rule: null,
    linked: false,
  },
};
export const BY_HAND: Pick<Told, "rule_en" | "rule_es"> = {
  rule_en: "Chosen by hand, with today's rates.",
  rule_es: "Elegidas a mano, con los porcentajes de hoy.",
};

/** Below what leads: the search stands first for everybody. Titles are for operators. */
export const HOME_PARTS: Readonly<Record<HomePart, string>> = {
  rates: "Rate card: today's rates by category",
  cent: "What happens to a cent",
  coupons: "Coupons",
  membership: "Membership",
  coins: "Offers that pay coins",
  answers: "Questions and answers",
};
export const homeParts = Object.keys(HOME_PARTS) as readonly HomePart[];

export const AREAS = ["home", "stores"] as const;
export type Area = (typeof AREAS)[number];

/** `home.rates` is a part of the front page, `top-stores` a list. */
export const homeSection = (part: HomePart): string => `home.${part}`;
export const readHomePart = (section: string): HomePart | null =>
  homeParts.find((part) => homeSection(part) === section) ?? null;

/** What is known in the decided order; what came since stands at the end, as it is built. */
export const inOrder = <Name extends string>(built: readonly Name[], decided: readonly string[]): Name[] => [
  ...decided.flatMap((name) => built.find((one) => one === name) ?? []),
  ...built.filter((name) => !decided.includes(name)),
];

/** `place` counts from 1; one beyond the ends is the end. */
export function movedTo(order: readonly string[], section: string, place: number): string[] {
  const others = order.filter((one) => one !== section);
  const at = Math.min(Math.max(place, 1), order.length) - 1;
  return [...others.slice(0, at), section, ...others.slice(at)];
}

/** What a list says of stores that its rule did not choose. */
export const chosenWords = (pinned: number): Pick<Told, "rule_en" | "rule_es"> =>
  pinned === 0
    ? { rule_en: "", rule_es: "" }
    : pinned === 1
      ? { rule_en: " The first store was chosen by us.", rule_es: " La primera tienda la elegimos nosotros." }
      : {
          rule_en: ` The first ${pinned} stores were chosen by us.`,
          rule_es: ` Las primeras ${pinned} tiendas las elegimos nosotros.`,
        };
