/** A shop's own feed from a file or a web address: looked at, tried without writing anything, or imported. */
import { stopwatch } from "#platform/clock";
import { ForbiddenFetchError } from "#platform/fetch-public";
import { done, type Outcome, refused } from "#platform/outcome";
import { OutgoingError } from "#platform/outgoing";
import type { ProductRow, RowStream } from "./feeds/feed.types.ts";
import { type ColumnMap, PROPOSED, readColumnMap } from "./feeds/feed-columns.ts";
import { FeedFormatError } from "./feeds/feed-format-error.ts";
import { type FeedShape, inspectFeed } from "./feeds/inspect-feed.ts";
import { withPublicLinks } from "./feeds/public-links.ts";
import { readShopFeed, type ShopFormat } from "./feeds/read-shop-feed.ts";
import { openShopSource, type ShopSource } from "./feeds/shop-source.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importInto } from "./import-feed.ts";
import { mergeProducts } from "./import-products.ts";
import { domainOf, fold } from "./names.ts";
import { programmeGroups } from "./store/programmes.ts";
import { findShops, findShopsByDomain, readShopState, type ShopRow, saveShopFeed } from "./store/shop-feeds.ts";

export type ShopWish = {
  /** A file, or an address of the web. */
  source: string;
  format?: ShopFormat | undefined;
  /** The store's name; absent: it is told by where the links lead. */
  store?: string | undefined;
  /** The text of a map of columns. */
  map?: string | undefined;
};

export type ShopPlan = {
  shape: FeedShape;
  bytes: number;
  store: { internal_name: string; name: string; domain: string; told_by_links: boolean } | null;
  /** What a person should know before the import. */
  warnings: string[];
};

export type ShopTrial = {
  plan: ShopPlan;
  rows: number;
  good: number;
  cut: boolean;
  /** Products of the shop's own feed that are for sale now. */
  known: number;
  currencies: { currency: string; rows: number }[];
  refused: { reason: string; rows: number; example: string | null }[];
  seconds: number;
};

type Opened = { source: ShopSource; map: ColumnMap; plan: ShopPlan; shop: ShopRow | null };

/** More reasons than this are summed up as others. */
const MAX_REASONS = 40;

/** Reads the whole feed and writes nothing. */
export const tryShopFeed = (deps: ImportDeps, wish: ShopWish): Promise<Outcome<ShopTrial, "not_importable">> =>
  withOpened(deps, wish, async ({ source, map, plan, shop }) => {
    const started = stopwatch();
    const trial = { rows: 0, good: 0, cut: false };
    const reasons = new Map<string, { rows: number; example: string | null }>();
    const currencies = new Map<string, number>();
    if (plan.shape.missing.length === 0)
      for await (const handful of rowsOf(deps, source, wish, map)) {
        trial.rows += handful.rows.length + handful.rejects.length;
        trial.good += handful.rows.length;
        trial.cut ||= handful.cut ?? false;
        for (const { reason, external_id, sample } of handful.rejects) {
          const known = reasons.get(reason) ?? (reasons.size < MAX_REASONS ? null : reasons.get(OTHERS));
          if (known) known.rows += 1;
          else
            reasons.set(reasons.size < MAX_REASONS ? reason : OTHERS, {
              rows: 1,
              example: external_id ?? (sample || null),
            });
        }
        for (const { currency } of handful.rows) currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
      }
    const state = shop ? await readShopState(deps.database.db, shop.merchant_id) : null;
    return {
      ...trial,
      plan,
      known: state?.products ?? 0,
      currencies: [...currencies].map(([currency, rows]) => ({ currency, rows })).sort((a, b) => b.rows - a.rows),
      refused: [...reasons].map(([reason, told]) => ({ reason, ...told })).sort((a, b) => b.rows - a.rows),
      seconds: (stopwatch() - started) / 1_000,
    };
  });
const OTHERS = "other reasons";

export type ShopImportOptions = ImportOptions & {
  /** Told before the first row is written. */
  onPlan?: ((plan: ShopPlan) => void) | undefined;
};

