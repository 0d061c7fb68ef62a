/** The door of the catalogue: merchants, offers, products, categories, and what search knows of them. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { Outcome } from "#platform/outcome";
import type { ProviderCalls } from "#platform/provider-calls";
import { CachedLists } from "./cached-lists.ts";
import type { CatalogService, MerchantCard, Network } from "./catalog.types.ts";
import {
  type Decision,
  type DecisionEntry,
  type DecisionWish,
  decideProgramme,
  listDecisions,
  type ProgrammeDecision,
  type ProgrammeKey,
  showDecision,
  sumDecisions,
} from "./decide-programmes.ts";
import type { FeedKind } from "./feeds/feed.types.ts";
import { fetchLogos, showLogo, showPicture } from "./fetch-media.ts";
import { findDestination, findProgramme } from "./find-destination.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importEverything } from "./import-everything.ts";
import { importFeed, scheduleFeeds } from "./import-feed.ts";
import { dropFavourite, keepFavourite, listFavourites, type Votes, voteCoupon } from "./keep-favourites.ts";
import { listCategories, listProductCategories } from "./list-categories.ts";
import { listCoupons } from "./list-coupons.ts";
import { discoverFeeds, listFeeds } from "./list-feeds.ts";
import { listProducts, showListing, showProduct } from "./list-products.ts";
import { listAllStores, listStores, showHome, showSection } from "./list-stores.ts";
import { readDueAwinTerms } from "./read-awin-terms.ts";
import type { ReadDeps, Shares } from "./read-catalog.types.ts";
import { refreshNow } from "./refresh-catalog.ts";
import { SearchMemory } from "./search/search-memory.ts";
import { searchCatalog } from "./search-catalog.ts";
import type { CatalogSettings } from "./settings.ts";
import { toCard } from "./shape-answers.ts";
import { showMerchant } from "./show-merchant.ts";
import type { StoredMedia } from "./store/media.ts";
import { hasMerchants, readStoresByName } from "./store/read-merchants.ts";
import { robotsText, sitemapIndex, sitemapPart } from "./write-sitemap.ts";

export type * from "./catalog.types.ts";
export type { Decision, ProgrammeDecision } from "./decide-programmes.ts";
export type { ImportOptions, ImportProgress, ImportReport } from "./import-catalog.types.ts";
export type { Votes } from "./keep-favourites.ts";
export type { NetworkSettings } from "./settings.ts";

export type Catalog = CatalogService & {
  /** Everything that a first start needs: feeds are found, then programmes, coupons and products imported. Logos follow as a job. */
  importAll(options?: ImportOptions): Promise<ImportReport[]>;
  /** One feed by its name, see `feeds`. Expected failures are told in the report, not thrown. */
  importFeed(feedName: string, options?: ImportOptions): Promise<ImportReport>;
  /** The same for a job: in a process of its own, where the server has one. */
  importByJob(feedName: string): Promise<ImportReport>;
  /** Known feeds, in the order in which a first import wants them. */
  feeds(): Promise<
    { feed_name: string; kind: FeedKind; network: Network; last_rows: number | null; last_complete_at: Date | null }[]
  >;
  /** Adds a job for every feed of these kinds; asks the networks for their product feeds first. */
  scheduleImports(kinds: readonly FeedKind[]): Promise<void>;
  /** Reads what some of Awin's programmes pay and how long they take, as far as calls are left; at most `most` of them. */
  readAwinTerms(most: number): Promise<void>;
  /** Programmes with what was decided for them, most prominent merchants first. */
  decisions(filter: {
    network?: Network;
    decision?: Decision;
    text?: string;
    limit: number;
  }): Promise<ProgrammeDecision[]>;
  decision(key: ProgrammeKey): Promise<{ programme: ProgrammeDecision; history: DecisionEntry[] } | null>;
  decisionCounts(): Promise<Record<Decision, number>>;
  /** An operator's word on a programme: whether cash back is allowed, and for how long orders stay open. */
  decideProgramme(wish: DecisionWish): Promise<Outcome<ProgrammeDecision, "unknown_programme" | "bad_locking_days">>;
  /** Fetches logos that are missing. */
  fetchLogos(): Promise<void>;
  /** Brings up to date what changes by itself: coupons that ended, usual rates, prominence. */
  refresh(): Promise<void>;
  favouriteCards(userId: string): Promise<MerchantCard[]>;
  keepFavourite(userId: string, internalName: string): Promise<Outcome<null, "unknown_store">>;
  dropFavourite(userId: string, internalName: string): Promise<void>;
  /** Once for each member and coupon. `offerId` is `ofr_…`. */
  voteCoupon(
    userId: string,
    offerId: string,
    worked: boolean,
  ): Promise<Outcome<Votes, "unknown_coupon" | "already_voted">>;
  logo(internalName: string): Promise<StoredMedia | null>;
  picture(productId: string): Promise<StoredMedia | null>;
  /** The index for null; a part by its name, null when there is none of that name. */
  sitemap(part: string | null): Promise<string | null>;
  robots(): string;
};

