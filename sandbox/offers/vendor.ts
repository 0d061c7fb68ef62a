import type { Database } from "../database.ts";

/** One thing that a vendor of offers or surveys tells, before any dialect. Pay is in millionths of a dollar, never negative. */
export interface CoinEvent {
  kind: "pending" | "credit" | "reversal" | "attempt" | "progress";
  tx: string;
  /** What it takes back. */
  origin: string;
  userRef: string;
  /** What the publisher gave along when somebody set out. */
  sub: string;
  offerId: string;
  offerName: string;
  goalId: string;
  goalName: string;
  payout: number;
  coins: number;
  reason: string;
  at: number;
}

export type EndOfSurvey = "complete" | "screened_out" | "quota_full" | "too_fast" | "quality";
export const ENDS_OF_SURVEYS: readonly EndOfSurvey[] = [
  "complete",
  "screened_out",
  "quota_full",
  "too_fast",
  "quality",
];

export interface Callback {
  url: string;
}

/** A vendor of offers or surveys: how its ids, callbacks and ways back differ from those of others. */
export interface CoinVendor {
  kind: "offers" | "surveys";
  /** Id of something new that is told. */
  newTx(db: Database): string;
  /** Id under which something is taken back; most vendors use the first one's. */
  reversalTx?(tx: string): string;
  /** Why it takes something back; the first is used when none is named. */
  reasons: readonly [string, ...string[]];
  /**
   * The callback: what it says, and what its signature was made over. Both are the same but for a forgery, which says something
   * else than was signed or is signed with another key.
   */
  callback(base: string, says: CoinEvent, signed: CoinEvent, key: "right" | "wrong"): Callback;
  /** The same as a body, for a vendor that has two versions; its signature stands in a header. */
  posted?(says: CoinEvent): { contentType: string; body: string };
  /** Which events it tells at all. */
  tells(kind: CoinEvent["kind"]): boolean;
  /** The way of its offers from their list into the sandbox, with the vendor's placeholders. */
  trackingPath?(offerId: string): string;
  /** Where the browser goes after a survey, below the product's `/survey/<name>/complete`; absent: nowhere by itself. */
  wayBack?(address: string, event: CoinEvent, end: EndOfSurvey): string;
}

/** Dollars as vendors write them, without noughts that say nothing. */
export function dollars(micros: number): string {
  const text = `${Math.trunc(micros / 1_000_000)}.${`${Math.abs(micros % 1_000_000)}`.padStart(6, "0")}`;
  return text.replace(/0{1,4}$/, "");
}

/** Parameters as PHP's rawurlencode and most others write them. */
export const pairs = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${rawEscape(value)}`)
    .join("&");
export const rawEscape = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
