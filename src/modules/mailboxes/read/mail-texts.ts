/** What the readers are given of a mail. */

import type { HTMLElement } from "node-html-parser";
import type { Language } from "#platform/http";
import type { Line } from "./text-lines.ts";

export type MailTexts = {
  subject: string;
  /** Domain of the sender whom the mail names; of a mail forwarded by hand, of the one who is named inside it. */
  domain: string;
  sender_name: string;
  sent_at: Date;
  language: Language;
  markup: HTMLElement | null;
  lines: readonly Line[];
  /** All lines, one below the other. */
  text: string;
};

/** Why nothing was read of a mail. */
export const NOTHING_CODES = [
  "not_a_purchase",
  "canceled",
  "no_number",
  "no_amount",
  "no_dates",
  "unreadable",
  "sender_unknown",
] as const;
export type NothingCode = (typeof NOTHING_CODES)[number];