export type CatalogDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: CatalogSettings;
  log: Log;
  registry: Registry;
  /** Where the jobs of a server import; absent: here. */
  importApart?: ((feedName: string) => Promise<ImportReport>) | undefined;
  brand: Shares;
  calls: ProviderCalls;
};

export function createCatalog(deps: CatalogDeps): Catalog {
  const { database, clock, settings, log, registry, brand, calls } = deps;
  const lists = new CachedLists();
  const search = new SearchMemory({ database, clock, log });
  const read: ReadDeps = { database, clock, settings, log, brand, lists, search, calls };
  const importing: ImportDeps = { database, clock, settings, log, registry, calls };
  const forget = () => {
    lists.clear();
    search.clear();
  };
  return {
    home: () => showHome(read),
    stores: (query) => listStores(read, query),
    merchant: (internalName) => showMerchant(read, internalName),
    merchantList: () => listAllStores(read),
    section: (section) => showSection(read, section),
    coupons: (query) => listCoupons(read, query),
    products: (query) => listProducts(read, query),
    product: (slug) => showProduct(read, slug),
    listing: (listingId) => showListing(read, listingId),
    search: (text) => searchCatalog(read, text),
    categories: () => listCategories(read),
    productCategories: () => listProductCategories(read),
    destination: (target) => findDestination(read, target),
    programme: (network, programmeId) => findProgramme(read, network, programmeId),
    importAll: (options) => importEverything(importing, options).finally(forget),
    importByJob: (feedName) =>
      deps.importApart ? deps.importApart(feedName).finally(forget) : importFeed(importing, feedName).finally(forget),
    importFeed: (feedName, options) => importFeed(importing, feedName, options).finally(forget),
    feeds: async () =>
      (await listFeeds(importing)).map(({ feed_name, kind, network, last_rows, last_complete_at }) => ({
        feed_name,
        kind,
        network,
        last_rows,
        last_complete_at,
      })),
    scheduleImports: async (kinds) => {
      if (kinds.includes("products")) await discoverFeeds(importing);
      const names = (await listFeeds(importing))
        .filter((feed) => kinds.includes(feed.kind))
        .map((feed) => feed.feed_name);
      await scheduleFeeds(importing, names);
    },
    readAwinTerms: async (most) => {
      const { read, notes } = await readDueAwinTerms(importing, most);
      if (notes.length > 0) log.warn({ notes: notes.slice(0, 20) }, "rates of programmes were left out");
      if (read > 0) forget();
    },
    decisions: (filter) => listDecisions(importing, filter),
    decision: (key) => showDecision(importing, key),
    decisionCounts: () => sumDecisions(importing),
    decideProgramme: (wish) => decideProgramme(importing, wish).finally(forget),
    fetchLogos: async () => {
      if ((await fetchLogos(importing)).found > 0) await refreshNow(importing).finally(forget);
    },
    refresh: async () => {
      await refreshNow(importing).finally(forget);
    },
    cards: async (internalNames) => {
      const rows = internalNames.length > 0 ? await readStoresByName(database.pool, internalNames) : [];
      return new Map(rows.map((row) => [row.internal_name, toCard(row, brand)]));
    },
    favourites: async (userId) => (await listFavourites(read, userId)).map((card) => card.internal_name),
    favouriteCards: (userId) => listFavourites(read, userId),
    keepFavourite: (userId, internalName) => keepFavourite(read, userId, internalName),
    dropFavourite: (userId, internalName) => dropFavourite(read, userId, internalName),
    voteCoupon: (userId, offerId, worked) => voteCoupon(read, userId, offerId, worked),
    logo: (internalName) => showLogo(read, internalName),
    picture: (productId) => showPicture(read, productId),
    sitemap: (part) => (part === null ? sitemapIndex(read) : sitemapPart(read, part)),
    robots: () => robotsText(settings.PUBLIC_URL),
    isEmpty: async () => !(await hasMerchants(database.pool)),
    forget,
  };
}
