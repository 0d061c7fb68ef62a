import type { Benefits } from "./benefits.ts";

/** What a partner may set (SPEC "Names"). Amounts are cents. */
export type Brand = {
  partner_name: string;
  name: string;
  /** The membership's slug, `{product}`. */
  product: string;
  hosts: readonly string[];
  theme: "theme1" | "theme2" | "theme3";
  /** Its own primary color and accent in place of the theme's, `#rrggbb`; null for the theme's own. */
  colors: { primary: string; accent: string } | null;
  has_extension: boolean;
  strap: { en: string; es: string };
  support_email: string;
  /** Time zone of those whose own is not known. */
  zone: string;
  /** When somebody answers chats, in `zone`: days of the week from Monday = 1, times as HH:MM; `closed`: civil days on which nobody does. */
  chat: {
    hours: readonly { days: readonly number[]; from: string; until: string }[];
    closed: readonly string[];
  };
  /** The figures beside `tiers` are those of the standard membership. */
  plan: {
    trial_days: number;
    trial_minor: number;
    monthly_minor: number;
    currency: "USD";
    currency_symbol: "$";
    /** No trial: 0 days, and the first month is paid at once. Else 8 days or more, so that reminders find their time. */
    tiers: Record<"plus" | "shipright", { trial_days: number; trial_minor: number; monthly_minor: number }>;
  };
  /** What memberships pay back and bring besides. */
  benefits: Benefits;
  /** Whether the shipping membership is offered and sold. */
  shipping_open: boolean;
  coins_per_dollar: number;
  /** Share of what offers and surveys pay that goes to the member, basis points; plus members get the second. */
  coin_share_bps: number;
  coin_plus_share_bps: number;
  /** Coins for whoever is turned away halfway through a survey; 0 for none. */
  screened_out_coins: number;
  /** Coins for our own first survey, once an account. */
  onboarding_survey_coins: number;
  payout_minimum_minor: number;
  /** Share of a network's commission that goes to the member, basis points; plus members get the second. */
  member_share_bps: number;
  plus_share_bps: number;
  /** Whose law holds: "Delaware". What a partner's own legal texts say stands in `content/{en,es}/legal`. */
  legal: { law: { en: string; es: string } };
  logout_url: string | null;
  run_by: string | null;
  /** Given to both when a friend's first order of at least so much is confirmed. */
  referral: {
    inviter_minor: number;
    friend_minor: number;
    min_order_minor: number;
    /** Days after registering in which the friend's order must be made. */
    window_days: number;
    /** Rewarded friends in 365 days; those that come later still get their own part. */
    max_per_year: number;
  };
  /**
   * The reward for the first order of at least so much, made within so many days of claiming it. `gift_cards`: product ids of
   * the cards to choose from; null: every card that is made for the amount.
   */
  first_order: {
    amount_minor: number;
    min_order_minor: number;
    order_days: number;
    gift_cards: readonly string[] | null;
  };
  /**
   * Credits by the flow that promised them (cookie `register_promo`), claimed within so many days of registering. Each is
   * earned by an order of at least so much within `order_days`, or by a paid month.
   */
  promos: {
    flow1_minor: number;
    flow5_minor: number;
    claim_days: number;
    min_order_minor: number;
    order_days: number;
  };
  /** The landing offer: what the wheel gives, by odds, never more than trial and first month together cost; where it is served; its last day, null for none. */
  offer: {
    prizes: readonly { amount_minor: number; weight: number }[];
    countries: readonly string[];
    open_until: string | null;
    /** Where `/sweepstakes` leads. */
    landing: string;
  };
  /** The monthly draw that anybody may enter free; null for none. */
  sweepstakes: { prize_minor: number; winners: number } | null;
  /**
   * Extras offered after the payment: on our own page, or on a page (`/path`) or address of the same seller that is handed
   * over to. `hosts` are those that such addresses may be on, beside our own; `callback` hears of each success once.
   */
  upsell: { plus: string; shipright: string; hosts: readonly string[]; callback: string | null };
  /** The mobile app: its link scheme and its places in the stores. */
  app: {
    scheme: string;
    ios_id: string;
    ios_url: string;
    /** `TEAMID.bundle.id` of the apps that our links open on iPhones; none: they stay in the browser. */
    ios_app_ids: readonly string[];
    android_package: string;
    android_url: string;
    /** SHA-256 of the certificate that the store signs the app by; none: links stay in the browser. */
    android_fingerprints: readonly string[];
  };
  extension: {
    /** Ids under which the extension is published; only their pages may be returned to. */
    ids: readonly string[];
    stores: { chrome: string; firefox: string; edge: string };
  };
};
