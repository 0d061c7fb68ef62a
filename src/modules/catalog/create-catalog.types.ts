/** What the catalogue is made of, and what it does: the verbs of its door. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { Outcome } from "#platform/outcome";
import type { ProviderCalls } from "#platform/provider-calls";
import type { OwnLink } from "./bundle.types.ts";
import type { CatalogService, MerchantCard, Network, PriceAlert, Shares, StoreActivity } from "./catalog.types.ts";
import type { HeldDetails, HeldImport, HeldRefusal } from "./decide-held.ts";
import type { Decision, DecisionEntry, DecisionWish, ProgrammeDecision, ProgrammeKey } from "./decide-programmes.ts";
import type { CatalogDesk } from "./desk.ts";
import type { FeedKind } from "./feeds/feed.types.ts";
import type { ImportOptions, ImportReport } from "./import-catalog.types.ts";
import type { ShopImportOptions, ShopTrial, ShopWish } from "./import-shop-feed.ts";
import type { Votes } from "./keep-favourites.ts";
import type { KnownShares } from "./operator-rates.ts";
import type { TellDeps } from "./price-alerts.ts";
import type { CatalogSettings } from "./settings.ts";
import type { BrandCatalog, Shown } from "./show-brand.ts";
import type { StoreCode } from "./store/code-tries.ts";
import type { FeedAge, readFeedAges } from "./store/feed-ages.ts";
import type { StoredMedia } from "./store/media.ts";
import type { TrackRecord } from "./track.types.ts";
import type { WatchedListing } from "./watched-listings.ts";

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
    {
      feed_name: string;
      kind: FeedKind;
      network: Network;
      network_programme_id: string | null;
      last_rows: number | null;
      last_complete_at: Date | null;
    }[]
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
  /** Begins to make what search keeps, in this process, so that the first who asks need not wait for it. */
  prepareSearch(): void;
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
  /** A store that is not with us, by its name; once for each member and store. */
  wishStore(userId: string, name: string): Promise<Outcome<null, "no_name" | "too_many_wishes">>;
  /** For operators: what is searched for without persons, `lost` what found nothing. */
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
  /** Once for each member and coupon. `offerId` is `ofr_…`. */
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
  /** Absent: whoever gets most gets all that networks pay. */
  shares?: KnownShares;
  /** What letters need; absent where nothing is told. */
  tell?: TellDeps;
  /** Paths of the home brand's news, for the site map. */
  news_paths?: () => readonly string[];
};
