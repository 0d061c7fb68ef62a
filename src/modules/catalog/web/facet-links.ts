/** What a list can be narrowed by, as links: each leads to the same list with one choice more or less. For loaders. */
import type { CatalogService } from "#catalog";
import { withQuery } from "./links.ts";

export type FacetLink = { href: string | null; text: string; text_es: string; count: number; chosen: boolean };
/** `stock` and `stores` have their title from the page's words. */
export type FacetGroup = { of: "stock" | "stores" | "attribute"; title: string; title_es: string; links: FacetLink[] };

type Found = Awaited<ReturnType<CatalogService["products"]>>;
type Kept = Record<"is" | "store" | "stock", string | null> & Record<string, string | null>;

const MAX_STORES = 12;

export function facetLinks({ facets, sellers, ready }: Found, path: string, kept: Kept): FacetGroup[] {
  const same = (text: string, rest: Pick<FacetLink, "href" | "count" | "chosen">) => ({ text, text_es: text, ...rest });
  const stock = same("", {
    href: withQuery(path, { ...kept, stock: kept.stock ? null : "1" }),
    count: ready,
    chosen: kept.stock !== null,
  });
  const stores = [...sellers]
    .sort((a, b) => Number(b.internal_name === kept.store) - Number(a.internal_name === kept.store))
    .slice(0, MAX_STORES)
    .map(({ internal_name, name, count }) =>
      same(name, {
        href: withQuery(path, { ...kept, store: internal_name === kept.store ? null : internal_name }),
        count,
        chosen: internal_name === kept.store,
      }),
    );
  const groups: FacetGroup[] = [
    { of: "stock", title: "", title_es: "", links: ready > 0 || stock.chosen ? [stock] : [] },
    ...facets.map(({ name, name_es, values }) => ({
      of: "attribute" as const,
      title: name,
      title_es: name_es,
      links: values.map(({ value, value_es, count, chosen, choice }) => ({
        href: choice === null ? null : withQuery(path, { ...kept, is: choice || null }),
        text: value,
        text_es: value_es,
        count,
        chosen,
      })),
    })),
    { of: "stores", title: "", title_es: "", links: stores.length > 1 || kept.store ? stores : [] },
  ];
  return groups.filter(({ links }) => links.length > 0);
}
