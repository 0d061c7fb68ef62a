/** Shapes that the passbook answers with. Amounts are cents, as strings where they travel as JSON. */
import type { OrderEntry } from "#cashback";
import type { CoinWords, MovedEntry, PassbookFilter } from "#platform/describer";

export type PassbookEntry = OrderEntry | MovedEntry;

/** One transfer of coins. `gone`: spent, or taken back after they were free. */
export type CoinEntry = CoinWords & {
  id: string;
  at: string;
  /** Positive toward the member. */
  coins: string;
  state: "pending" | "confirmed" | "gone" | "reversed";
};
export type CoinHistory = {
  coins: string;
  worth_minor: string;
  pending: string;
  held: string;
  owed: string;
  entries: CoinEntry[];
  /** Where the next page begins; null at the end. */
  next: string | null;
  first: boolean;
};

export type PassbookPage = {
  /** Shown on the cover: made of the member's id. */
  number: string;
  balances: {
    pending_minor: string;
    confirmed_minor: string;
    available_minor: string;
    held_minor: string;
    paid_minor: string;
    owed_minor: string;
    coins: string;
  };
  next: { amount_minor: string; merchant_name: string; at: string } | null;
  counts: Record<PassbookFilter, number>;
  filter: PassbookFilter;
  entries: PassbookEntry[];
  /** Sums over all entries of the filter, not only of this page. */
  totals: { back_minor: string; spent_minor: string };
  page: number;
  pages: number;
  total: number;
  page_size: number;
};
