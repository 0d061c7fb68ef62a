/** How rates are said: "up to 6%" in lists, "6% back" on buttons. */
import type { Rate } from "#catalog";
import { formatDate } from "#ui/date.tsx";
import { formatMoney, formatPercent, rateText } from "#ui/money.tsx";
import type { Language, Translate } from "#ui/text.tsx";
import { firstDay } from "../days.ts";

export const rateWords = (rate: Rate, t: Translate): string | null => rateText(rate, t);

export const wasWords = (rate: Rate | null, t: Translate): string | null => {
  const text = rate && bareRate(rate, t);
  return text ? t("was {{rate}}", { rate: text }) : null;
};

export const plusWords = (rate: Rate | null, t: Translate): string | null => {
  const text = rate && rateText(rate, t);
  return text ? t("Plus {{rate}}", { rate: text }) : null;
};

/** The figure alone, without "up to". */
export function bareRate(rate: Rate, t: Translate): string | null {
  if (rate.kind === "none") return null;
  return rate.kind === "percent" ? formatPercent(rate.bps, t) : formatMoney(rate.minor);
}

/** "Up to 6% back", for the start of a sentence. */
export function backWords(rate: Rate, t: Translate): string {
  const text = bareRate(rate, t);
  if (!text || rate.kind === "none") return t("Coupons only, no cash back");
  return rate.up_to ? t("Up to {{rate}} back", { rate: text }) : t("{{rate}} back", { rate: text });
}

/** Where there is no rate: what a shopper gets there instead, before anybody clicks. */
export const noneWords = (coupons: number, t: Translate): string =>
  coupons > 0 ? t("Coupons only") : t("No cash back");

type Raised = { rate: Rate; was_rate: Rate | null; rate_since: string | null; rate_until: string | null };

/**
 * SPEC §3 `special_cashback_text` in the reader's language: a rate that is higher than usual, and what it was. Until when is said of a
 * raise of our own, as networks tell no end; of others since when, where the usual rate was the one before.
 */
export function raisedWords(
  { rate, was_rate, rate_since, rate_until }: Raised,
  t: Translate,
  language: Language,
): string | null {
  const was = was_rate && bareRate(was_rate, t);
  if (!was) return null;
  const day = rate_until ?? (rate_since && firstDay(rate_since));
  return t(
    rate_until
      ? "{{now}} until {{date}}, usually {{was}}"
      : day
        ? "{{now}} since {{date}}, {{was}} before"
        : "{{now}} now, usually {{was}}",
    { now: backWords(rate, t), was, date: day ? formatDate(day, language) : "" },
  );
}

/** Cents that come back from `minor` cents; a fixed rate is the same for every order. Rounded down, as the ledger does. */
export function backFrom(rate: Rate, minor: number): number {
  if (rate.kind === "none") return 0;
  return rate.kind === "percent" ? Math.floor((minor * rate.bps) / 10_000) : Number(rate.minor);
}

/** As networks' programmes name what no other line is about (`impact/programmes.ts`). */
const REST = "Everything else";

/** "Everything else" says something only after what it is not. */
export const restLast = <Line extends { name: string }>(lines: readonly Line[]): Line[] =>
  lines.toSorted((one, other) => Number(one.name === REST) - Number(other.name === REST));
