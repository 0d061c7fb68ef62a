/**
 * Curated lists (SPEC §2 `/section/{section}`). Each says by what rule it is made, and is made by that rule, but for stores that an
 * operator put first, of which it tells too; and how the front page and the lists stand to each other.
 */
import { CACHE_MINUTES } from "./cached-lists.ts";
import type { CatalogService, HomePart, SectionLink } from "./catalog.types.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { BY_HAND, chosenWords, homeParts, homeSection, inOrder, LISTS } from "./sections.ts";
import { type CardRow, toCard, toProductCard } from "./shape-answers.ts";
import { readSection } from "./store/member-choices.ts";
import { readStoresByName, readStoresByRule, type StoreRule } from "./store/read-merchants.ts";
import { readTopProducts } from "./store/read-products.ts";
import { readOwnLists, readPinned, readStanding } from "./store/sections.ts";

const SECTION_STORES = 48;
const SECTION_PRODUCTS = 48;

/** Stores by a rule, behind those that an operator put first; a store stands once. */
export async function readStoresOf(
  { database: { pool } }: BareReadDeps,
  section: string,
  rule: StoreRule,
  most: number,
): Promise<{ stores: CardRow[]; pinned: number }> {
  const [first, ruled] = await Promise.all([readPinned(pool, section), readStoresByRule(pool, rule, most)]);
  const names = new Set(first.map(({ internal_name }) => internal_name));
  const stores = [...first, ...ruled.filter(({ internal_name }) => !names.has(internal_name))].slice(0, most);
  return { stores, pinned: first.length };
}

/** The built-in lists, and any that an operator added; none that is hidden. */
export function showSection(deps: ReadDeps, section: string): ReturnType<CatalogService["section"]> {
  const { pool } = deps.database;
  return deps.lists.get(`section:${section.slice(0, 60)}`, CACHE_MINUTES, async () => {
    if ((await readStanding(pool)).hidden.has(section)) return null;
    const known = Object.hasOwn(LISTS, section) ? LISTS[section] : undefined;
    if (known) {
      const { rule, title_en, title_es, rule_en, rule_es } = known;
      const { stores, pinned } = rule
        ? await readStoresOf(deps, section, rule, SECTION_STORES)
        : { stores: [], pinned: 0 };
      const products = rule ? [] : await readTopProducts(pool, SECTION_PRODUCTS);
      const chosen = chosenWords(pinned);
      return {
        ...{ section, title_en, title_es },
        ...{ rule_en: rule_en + chosen.rule_en, rule_es: rule_es + chosen.rule_es },
        stores: stores.map((row) => toCard(row, deps.brand)),
        products: products.map((row) => toProductCard(row, deps.brand)),
      };
    }
    const own = await readSection(pool, section);
    if (!own) return null;
    const first = await readPinned(pool, section);
    const names = new Set([...first.map(({ internal_name }) => internal_name), ...own.internal_names]);
    const stores = await readStoresByName(pool, [...names]);
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

/** The lists that stand above all stores, as operators order them. */
export const listSections = (deps: BareReadDeps): Promise<SectionLink[]> =>
  deps.lists.get("sections", CACHE_MINUTES, async () => {
    const { pool } = deps.database;
    const [own, { orders, hidden }] = await Promise.all([readOwnLists(pool), readStanding(pool)]);
    const built = Object.entries(LISTS).flatMap(([section, { title_en, title_es, linked }]) =>
      linked ? [{ section, title_en, title_es }] : [],
    );
    const all = new Map([...built, ...own].map((one) => [one.section, one]));
    return inOrder([...all.keys()], orders.stores).flatMap((section) => {
      const link = all.get(section);
      return link && !hidden.has(section) ? [link] : [];
    });
  });

/** The parts of the front page, as operators order them. */
export async function readHomeParts({ database: { pool } }: BareReadDeps): Promise<HomePart[]> {
  const { orders, hidden } = await readStanding(pool);
  return inOrder(homeParts, orders.home).filter((part) => !hidden.has(homeSection(part)));
}

/** Lists that nobody may come to: the site map names none of them. */
export const readHiddenSections = async ({ database: { pool } }: BareReadDeps): Promise<ReadonlySet<string>> =>
  (await readStanding(pool)).hidden;
