/** What is kept of a receipt, and what was read of it. Amounts are minor units of its own currency. */
import type { CivilDate } from "#platform/clock";

/** `reading` ends by itself within minutes, and begins again when somebody has it read anew. */
export const RECEIPT_TRANSITIONS = {
  reading: ["read", "unreadable"],
  read: ["reading"],
  unreadable: ["reading"],
} as const satisfies Record<string, readonly string[]>;
export type ReceiptState = keyof typeof RECEIPT_TRANSITIONS;

/** A field as it was read. `sure` only when a second look or the arithmetic of the paper says the same. */
export type ReadField<T> = { value: T; sure: boolean };

export type ReceiptRead = {
  /** As it stands on the paper; `internal_name` when it is one of our stores by name, alias or domain. */
  merchant: ReadField<{ name: string; internal_name: string | null }> | null;
  date: ReadField<CivilDate> | null;
  total: ReadField<string> | null;
  /** What bringing the goods, or sending them back, cost. */
  shipping: ReadField<string> | null;
  /** ISO 4217; null when no sign of a currency is on it. */
  currency: string | null;
  language: "en" | "es";
};

/** Marks of changing on a file: they prove nothing and only bring a person in. */
export const EDIT_SIGNS = ["picture_editor", "pdf_editor", "pdf_changed_later", "figures_repainted"] as const;
export type EditSign = (typeof EDIT_SIGNS)[number];

/** As its member sees it. */
export type Receipt = {
  receipt_id: string;
  state: ReceiptState;
  name: string;
  type: "image/jpeg" | "image/png" | "image/webp" | "image/heic" | "application/pdf";
  size_bytes: number;
  pages: number;
  added_at: string;
  read: ReceiptRead | null;
};

/** As who decides sees it. */
export type ReceiptEvidence = Receipt & {
  user_id: string;
  signs: readonly EditSign[];
  /** Every line of text that was read, for the page beside the picture. */
  text: string;
};

/**
 * Another receipt that may be the same paper. `same_file`: byte for byte; `same_fields`: merchant, date and total agree;
 * `looks_alike`: only the pictures do, which proposes and decides nothing.
 */
export type Likeness = { receipt_id: string; user_id: string; how: "same_file" | "same_fields" | "looks_alike" };
