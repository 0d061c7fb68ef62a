/** The door of the catalogue: merchants, offers, products, categories, and what search knows of them. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { Outcome } from "#platform/outcome";
import type { ProviderCalls } from "#platform/provider-calls";
import type { OwnLink } from "./bundle.types.ts";
import { CachedLists } from "./cached-lists.ts";
import type { CatalogService, MerchantCard, Network, PriceAlert, Shares, StoreActivity } from "./catalog.types.ts";
import {
  decideHeldImport,
  type HeldDetails,
  type HeldImport,
  type HeldRefusal,
  listHeld,
  showHeld,
} from "./decide-held.ts";
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
import { type CatalogDesk, createCatalogDesk } from "./desk.ts";
import type { FeedKind } from "./feeds/feed.types.ts";
import { fetchLogos, showLogo, showPicture } from "./fetch-media.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importEverything } from "./import-everything.ts";
import { importFeed, scheduleFeeds } from "./import-feed.ts";
import {
  importShopFeed,
  type ShopImportOptions,
  type ShopTrial,
  type ShopWish,
  tryShopFeed,
} from "./import-shop-feed.ts";
import { dropFavourite, keepFavourite, listFavouriteNames, type Votes, voteCoupon } from "./keep-favourites.ts";
import { dropOldSearches, listSearches, listWishes, wishStore } from "./keep-searches.ts";
import { listOwnLinks } from "./list-bundle-stores.ts";
import { listCategories, listProductCategories } from "./list-categories.ts";
import { listCoupons } from "./list-coupons.ts";
import { comesByItself, discoverFeeds, listFeeds } from "./list-feeds.ts";
import { createPictureMaker } from "./make-picture.ts";
import { registerCatalogMetrics } from "./metrics.ts";
import type { KnownShares } from "./operator-rates.ts";
import { WHOLE_BPS } from "./own-rates.ts";
import { askForFalls, changeAlert, listAlerts, stopAlert, type TellDeps, tellFalls } from "./price-alerts.ts";
import { readDueAwinTerms } from "./read-awin-terms.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { recallRatesNow, refreshNow } from "./refresh-catalog.ts";
import { saveActivity } from "./save-activity.ts";
import { SearchMemory } from "./search/search-memory.ts";
import type { CatalogSettings } from "./settings.ts";
import { logoUrl } from "./shape-answers.ts";
import { type BrandCatalog, type Shown, showUnder } from "./show-brand.ts";
import { addTries, readListedCodes, type StoreCode } from "./store/code-tries.ts";
import { type FeedAge, readFeedAges } from "./store/feed-ages.ts";
import { countHeld } from "./store/held-imports.ts";
import { readRejectReasons } from "./store/imports.ts";
import type { StoredMedia } from "./store/media.ts";
import { readSlugNow } from "./store/product-merges.ts";
import { hasMerchants, readNameNow, readStoresByDomain, readStoresByName } from "./store/read-merchants.ts";
import { replaceTracks } from "./store/track-health.ts";
import type { TrackRecord } from "./track.types.ts";
import { dropOldPrices, showPriceHistory } from "./watch-prices.ts";
import { findNamed, readShownListing, readWatched, type WatchedListing } from "./watched-listings.ts";
import { robotsText, sitemapIndex, sitemapPart } from "./write-sitemap.ts";

export type * from "./bundle.types.ts";
export type * from "./catalog.types.ts";
export type { HeldDetails, HeldImport } from "./decide-held.ts";
export type { Decision, ProgrammeDecision } from "./decide-programmes.ts";
export { SHOP_FORMATS, type ShopFormat } from "./feeds/read-shop-feed.ts";
export type { ImportOptions, ImportProgress, ImportReport } from "./import-catalog.types.ts";
export type { ShopPlan, ShopTrial, ShopWish } from "./import-shop-feed.ts";
export { CHANGED as CATALOG_CHANGED } from "./job-kinds.ts";
export type { Votes } from "./keep-favourites.ts";
export type { Campaign, CampaignName, OfferPage, OfferPages } from "./offer-pages.types.ts";
export { type NetworkSettings, networkSettings } from "./settings.ts";
export type { BrandCatalog } from "./show-brand.ts";
export type { TrackRecord } from "./track.types.ts";
export type { WatchedListing } from "./watched-listings.ts";

export type Catalog = Omit<CatalogService, Shown> & {
  /** As a brand shows it: its shares decide every rate. */
  under(brand: Shares): BrandCatalog;
  /** Pictures of stores, to stand beside their names. */
  logos(internalNames: readonly string[]): Promise<Map<string, Pick<MerchantCard, "logo_url" | "brand_hex">>>;
  /** What stores ask now, by the ids of listings as they are kept; what is gone is left out. */
  watched(listingIds: readonly string[]): Promise<Map<string, WatchedListing>>;
  /** The same for one, by its id as addresses have it. */
  watchedListing(id: string): Promise<WatchedListing | null>;
  /** What a store sells under exactly these names, where one thing alone is called so. */
  namedListings(asked: { merchant_id: string; names: readonly string[] }): Promise<Map<string, WatchedListing>>;
  /** Categories of stores, by their internal names; those that are not live are left out. */
  categoriesOf(internalNames: readonly string[]): Promise<Map<string, string>>;
  /** How our own clicks are told from other publishers'. */
  ownLinks(): Promise<OwnLink[]>;
  /** Stores by the hosts that are theirs. */
  storesByDomain(domains: readonly string[]): Promise<Map<string, { merchant_id: string; name: string }>>;
  /** Everything that a first start needs: feeds are found, then programmes, coupons and products imported. Logos follow as a job. */
  importAll(options?: ImportOptions & { products_later?: boolean }): Promise<ImportReport[]>;
  /** One feed by its name, see `feeds`. Expected failures are told in the report, not thrown. */
  importFeed(feedName: string, options?: ImportOptions): Promise<ImportReport>;
  /** The same for a job: in a process of its own, where the server has one. */
  importByJob(feedName: string): Promise<ImportReport>;
  /** Known feeds, in the order in which a first import wants them. */
  feeds(): Promise<
    { feed_name: string; kind: FeedKind; network: Network; last_rows: number | null; last_complete_at: Date | null }[]
  >;
  /** A shop's own feed from a file or an address: read whole, with nothing written; and imported. */
  tryShopFeed(wish: ShopWish): Promise<Outcome<ShopTrial, "not_importable">>;
  importShopFeed(wish: ShopWish, options?: ShopImportOptions): Promise<Outcome<ImportReport, "not_importable">>;
  /** How old what networks tell is, by kind; `since`: from when on each kind counts as fresh. */
  feedAges(since: Parameters<typeof readFeedAges>[1]): Promise<FeedAge[]>;
  /** Imports that lack so much that a person decides whether it is gone; the newest of each feed. */
  heldImports(): Promise<HeldImport[]>;
  heldImport(feedName: string): Promise<HeldDetails | null>;
  decideHeldImport(wish: {
    feed_name: string;
    decision: "release" | "drop";
    by: string;
  }): Promise<Outcome<{ gone: number }, HeldRefusal>>;
  /** Why rows of a run were refused, the most frequent reason first. */
  refusals(runId: string): Promise<{ reason: string; rows: number; example: string | null }[]>;
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
  /** What operators decide about stores, coupons and searches. */
  readonly desk: CatalogDesk;
  /** What brands give of a commission, as operators are told of it. */
  readonly shares: KnownShares;
  /** How stores tell of orders, as it was counted: takes the place of what was counted before. */
  keepTracks(tracks: readonly (TrackRecord & { internal_name: string })[]): Promise<void>;
  /** Fetches logos that are missing. */
  fetchLogos(): Promise<void>;
  /** Stores that paid a part of today's rate since an instant before their rates were first read here. */
  recallRates(recalled: { internal_names: readonly string[]; since: Date; share_bps: number }): Promise<void>;
  /** What members did everywhere in the time that counts; who keeps clicks and orders tells it. Replaces what was told before. */
  saveActivity(points: readonly StoreActivity[]): Promise<void>;
  /** Brings up to date what changes by itself: coupons that ended, usual rates, prominence. */
  refresh(): Promise<void>;
  keepFavourite(userId: string, internalName: string): Promise<Outcome<null, "unknown_store">>;
  dropFavourite(userId: string, internalName: string): Promise<void>;
  /** Once for each member and coupon. `offerId` is `ofr_…`. */
  /** A store that is not with us, by its name; once for each member and store. */
  wishStore(userId: string, name: string): Promise<Outcome<null, "no_name" | "too_many_wishes">>;
  /** For operators: the stores that members wish for, and what is searched for without persons, `lost` what found nothing. */
  wishes(): Promise<{ name: string; members: number; newest: Date }[]>;
  searches(query: {
    days: number;
    lost: boolean;
  }): Promise<{ searched: string; language: string; times: number; results: number }[]>;
  dropOldSearches(): Promise<void>;
  /** Forgets what listings cost longer ago than the settings say. */
  dropOldPrices(): Promise<void>;
  /** Tell this member when the product of this address costs less. */
  askForFalls(userId: string, slug: string): Promise<Outcome<null, "unknown_product" | "too_many_alerts">>;
  stopAlert(userId: string, slug: string): Promise<void>;
  priceAlerts(userId: string): Promise<PriceAlert[]>;
  /** Says below which price a fall is worth a letter; `below` as it was typed, empty for every fall. */
  changeAlert(
    userId: string,
    change: { slug: string; below: string },
  ): Promise<Outcome<null, "unknown_alert" | "bad_price">>;
  /** Writes to those whose price fell; returns how many letters. */
  tellFalls(): Promise<number>;
  voteCoupon(
    userId: string,
    offerId: string,
    worked: boolean,
  ): Promise<Outcome<Votes, "unknown_coupon" | "already_voted">>;
  /** Which of these codes are listed now, as "store code". */
  listedCodes(codes: readonly StoreCode[]): Promise<Set<string>>;
  /** Counts what browsers told, beside what members say. */
  countTries(tx: Tx, tries: readonly (StoreCode & { worked: boolean; day: string })[]): Promise<void>;
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
  calls: ProviderCalls;
  metrics?: Metrics | undefined;
  /** Absent: whoever gets most gets all that networks pay. */
  shares?: KnownShares;
  /** What letters need; absent where nothing is told. */
  tell?: TellDeps;
  /** Paths of the home brand's news, for the site map. */
  news_paths?: () => readonly string[];
};

