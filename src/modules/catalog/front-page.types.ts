/** What the front page shows, and what stands around lists of stores. */
import type { Category, Coupon, MerchantCard, Section, StoreCounts } from "./catalog.types.ts";

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
