/** Shapes of two pages of their own: one offer of a store, and what holds for some days at many stores. */
import type { Coupon, MerchantCard, MerchantPage } from "./catalog.types.ts";

/** One coupon or deal with what its store pays; `near` are others, of the same store first. */
export type OfferPage = {
  coupon: Coupon;
  store: Pick<
    MerchantPage["merchant"],
    | "internal_name"
    | "name"
    | "logo_url"
    | "rate"
    | "plus_rate"
    | "was_rate"
    | "cash_back_allowed"
    | "locking_days"
    | "rates_checked_at"
    | "domain"
  > | null;
  near: Coupon[];
};

export type CampaignName = "raised-rates" | "ending-this-week" | "begun-this-week";

/** Made by a rule from what networks tell; `from` and `until` are instants, null where no network says one. */
export type Campaign = {
  campaign: CampaignName;
  from: string | null;
  until: string | null;
  /** `since`: when its rate rose, where the usual one was the one before. `until`: the last day of a raise that is ours. */
  stores: (MerchantCard & { since: string | null; until: string | null })[];
  coupons: Coupon[];
};

export type OfferPages = {
  /** `ofr_…`; null for one that nobody ever told. */
  offer(offerId: string): Promise<OfferPage | null>;
  campaign(campaign: string): Promise<Campaign | null>;
};
