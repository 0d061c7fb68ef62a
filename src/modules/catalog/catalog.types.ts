/** What the catalogue answers with: money in cents as texts, rates in basis points, instants in ISO 8601 (UTC), texts cleaned of markup. */
import type { PriceHistory } from "./prices.types.ts";
import type { SearchKind, SearchPageQuery } from "./search-query.types.ts";
import type { TrackRecord } from "./track.types.ts";

export type * from "./prices.types.ts";
export type * from "./search-query.types.ts";

/** The shares of a commission that go to members, basis points. */
export type Shares = { member_share_bps: number; plus_share_bps: number };

/** `percent`: `bps` of the sale. `fixed`: `minor` cents for an order. `none`: coupons only, no cash back. */
export type Rate =
  | { kind: "percent"; bps: number; up_to: boolean }
  | { kind: "fixed"; minor: string; up_to: boolean }
  | { kind: "none" };

export type RateLine = { name: string; name_es: string; rate: Rate };

export type MerchantCard = {
  internal_name: string;
  name: string;
  logo_url: string | null;
  /** The mark's own colour, "#RRGGBB", for the tile. */
  brand_hex: string | null;
  rate: Rate;
  /** The rate on other days when today's is raised. */
  was_rate: Rate | null;
  /** SPEC §3 sp_cashback_text: what plus members get, when it is more. */
  plus_rate: Rate | null;
  coupons: number;
  category: string;
};

export type Coupon = {
  /** `ofr_…` */
  offer_id: string;
  /** SPEC §3: `coupon` has a code, `other` has none. */
  offer_type: "coupon" | "other";
  offer_code: string | null;
  /** In the network's words, the language they are in, and the same by ourselves in the other one where we understand it all. */
  title: string;
  title_language: "en" | "es";
  title_other: string | null;
  offer_description: string;
  /** The terms in Spanish, where every sentence of them is understood. */
  description_es: string | null;
  /** With what the store pays members of the brand: who pays nothing says so before anyone clicks. */
  merchant: Pick<MerchantCard, "internal_name" | "name" | "logo_url" | "brand_hex" | "rate" | "plus_rate">;
  discount:
    | { kind: "percent"; bps: number }
    | { kind: "amount"; minor: string }
    | { kind: "shipping" }
    | { kind: "gift" }
    | { kind: "other" };
  /** A condition that not everybody meets (students, first order …): the ticket is blue. */
  condition: string | null;
  condition_es: string | null;
  minimum_minor: string | null;
  starts_at: string | null;
  ends_at: string | null;
  /** Ended coupons are kept and marked; they are never offered as working. */
  state: "live" | "ended" | "upcoming";
  verified_at: string | null;
  worked: number;
  tried: number;
};

export type ProductCard = {
  product_id: string;
  slug: string;
  name: string;
  brand: string | null;
  image_url: string | null;
  /** Cheapest listing in stock. */
  from_minor: string;
  /** The store whose price that is; empty when no store has it. */
  from_store: string;
  /** The same after cash back. */
  after_cash_back_minor: string;
  /** What is otherwise for members on Plus; null where they get no more. */
  plus: { after_cash_back_minor: string } | null;
  merchants: number;
};

export type Listing = {
  /** `lst_…`, the {product_id} of `/p/{slug}/{product_id}` */
  listing_id: string;
  merchant: MerchantCard;
  /** Three letters; prices are hundredths of its unit. Other currencies than USD earn nothing. */
  currency: string;
  price_minor: string;
  list_price_minor: string | null;
  cash_back_minor: string;
  after_cash_back_minor: string;
  /** What is otherwise for members on Plus; null where they get no more. */
  plus: { cash_back_minor: string; after_cash_back_minor: string } | null;
  availability: "in_stock" | "out_of_stock" | "preorder" | "backorder";
  condition: "new" | "refurbished" | "used";
  updated_at: string;
};

/** A listing that is not priced in dollars, with which it cannot be compared. */
export type ForeignPrice = {
  listing_id: string;
  merchant: { internal_name: string; name: string };
  currency: string;
  price_minor: string;
  availability: Listing["availability"];
};

export type Category = { slug: string; name_en: string; name_es: string; count: number };
export type ProductCategory = Category & { subcategories: Category[] };

/** A value of an attribute; `choice` is what stands in an address to take it or let it go, null when there is no more room. */
export type FacetValue = { value: string; value_es: string; count: number; chosen: boolean; choice: string | null };
export type Facet = { name: string; name_es: string; values: FacetValue[] };
export type Seller = { internal_name: string; name: string; count: number };
export type Spec = { name: string; name_es: string; value: string; value_es: string };

export type ComparedProduct = Omit<ProductCard, "plus"> & {
  /** What is otherwise for members on Plus, for whom another store may cost least; null where nothing is. */
  plus: Pick<ComparedProduct, "from_minor" | "after_cash_back_minor" | "cheapest"> | null;
  /** Slug of its department, and what it is there: only among the same can one be the cheapest. */
  category: string;
  kind: string;
  /** A store has it now. */
  ready: boolean;
  /** Where it costs least after cash back; null when no store has it. */
  cheapest: Listing | null;
};
/** Products beside each other; each row has a cell for each of them, null where nothing is told. */
export type Comparison = {
  products: ComparedProduct[];
  rows: { name: string; name_es: string; cells: ({ value: string; value_es: string } | null)[] }[];
};

