/**
 * What a provider of offers or surveys is to us, whatever its dialect. Payouts are millionths of a dollar (`micros`), because
 * surveys pay parts of a cent; coins are whole. A provider knows members by a reference that is made for it alone.
 */

export const OFFER_PROVIDERS = ["ayet", "adgem", "torox", "lootably", "generic"] as const;
export const SURVEY_PROVIDERS = ["cpx", "bitlabs", "theoremreach", "pollfish"] as const;
export const COIN_PROVIDERS = [...OFFER_PROVIDERS, ...SURVEY_PROVIDERS] as const;
export type CoinProviderName = (typeof COIN_PROVIDERS)[number];

/** Why something brought nothing, or was taken back, as far as providers say so. */
export const TOLD_REASONS = [
  "screened_out",
  "quota_full",
  "too_fast",
  "duplicate",
  "quality",
  "fraud",
  "vpn",
  "wrong_place",
  "closed",
  "too_young",
  "refunded",
  "not_completed",
  "unexplained",
] as const;
export type ToldReason = (typeof TOLD_REASONS)[number];

export const TOLD_KINDS = ["pending", "credit", "reversal", "attempt", "progress"] as const;

/** One callback, read. */
export type Told = {
  /**
   * `attempt`: somebody did not get through, and is told why; it moves nothing but a consolation of ours. `progress`: a step that
   * pays nothing was reached, such as the install that comes before the paid goals; it is shown and moves nothing. Its payout is nothing
   * (not null), and it names a goal only where that goal itself pays nothing.
   */
  kind: (typeof TOLD_KINDS)[number];
  /** The provider's own id of what happened: the same twice is one. */
  tx_id: string;
  /** What a reversal takes back, when that is not `tx_id` itself. */
  origin_tx_id: string | null;
  /** The reference that `link` or `entry` handed out. */
  user_ref: string;
  /** Our id of the start, where the vendor hands it back; a word of the browser's, so that it never says who is meant. */
  start: string | null;
  /** The provider's ids of offer (or survey) and goal. */
  offer_id: string | null;
  goal_id: string | null;
  /** What the provider pays us; null where it does not say. Never negative: `kind` says which way. */
  payout_micros: bigint | null;
  /** What the provider's own conversion makes of it: kept beside ours, and never what is credited. */
  told_coins: bigint | null;
  reason: ToldReason | null;
  said_at: Date | null;
};

/** A callback as it came: nothing of it is decoded, since signatures cover what was sent. */
export type Received = {
  method: "GET" | "POST";
  /** Path and query, exactly as they stood in the request. */
  target: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  /** Where it came from, behind trusted proxies. */
  address: string;
};

export type Verdict =
  | { ok: true; told: Told }
  | { ok: false; why: "forged" | "unreadable" | "test_mode" | "foreign_address" };

export type Reply = { status: number; body: string };

export type OfferType = "APP" | "GAME" | "OTHER";
export type Platform = "ios" | "android" | "desktop";

/** The goal of an offer that has none of its own: its callbacks name no goal (`goal_id` null). */
export const WHOLE_OFFER = "offer";

export type ProviderGoal = {
  goal_id: string;
  name: string;
  payout_micros: bigint;
  /** Days from the start within which it must be reached. */
  days: number | null;
};

/** One offer of a provider's catalogue, normalized. */
export type ProviderOffer = {
  provider_offer_id: string;
  name: string;
  /** What it is, and what must be done, in the provider's words. */
  description: string;
  requirements: string;
  image_url: string | null;
  type: OfferType;
  platforms: readonly Platform[];
  /** ISO codes; none: everywhere. */
  countries: readonly string[];
  /** All goals together. */
  payout_micros: bigint;
  /** At least one, in the order in which they are reached. */
  goals: readonly ProviderGoal[];
  /** The address with the provider's own placeholders, which `link` fills. */
  click_url: string;
  /** Store id or package of the app, or the advertiser's host: the same thing at two providers has one. */
  same_as: string | null;
  min_age: number | null;
};

export type ProviderSurvey = {
  survey_id: string;
  payout_micros: bigint;
  minutes: number;
  category: string | null;
  /** Of ten thousand who begin, so many get through; null when it is not said. */
  completion_bps: number | null;
  click_url: string;
};

export type Respondent = {
  user_ref: string;
  address: string;
  user_agent: string;
  country: string;
  language: "en" | "es";
  /** As the member wrote it, and only where they agreed that it may leave; else null. */
  birth_year: string | null;
};

export type CoinProvider = {
  readonly name: CoinProviderName;
  readonly title: string;
  readonly kind: "offers" | "surveys";
  /** Whether its credentials are set. */
  readonly enabled: boolean;
  /** Whether its signature covers what it pays; where not, addresses are checked and the offer's own pay is the bound. */
  readonly signs_payout: boolean;
  /** What is entered at the vendor behind the address of our callback, with the vendor's own placeholders. */
  readonly callback: string;
  /** Verifies before it parses, in constant time. */
  read(received: Received): Verdict;
  /** What this vendor wants to hear: `done` ends its retries also for what was told before or belongs to nobody we know. */
  readonly replies: {
    readonly done: Reply;
    readonly forged: Reply;
    readonly unknown_user: Reply;
    readonly later: Reply;
  };
  /** Providers of offers: the whole catalogue as it is now. */
  fetchOffers?(): Promise<readonly ProviderOffer[]>;
  /** Where a member sets out from; `start` is our id of this start, carried in a sub-id where the vendor has one. */
  link?(
    offer: Pick<ProviderOffer, "provider_offer_id" | "click_url">,
    who: { user_ref: string; start: string },
  ): string;
  /** Providers of surveys: what this member could answer now. Without an API of lists: absent, and only `entry` stands. */
  fetchSurveys?(who: Respondent): Promise<readonly ProviderSurvey[]>;
  /** The address of one survey, or of the vendor's wall where there is no list. */
  entry?(survey: ProviderSurvey | null, who: Respondent & { start: string }): string;
  /** Reads what the vendor hands to `/survey/{platform_name}/complete` in the browser: only words, never money. */
  readReturn?(query: URLSearchParams, target: string): { result: "complete" | ToldReason; tx_id: string | null } | null;
  /** How a missing goal is claimed: by the vendor's own call, or by a mail to its support. */
  readonly claims: { by: "api" } | { by: "mail"; to: string };
  claim?(claim: {
    user_ref: string;
    start: string;
    provider_offer_id: string;
    goal_id: string | null;
    started_at: Date;
    reached_at: Date;
  }): Promise<{ reference: string }>;
};

/** Ways to coins that are open now. */
export type OpenWays = { offers: boolean; surveys: boolean };
