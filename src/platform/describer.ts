/**
 * How money that moved on a member's accounts reads in their passbook. Each module describes the kinds of transfers that it
 * makes, so that the passbook lists them and knows none by name.
 */

export type InWords = { en: string; es: string };

/** Which entries a reader asks for. */
export const PASSBOOK_FILTERS = ["all", "pending", "confirmed", "paid", "reversed"] as const;
export type PassbookFilter = (typeof PASSBOOK_FILTERS)[number];

/** One line of a transfer on one of the member's accounts, as the ledger has it. */
export type MovedLine = {
  transfer_id: string;
  kind: string;
  reason: string | null;
  data: Readonly<Record<string, string | number | boolean | null>>;
  account_kind: string;
  amount: bigint;
  at: Date;
};

export type EntryIcon = "gift" | "users" | "wallet" | "coins" | "paypal" | "venmo";

type EntryWords = {
  title: InWords;
  /** What it is, or why it came to nothing. */
  note: InWords;
  icon: EntryIcon;
  /** What its row of the file is called, in the columns of the store and of the order. */
  file: { name: string; reference: string };
  /** What the console opens from it, where it has a page there. */
  object?: { kind: string; id: string };
};

/** Money that left through a provider, or came back from there. */
export type PayoutEntry = EntryWords & {
  type: "payout";
  id: string;
  at: string;
  /** Negative: money that left. */
  amount_minor: string;
  /** It had arrived and was sent back: the amount is the member's again. */
  came_back: boolean;
  /** Set aside and not there yet: until when it arrives, where that is known. Absent once it has ended. */
  under_way?: { arrives_by: string | null };
};

/** Money from the house: what it is worth, and when that was or will be decided. */
export type BonusEntry = EntryWords & {
  type: "bonus";
  id: string;
  at: string;
  amount_minor: string;
  state: "pending" | "confirmed" | "reversed";
  /** Payouts have carried it: told by the passbook, which sees them all. */
  paid?: boolean;
  expected_at: string | null;
  decided_at: string | null;
};

export type MovedEntry = PayoutEntry | BonusEntry;

/** How a transfer of coins reads in the history of coins. */
export type CoinWords = {
  title: InWords;
  /** What it was for, or why they are gone or back. */
  note: InWords;
  icon: EntryIcon;
};

export type Describer = {
  /** Kinds of transfers. Each that touches a member's account has one describer. */
  readonly kinds: readonly string[];
  /** For kinds that move a member's coins: every one of them is a line of the history of coins. Told one line of the transfer. */
  readonly coins?: (line: MovedLine) => CoinWords;
} & (
  | {
      /** What all lines of these kinds make together, oldest line first. */
      readonly entries: (lines: readonly MovedLine[]) => MovedEntry[];
    }
  | {
      /** Where they are told instead, when their transfers are no entries of their own. */
      readonly told: string;
      /** Of what is set aside: its entry for as long as it has not ended. Told its opening line. */
      readonly underWay?: (line: MovedLine) => PayoutEntry;
    }
);