/** `more`: there may be more of them than the list has. */
export type Page<T> = { items: T[]; page: number; pages: number; total: number; more: boolean; page_size: number };

/** A store that was asked for by its name and is not with us: what a list has then is of others. */
export type MaybeMissing = { missing: { name: string } | null };

export type StoresQuery = {
  category?: string | undefined;
  q?: string | undefined;
  sort?: "popular" | "rate" | "name" | "new" | undefined;
  page?: number | undefined;
  plus?: boolean | undefined;
  /** Two-letter country; stores that serve it or the whole world. */
  country?: string | undefined;
  /** Only stores with at least one live coupon. */
  coupons?: boolean | undefined;
};

export type StoreStatus = "open" | "online" | "reduced" | "uncertain" | "closed";

/** A curated list, and the rule by which it is made. */
export type Section = {
  section: string;
  title_en: string;
  title_es: string;
  rule_en: string;
  rule_es: string;
  stores: MerchantCard[];
  products: ProductCard[];
};

/** People who visited a store, and people who bought there, on their last day of doing so. */
export type StoreActivity = { merchant_id: string; age_days: number; people: number; buyers: number };

/** What can be said truly of a list of stores: how many pay, and how many pay nothing and have coupons. */
export type StoreCounts = { total: number; paying: number; coupons_only: number };

/** A product as a store sells it for other money than dollars. */
export type ForeignProduct = { slug: string; name: string; currency: string; price_minor: string };

export type MerchantPage = {
  /** Some of what it sells for other money than dollars. */
  abroad: ForeignProduct[];
  merchant: MerchantCard & {
    domain: string;
    description: string;
    category_name: { en: string; es: string };
    countries: string[];
    is_global: boolean;
    cash_back_allowed: boolean;
    /** Days from order to confirmation, as the network reports them; null when unknown. */
    locking_days: number | null;
    rates: RateLine[];
    /** `closed`: it is no more; its page stands for those who look for it, and leads to others. */
    status: StoreStatus;
    /** Where our own table has it; else empty. */
    description_es: string;
    /** When a raised rate rose from the usual one; null where nothing is raised, or it rose by way of another rate. */
    rate_since: string | null;
    /** The last day of a raise that is ours; null where nothing is raised, or its network does not say. */
    rate_until: string | null;
    /** SPEC §3 cashback_text, special_cashback_text, sp_cashback_text; `offer_text` is its first coupon's title, in its own language. */
    cashback_text: string;
    special_cashback_text: string | null;
    sp_cashback_text: string | null;
    offer_text: string | null;
    rates_checked_at: string;
    /** Null where too few bought there to tell. */
    track: TrackRecord | null;
  };
  coupons: Coupon[];
  ended: Coupon[];
  also: MerchantCard[];
  products: ProductCard[];
};

export type SearchSuggestions = {
  /** The kind that fits best comes first. */
  order: SearchKind[];
  /** A store that was asked for by its name and is not with us. */
  missing: { name: string } | null;
  stores: { name: string; internal_name: string; logo_url: string | null; rate: Rate }[];
  products: { name: string; href: string; price_minor: string }[];
  coupons: { title_en: string; title_es: string; merchant_name: string; href: string }[];
  categories: { name_en: string; name_es: string; href: string }[];
};

/** Everything that a text means: a part of each kind, or one kind page by page. */
export type SearchPage = {
  counts: Record<SearchKind, number>;
  /** Of which kinds there may be more than are counted. */
  more: SearchKind[];
  order: SearchKind[];
  missing: { name: string } | null;
  /** Prices that the text names, cents. */
  min_minor: number | null;
  max_minor: number | null;
  page: number;
  page_size: number;
  stores: MerchantCard[];
  products: ProductCard[];
  coupons: Coupon[];
  categories: SearchSuggestions["categories"];
};

/** A list of stores, to lead there. */
export type SectionLink = Pick<Section, "section" | "title_en" | "title_es">;

/** What stands around a list of stores. */
export type StoresAround = {
  categories: Category[];
  category: Category | null;
  counts: StoreCounts;
  /** Lists that stand above all stores, in their order. */
  lists: SectionLink[];
};

export type HomePart = "rates" | "cent" | "coupons" | "membership" | "coins" | "answers";
export type HomePage = {
  /** What stands below the search, in this order. */
  parts: HomePart[];
  rate_card: { category: Category; stores: MerchantCard[] }[];
  rates_checked_at: string;
  popular: MerchantCard[];
  coupons: Coupon[];
  stores: StoreCounts;
};

