/** Money, coins and rates in writing: en-US dollars with two decimals, negatives in brackets (SPEC "Texts"). */
import { type Translate, useText } from "./text.tsx";

/** Cents as they travel: strings in JSON, bigint in rules, numbers from small sums. */
export type Minor = string | number | bigint;

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** `768` is "$7.68", `-6410` is "($64.10)", `1234567` is "$12,345.67". */
export function formatMoney(minor: Minor): string {
  const cents = BigInt(minor);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  const written = `$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
  return cents < 0n ? `(${written})` : written;
}

/** Whole dollars without their cents, for the large figure of a ticket: `1500` is "$15", `1550` is "$15.50". */
export const formatShortMoney = (minor: Minor): string => formatMoney(minor).replace(/\.00(?=\)?$)/, "");

export function formatCount(count: Minor): string {
  const whole = BigInt(count);
  return whole < 0n ? `(${grouped((-whole).toString())})` : grouped(whole.toString());
}

/** Basis points: `600` is "6%", `250` is "2.5%"; with a space before the sign in Spanish. */
export const formatPercent = (bps: number, t: Translate): string => sayPercent(Number((bps / 100).toFixed(2)), t);

export const sayPercent = (number: number | string, t: Translate): string => t("{{number}}%", { number });

/** `tone="back"` for money that returns to the member; a negative amount is brick unless a tone is given. */
export function Money({ minor, tone }: { minor: Minor; tone?: "back" | "plain" }) {
  const negative = String(minor).startsWith("-");
  const shade = tone === "back" && !negative ? " money-back" : negative && tone !== "plain" ? " money-neg" : "";
  return <span className={`money${shade}`}>{formatMoney(minor)}</span>;
}

export function Percent({ bps }: { bps: number }) {
  return <>{formatPercent(bps, useText())}</>;
}

/** The shape of a rate as the catalogue sends it. */
export type RateValue =
  | { kind: "percent"; bps: number; up_to: boolean }
  | { kind: "fixed"; minor: string; up_to: boolean }
  | { kind: "none" };

/** "up to 6%", "$7.00", or null where a store has coupons only. */
export function useRateText(): (rate: RateValue) => string | null {
  const t = useText();
  return (rate) => rateText(rate, t);
}

export function rateText(rate: RateValue, t: Translate): string | null {
  if (rate.kind === "none") return null;
  const value = rate.kind === "percent" ? formatPercent(rate.bps, t) : formatMoney(rate.minor);
  return rate.up_to ? t("up to {{rate}}", { rate: value }) : value;
}