export const importShopFeed = (
  deps: ImportDeps,
  wish: ShopWish,
  options: ShopImportOptions = {},
): Promise<Outcome<ImportReport, "not_importable">> =>
  withOpened(deps, wish, async ({ source, map, plan, shop }) => {
    if (plan.shape.missing.length > 0)
      throw new FeedFormatError(
        `this is no feed of products, or its columns have names of their own: nothing holds ${plan.shape.missing.join(", ")}; --map tells what does`,
      );
    if (!shop) throw new FeedFormatError("no store is named, and the links lead to none that is known: use --store");
    const { network, network_programme_id } = shop;
    const programme =
      network && network_programme_id ? await programmeGroups(deps.database.db, network, network_programme_id) : null;
    if (!network || !network_programme_id || !programme)
      throw new FeedFormatError(`${shop.name} has no program of a network, by which members could go there`);
    options.onPlan?.(plan);
    const feed = await saveShopFeed(deps.database.db, { ...shop, network, network_programme_id });
    return importInto(deps, feed, options, (run) =>
      mergeProducts(deps, run, programme, rowsOf(deps, source, wish, map), options),
    );
  });

const rowsOf = (deps: ImportDeps, source: ShopSource, wish: ShopWish, map: ColumnMap): RowStream<ProductRow> =>
  withPublicLinks(deps.settings, readShopFeed(source.text(), { format: wish.format, map }));

async function withOpened<T>(
  deps: ImportDeps,
  wish: ShopWish,
  work: (opened: Opened) => Promise<T>,
): Promise<Outcome<T, "not_importable">> {
  try {
    const map = wish.map === undefined ? PROPOSED : readColumnMap(wish.map);
    const source = await openShopSource(deps.settings, wish.source);
    try {
      const { shape, links } = await inspectFeed(source.text(), { format: wish.format, map });
      const { shop, warnings } = await chooseShop(deps, wish.store, links);
      const store = shop && { ...storeOf(shop), told_by_links: wish.store === undefined };
      return done(await work({ source, map, shop, plan: { shape, bytes: source.bytes, store, warnings } }));
    } finally {
      await source.close();
    }
  } catch (error) {
    const expected =
      error instanceof FeedFormatError || error instanceof OutgoingError || error instanceof ForbiddenFetchError;
    if (!expected && !isBadArchive(error)) throw error;
    return refused("not_importable", { problem: (error as Error).message });
  }
}

/** What zlib says of bytes that are no archive, or not a whole one. */
const isBadArchive = (error: unknown): boolean =>
  error instanceof Error && /^Z_/.test((error as { code?: string }).code ?? "");

const storeOf = ({ internal_name, name, domain }: ShopRow) => ({ internal_name, name, domain });

/** `shop.marlow.example` may be the host of `marlow.example`. */
function domainsOf(link: string): string[] {
  const host = domainOf(link);
  const labels = host?.split(".") ?? [];
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}

async function chooseShop(
  deps: ImportDeps,
  wanted: string | undefined,
  links: readonly string[],
): Promise<{ shop: ShopRow | null; warnings: string[] }> {
  const { db } = deps.database;
  const hosts = links.map(domainsOf);
  const leadTo = (shop: ShopRow) => hosts.filter((host) => host.includes(shop.domain)).length;
  let shop: ShopRow | null = null;
  const warnings: string[] = [];
  if (wanted === undefined) {
    const found = await findShopsByDomain(db, [...new Set(hosts.flat())]);
    shop = found.find((one) => leadTo(one) * 2 > links.length) ?? null;
  } else {
    const found = await findShops(db, wanted.trim().toLowerCase(), fold(wanted));
    shop = found[0] ?? null;
    if (!shop) throw new FeedFormatError(`no store is called ${wanted}`);
    if (links.length > 0 && leadTo(shop) * 2 <= links.length)
      warnings.push(
        `most links do not lead to ${shop.domain}, but for instance to ${domainOf(links[0] ?? "") ?? "no public site"}`,
      );
  }
  if (shop) {
    const { others } = await readShopState(db, shop.merchant_id);
    if (others.length > 0) warnings.push(`products of ${shop.name} also come by ${others.join(", ")}`);
  }
  return { shop, warnings };
}