export type CatalogService = {
  home(): Promise<HomePage>;
  /** `counts` is of the category and filters, whatever is searched for. */
  stores(query: StoresQuery): Promise<Page<MerchantCard> & StoresAround & MaybeMissing>;
  merchant(internalName: string): Promise<MerchantPage | null>;
  /** The name that a store has now, by one that it had before; null when nothing was ever called so. */
  nameNow(formerName: string): Promise<string | null>;
  /** The address that a product has now, by one of a product that became a part of it. */
  productNow(slug: string): Promise<string | null>;
  /** Every store, A to Z, grouped by first letter ("#" for figures). */
  merchantList(): Promise<{ letter: string; stores: { internal_name: string; name: string; rate: Rate }[] }[]>;
  section(section: string): Promise<Section | null>;
  coupons(query: {
    category?: string | undefined;
    sort?: "popular" | "ending" | "new" | undefined;
    type?: "coupon" | "other" | undefined;
    /** What a coupon brings. */
    kind?: Coupon["discount"]["kind"] | undefined;
    /** As it is typed; what fits it best comes first. */
    q?: string | undefined;
    page?: number | undefined;
  }): Promise<Page<Coupon> & MaybeMissing & { categories: Category[]; category: Category | null }>;
  products(query: {
    category?: string | undefined;
    subcategory?: string | undefined;
    q?: string | undefined;
    brand?: string | undefined;
    sort?: "popular" | "price" | "cash_back" | "name" | undefined;
    min_minor?: number | undefined;
    max_minor?: number | undefined;
    /** Attributes, as `facets` tells how: `Color:Black~Size:M`. */
    choice?: string | undefined;
    /** Internal name of a store that sells it. */
    seller?: string | undefined;
    /** Only what is there now, at that store when one is named. */
    ready?: boolean | undefined;
    page?: number | undefined;
  }): Promise<
    Page<ProductCard> &
      MaybeMissing & {
        categories: ProductCategory[];
        category: ProductCategory | null;
        subcategory: Category | null;
        brands: { name: string; count: number }[];
        facets: Facet[];
        sellers: Seller[];
        /** How many of them are there now. */
        ready: number;
      }
  >;
  /** At most four, by `prd_…`. */
  compare(productIds: readonly string[]): Promise<Comparison>;
  /** `/{slug}-product`: one product across merchants, cheapest after cash back first. */
  product(slug: string): Promise<{
    product_id: string;
    slug: string;
    name: string;
    brand: string | null;
    description: string;
    image_url: string | null;
    gtin: string | null;
    category: Category | null;
    subcategory: Category | null;
    specs: Spec[];
    listings: Listing[];
    similar: ProductCard[];
    history?: PriceHistory | undefined;
    /** What it costs in other currencies than dollars, lowest first within each. */
    abroad?: ForeignPrice[] | undefined;
  } | null>;
  /** A product's or a listing's prices over 90 days; null for one that is not known. Ids are `prd_…` and `lst_…`. */
  priceHistory(target: { product_id: string } | { listing_id: string }): Promise<PriceHistory | null>;
  /** `/p/{slug}/{product_id}`: one merchant's listing. */
  listing(listingId: string): Promise<{
    product: { slug: string; name: string; brand: string | null; description: string; image_url: string | null };
    listing: Listing;
    others: number;
  } | null>;
  search(text: string): Promise<SearchSuggestions>;
  searchPage(query: SearchPageQuery): Promise<SearchPage>;
  categories(): Promise<Category[]>;
  productCategories(): Promise<ProductCategory[]>;
  /** What going shopping needs; null for an unknown offer or merchant. */
  destination(
    target: { merchant: string } | { offer_id: string } | { listing_id: string },
  ): Promise<Destination | null>;
  /** Cards of stores by internal name, for lists that other modules keep. Names that are gone are left out. */
  cards(internalNames: readonly string[]): Promise<Map<string, MerchantCard>>;
  /** Internal names of a member's favourite stores. */
  favourites(userId: string): Promise<string[]>;
  /** True until the first import has brought a store. */
  isEmpty(): Promise<boolean>;
  /** Lists are read anew; search goes on with what it has until that is made anew, which takes seconds. */
  growOld(): void;
  /** By the network's own ids, for orders that come in. */
  programme(network: Network, programmeId: string): Promise<ProgrammeTerms | null>;
};

export type Network = "impact" | "cj" | "awin";

export type ProgrammeTerms = {
  programme_key: string;
  network: Network;
  network_programme_id: string;
  merchant_id: string;
  internal_name: string;
  merchant_name: string;
  cash_back_allowed: boolean;
  /** Share of the network's commission that goes to the member, basis points: the brand's, of what counts. */
  member_share_bps: number;
  /** The same for a member with Plus. */
  plus_share_bps: number;
  /** What counts of the commission: 10000 but while a rate of our own runs. */
  counts_bps: number;
  locking_days: number;
};

/** Where going shopping leads: `tracking_template` holds `{click}` where our click id goes as sub-id. */
export type Destination = ProgrammeTerms & {
  offer_id: string | null;
  listing_id: string | null;
  tracking_template: string;
  rate: Rate;
  plus_rate: Rate | null;
  logo_url: string | null;
  brand_hex: string | null;
  offer: { title: string; code: string | null; state: "live" | "ended" | "upcoming" } | null;
  track: TrackRecord | null;
};
