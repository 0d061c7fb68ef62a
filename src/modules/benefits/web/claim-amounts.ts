/** What a claim would bring, as its slip works it out while the form is filled in. The server works it out again. */
import type { BenefitPage } from "../benefits.types.ts";
import { shareOf } from "../claim-share.ts";

/** Dollars as people type them, as cents; null for what is no amount or nothing. */
export function minorOf(text: string): bigint | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const minor = BigInt((match[1] ?? "").replaceAll(",", "")) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
  return minor > 0n ? minor : null;
}

/** Cents as they stand in a field: "43.18". */
export function typedOf(minor: string): string {
  const digits = minor.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

type Terms = Pick<NonNullable<BenefitPage["terms"]>, "share_bps" | "claim_minor" | "left_year_minor">;
export type Back = { minor: bigint; cut_by: "claim" | "month" | "year" | null };

/** The share of what was paid, as far as it fits under the limits; which of them cut it. */
export function backOf(paid: bigint, terms: Terms, left_month_minor: string): Back {
  let back: Back = { minor: shareOf(paid, terms.share_bps), cut_by: null };
  const limits = [
    { cut_by: "claim", minor: BigInt(terms.claim_minor) },
    { cut_by: "month", minor: BigInt(left_month_minor) },
    { cut_by: "year", minor: BigInt(terms.left_year_minor) },
  ] as const;
  for (const limit of limits) if (limit.minor < back.minor) back = limit;
  return back;
}
