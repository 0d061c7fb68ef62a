/** The door of the catalogue: merchants, offers, products, categories, and what search knows of them. */

import { CachedLists } from "./cached-lists.ts";
import type { Shares } from "./catalog.types.ts";
import type { Catalog, CatalogDeps } from "./create-catalog.types.ts";
import { decideHeldImport, listHeld, showHeld } from "./decide-held.ts";
import { decideProgramme, listDecisions, showDecision, sumDecisions } from "./decide-programmes.ts";
import { createCatalogDesk } from "./desk.ts";
import { fetchLogos, showLogo, showPicture } from "./fetch-media.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { importEverything } from "./import-everything.ts";
import { importFeed, scheduleFeeds } from "./import-feed.ts";
import { importShopFeed, tryShopFeed } from "./import-shop-feed.ts";
import { dropFavourite, keepFavourite, listFavouriteNames, voteCoupon } from "./keep-favourites.ts";
import { dropOldSearches, listSearches, wishStore } from "./keep-searches.ts";
import { listOwnLinks } from "./list-bundle-stores.ts";
import { listCategories, listProductCategories } from "./list-categories.ts";
import { comesByItself, discoverFeeds, listFeeds } from "./list-feeds.ts";
import { createPictureMaker } from "./make-picture.ts";
import type { KnownShares } from "./operator-rates.ts";
import { WHOLE_BPS } from "./own-rates.ts";
import { askForFalls, changeAlert, listAlerts, stopAlert, tellFalls } from "./price-alerts.ts";
import { readDueAwinTerms } from "./read-awin-terms.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { recallRatesNow, refreshNow } from "./refresh-catalog.ts";
import { saveActivity } from "./save-activity.ts";
import { SearchMemory } from "./search/search-memory.ts";
import { logoUrl } from "./shape-answers.ts";
import { type BrandCatalog, showUnder } from "./show-brand.ts";
import { addTries, readListedCodes } from "./store/code-tries.ts";
import { readFeedAges } from "./store/feed-ages.ts";
import { readRejectReasons } from "./store/imports.ts";
import { readSlugNow } from "./store/product-merges.ts";
import { hasMerchants, readNameNow, readStoresByDomain, readStoresByName } from "./store/read-merchants.ts";
import { replaceTracks } from "./store/track-health.ts";
import { dropOldPrices, showPriceHistory } from "./watch-prices.ts";
import { findNamed, readShownListing, readWatched } from "./watched-listings.ts";
import { robotsText, sitemapIndex, sitemapPart } from "./write-sitemap.ts";

export type * from "./bundle.types.ts";
export type * from "./catalog.types.ts";
export type { Catalog } from "./create-catalog.types.ts";
export type { HeldDetails, HeldImport } from "./decide-held.ts";
export type { Decision, ProgrammeDecision } from "./decide-programmes.ts";
export { SHOP_FORMATS, type ShopFormat } from "./feeds/read-shop-feed.ts";
export type { ImportOptions, ImportProgress, ImportReport } from "./import-catalog.types.ts";
export type { ShopPlan, ShopTrial, ShopWish } from "./import-shop-feed.ts";
export { CHANGED as CATALOG_CHANGED } from "./job-kinds.ts";
export type { Votes } from "./keep-favourites.ts";
export { networkName } from "./list-feeds.ts";
export type { Campaign, CampaignName, OfferPage, OfferPages } from "./offer-pages.types.ts";
export { type NetworkSettings, networkSettings } from "./settings.ts";
export type { BrandCatalog } from "./show-brand.ts";
export type { TrackRecord } from "./track.types.ts";
export type { WatchedListing } from "./watched-listings.ts";

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
  const importing: ImportDeps = { database, clock, settings, log, registry, calls };
  const forgetLists = () => {
    lists.clear();
    for (const { read: own } of brands.values()) own.lists.clear();
  };
  const forget = () => {
    forgetLists();
    search.clear();
  };
  const growOld = () => {
    forgetLists();
    search.growOld();
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
    categories: () => listCategories(read),
    productCategories: () => listProductCategories(read),
    importAll: (options) => importEverything(importing, options).finally(forget),
    importByJob: (feedName) =>
      (deps.importApart ? deps.importApart(feedName) : importFeed(importing, feedName)).finally(growOld),
    importFeed: (feedName, options) => importFeed(importing, feedName, options).finally(forget),
    feeds: async () =>
      (await listFeeds(importing)).map(
        ({ feed_name, kind, network, network_programme_id, last_rows, last_complete_at }) => ({
          feed_name,
          kind,
          network,
          network_programme_id,
          last_rows,
          last_complete_at,
        }),
      ),
    tryShopFeed: (wish) => tryShopFeed(importing, wish),
    importShopFeed: (wish, options) => importShopFeed(importing, wish, options).finally(forget),
    feedAges: (since) => readFeedAges(database.db, since),
    heldImports: () => listHeld(importing),
    heldImport: (feedName) => showHeld(importing, feedName),
    decideHeldImport: (wish) => decideHeldImport(importing, wish).finally(forget),
    refusals: (runId) => readRejectReasons(database.db, runId, 20),
    scheduleImports: async (kinds) => {
      if (kinds.includes("products")) await discoverFeeds(importing);
      const feeds = await listFeeds(importing);
      await scheduleFeeds(
        importing,
        feeds.filter((feed) => kinds.includes(feed.kind) && comesByItself(feed) && !feed.held_at),
      );
    },
    readAwinTerms: async (most) => {
      const { read, notes } = await readDueAwinTerms(importing, most);
      if (notes.length > 0) log.warn({ notes: notes.slice(0, 20) }, "rates of programmes were left out");
      if (read > 0) growOld();
    },
    decisions: (filter) => listDecisions(importing, filter),
    decision: (key) => showDecision(importing, key),
    decisionCounts: () => sumDecisions(importing),
    decideProgramme: (wish) => decideProgramme(importing, wish).finally(forget),
    recallRates: (recalled) => recallRatesNow(importing, recalled).finally(forget),
    saveActivity: async (points) => {
      if (await saveActivity(importing, points)) growOld();
    },
    fetchLogos: async () => {
      if ((await fetchLogos(importing)).found > 0) await refreshNow(importing).finally(growOld);
    },
    refresh: async () => {
      if ((await refreshNow(importing)) > 0) growOld();
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
    searches: (query) => listSearches(read, query),
    dropOldSearches: async () => {
      await dropOldSearches(read);
    },
    logo: (internalName) => showLogo(read, internalName),
    picture: (productId) => showPicture(read, productId),
    sitemap: (part) => (part === null ? sitemapIndex(read) : sitemapPart(read, part, deps.news_paths?.() ?? [])),
    robots: () => robotsText(settings.PUBLIC_URL),
    isEmpty: async () => !(await hasMerchants(database.pool)),
    growOld,
    prepareSearch: () => search.prepare(),
  };
}