const ALL_OF_IT: KnownShares = {
  home: () => ({ member_share_bps: WHOLE_BPS, plus_share_bps: WHOLE_BPS }),
  most_share_bps: () => WHOLE_BPS,
};

export function createCatalog(deps: CatalogDeps): Catalog {
  const { database, clock, settings, log, registry, calls, shares = ALL_OF_IT } = deps;
  /** Lists hold rates: brands that give the same shares have them together, others never. */
  const brands = new Map<string, { read: ReadDeps; shown: BrandCatalog }>();
  const lists = new CachedLists();
  const search = new SearchMemory({ database, clock, log });
  const read: BareReadDeps = { database, clock, settings, log, lists, search, calls };
  const under = (brand: Shares): BrandCatalog => {
    const key = `${brand.member_share_bps}/${brand.plus_share_bps}`;
    const known = brands.get(key);
    if (known) return known.shown;
    const own: ReadDeps = { ...read, brand, lists: new CachedLists() };
    const shown = showUnder(own);
    brands.set(key, { read: own, shown });
    return shown;
  };
  if (deps.metrics) registerCatalogMetrics(deps.metrics.registry, () => countHeld(database.db));
  const importing: ImportDeps = { database, clock, settings, log, registry, calls };
  const forget = () => {
    lists.clear();
    for (const { read: own } of brands.values()) own.lists.clear();
    search.clear();
  };
  return {
    under,
    desk: createCatalogDesk(
      { ...importing, pictures: createPictureMaker(), most_share_bps: shares.most_share_bps },
      forget,
    ),
    shares,
    // Read anew by each page: nothing that is kept in memory knows of it.
    keepTracks: (tracks) => database.transaction((tx) => replaceTracks(tx, tracks, clock.now())),
    logos: async (internalNames) => {
      const rows = internalNames.length > 0 ? await readStoresByName(database.pool, internalNames) : [];
      return new Map(
        rows.map((row) => [row.internal_name, { logo_url: logoUrl(row.logo_path), brand_hex: row.brand_hex }]),
      );
    },
    watched: (listingIds) => readWatched(read, listingIds),
    watchedListing: (id) => readShownListing(read, id),
    namedListings: (asked) => findNamed(read, asked),
    categoriesOf: async (internalNames) => {
      const rows = internalNames.length > 0 ? await readStoresByName(database.pool, internalNames) : [];
      return new Map(rows.map((row) => [row.internal_name, row.category]));
    },
    ownLinks: () => listOwnLinks(read),
    storesByDomain: async (domains) => {
      const rows = domains.length > 0 ? await readStoresByDomain(database.pool, domains) : [];
      return new Map(rows.map(({ domain, ...store }) => [domain, store]));
    },
    productNow: (slug) => readSlugNow(database.pool, slug),
    nameNow: (formerName) => readNameNow(database.pool, formerName),
    coupons: (query) => listCoupons(read, query),
    categories: () => listCategories(read),
    productCategories: () => listProductCategories(read),
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
    tryShopFeed: (wish) => tryShopFeed(importing, wish),
    importShopFeed: (wish, options) => importShopFeed(importing, wish, options).finally(forget),
    feedAges: (since) => readFeedAges(database.db, since),
    heldImports: () => listHeld(importing),
    heldImport: (feedName) => showHeld(importing, feedName),
    decideHeldImport: (wish) => decideHeldImport(importing, wish).finally(forget),
    refusals: (runId) => readRejectReasons(database.db, runId, 20),
    scheduleImports: async (kinds) => {
      if (kinds.includes("products")) await discoverFeeds(importing);
      const names = (await listFeeds(importing))
        .filter((feed) => kinds.includes(feed.kind) && comesByItself(feed) && !feed.held_at)
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
    recallRates: (recalled) => recallRatesNow(importing, recalled).finally(forget),
    saveActivity: async (points) => {
      if (await saveActivity(importing, points)) forget();
    },
    fetchLogos: async () => {
      if ((await fetchLogos(importing)).found > 0) await refreshNow(importing).finally(forget);
    },
    refresh: async () => {
      await refreshNow(importing).finally(forget);
    },
    favourites: (userId) => listFavouriteNames(read, userId),
    keepFavourite: (userId, internalName) => keepFavourite(read, userId, internalName),
    dropFavourite: (userId, internalName) => dropFavourite(read, userId, internalName),
    priceHistory: (target) => showPriceHistory(read, target),
    dropOldPrices: async () => {
      await dropOldPrices(read);
    },
    listedCodes: (codes) => readListedCodes(database.pool, codes),
    countTries: (tx, tries) => addTries(tx, tries, clock.now()),
    voteCoupon: (userId, offerId, worked) => voteCoupon(read, userId, offerId, worked),
    askForFalls: (userId, slug) => askForFalls(deps, userId, slug),
    stopAlert: (userId, slug) => stopAlert(deps, userId, slug),
    priceAlerts: (userId) => listAlerts(deps, userId),
    changeAlert: (userId, change) => changeAlert(deps, userId, change),
    tellFalls: () => tellFalls(deps),
    wishStore: (userId, name) => wishStore(read, userId, name),
    wishes: () => listWishes(read),
    searches: (query) => listSearches(read, query),
    dropOldSearches: async () => {
      await dropOldSearches(read);
    },
    logo: (internalName) => showLogo(read, internalName),
    picture: (productId) => showPicture(read, productId),
    sitemap: (part) => (part === null ? sitemapIndex(read) : sitemapPart(read, part, deps.news_paths?.() ?? [])),
    robots: () => robotsText(settings.PUBLIC_URL),
    isEmpty: async () => !(await hasMerchants(database.pool)),
    forget,
  };
}
