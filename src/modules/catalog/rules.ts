/** Rates and what members get of them. Pure: no waiting, no clock. Rates are basis points, money is minor units. */
import { shareDown, showUsd } from "#platform/money";
import type { Rate } from "./catalog.types.ts";

/** A commission as a network pays it for one group of goods, or a merchant's best one. */
export type Commission = { kind: "percent" | "fixed" | "none"; bps: number; minor: bigint };
export type CommissionGroup = { code: string; name: string; kind: "percent" | "fixed"; bps: number; minor: bigint };

export const NO_COMMISSION: Commission = { kind: "none", bps: 0, minor: 0n };

/** Rates are shown in steps of 0.1 %, always rounded down: what is promised is never more than what is paid. */
const STEP_BPS = 10;

/** What a member gets of a commission: their share, rounded down to 0.1 % or to whole cents. */
export function memberRate(commission: Commission, shareBps: number, upTo: boolean): Rate {
  if (commission.kind === "percent") {
    const bps = Math.floor(Math.floor((commission.bps * shareBps) / 10_000) / STEP_BPS) * STEP_BPS;
    return bps > 0 ? { kind: "percent", bps, up_to: upTo } : { kind: "none" };
  }
  if (commission.kind === "fixed") {
    const minor = shareDown(commission.minor, shareBps);
    return minor > 0n ? { kind: "fixed", minor: minor.toString(), up_to: upTo } : { kind: "none" };
  }
  return { kind: "none" };
}

/** True when `a` is worth more than `b`. A percentage and a fixed sum cannot be weighed, so neither is more. */
export function isMore(a: Rate, b: Rate): boolean {
  if (a.kind === "none") return false;
  if (b.kind === "none") return true;
  if (a.kind === "percent" && b.kind === "percent") return a.bps > b.bps;
  if (a.kind === "fixed" && b.kind === "fixed") return BigInt(a.minor) > BigInt(b.minor);
  return false;
}

/** What a sale of `price` earns at a member's rate, in cents, rounded down. */
export function cashBackOf(price: bigint, rate: Rate): bigint {
  if (rate.kind === "percent") return shareDown(price, rate.bps);
  if (rate.kind === "fixed") return BigInt(rate.minor) < price ? BigInt(rate.minor) : price;
  return 0n;
}

/** The best of a programme's groups, and whether some goods earn less ("up to"). Groups that earn nothing do not count. */
export function bestCommission(groups: readonly CommissionGroup[]): { commission: Commission; up_to: boolean } {
  const percent = groups.filter((group) => group.kind === "percent" && group.bps > 0);
  const fixed = groups.filter((group) => group.kind === "fixed" && group.minor > 0n);
  if (percent.length > 0) {
    const bps = Math.max(...percent.map((group) => group.bps));
    const mixed = fixed.length > 0 || percent.some((group) => group.bps !== bps);
    return { commission: { kind: "percent", bps, minor: 0n }, up_to: mixed };
  }
  let minor = 0n;
  for (const group of fixed) if (group.minor > minor) minor = group.minor;
  if (minor === 0n) return { commission: NO_COMMISSION, up_to: false };
  return { commission: { kind: "fixed", bps: 0, minor }, up_to: fixed.some((group) => group.minor !== minor) };
}

/** Orders commissions: percentages before fixed sums, since most orders are worth more than their fixed sum's percentage. */
export function compareCommissions(a: Commission, b: Commission): number {
  const rank = { percent: 2, fixed: 1, none: 0 };
  return rank[a.kind] - rank[b.kind] || a.bps - b.bps || Number(a.minor - b.minor);
}

const SMALL_WORDS = new Set(["and", "other", "else", "everything", "with", "the", "for", "new", "all"]);
const wordsOf = (folded: string) => folded.split(" ").filter((word) => word.length > 2 && !SMALL_WORDS.has(word));

/**
 * Which commission group a product falls into: the one whose name names its subcategory, else the programme's first.
 * Feeds rarely say it, and the best rate must not be promised for goods that earn another. Texts are folded.
 */
export function groupFor(groups: readonly { code: string; folded: string }[], subcategory: string): string {
  const wanted = wordsOf(subcategory);
  const last = wanted.at(-1);
  for (const group of groups.slice(1)) {
    const words = wordsOf(group.folded);
    if (last && (words.includes(last) || wanted.every((word) => words.includes(word)))) return group.code;
  }
  return groups[0]?.code ?? "";
}

export type RatePoint = Commission & { since: Date };

/** The usual rate is the one that held longest in the 30 days before now. */
const USUAL_DAYS = 30;

/**
 * The rate on other days, when today's is higher; null otherwise. `history` holds every change, oldest first, today's
 * last. A rise that lasts becomes the usual rate after half of the 30 days, and is then no longer called a rise.
 */
export function usualRateBelow(history: readonly RatePoint[], now: Date): Commission | null {
  const today = history.at(-1);
  if (!today || history.length < 2) return null;
  const from = now.getTime() - USUAL_DAYS * 86_400_000;
  const held = new Map<string, { commission: Commission; span: number }>();
  for (const [index, point] of history.entries()) {
    const start = Math.max(point.since.getTime(), from);
    const end = history[index + 1]?.since.getTime() ?? now.getTime();
    if (end <= start) continue;
    const key = `${point.kind}:${point.bps}:${point.minor}`;
    const entry = held.get(key) ?? { commission: { kind: point.kind, bps: point.bps, minor: point.minor }, span: 0 };
    entry.span += end - start;
    held.set(key, entry);
  }
  let usual: { commission: Commission; span: number } | null = null;
  for (const entry of held.values()) if (!usual || entry.span > usual.span) usual = entry;
  if (!usual || usual.commission.kind !== today.kind) return null;
  return compareCommissions(today, usual.commission) > 0 ? usual.commission : null;
}

/** A rate in words, as SPEC §3 `cashback_text` and search show it. */
export function rateText(rate: Rate, language: "en" | "es" = "en"): string {
  if (rate.kind === "none") return language === "es" ? "Solo cupones" : "Coupons only";
  const sign = language === "es" ? "\u00a0%" : "%";
  const amount = rate.kind === "percent" ? `${percentText(rate.bps)}${sign}` : showUsd(BigInt(rate.minor));
  if (language === "es") return `${rate.up_to ? "Hasta " : ""}${amount} de vuelta`;
  return `${rate.up_to ? "Up to " : ""}${amount} cash back`;
}

const percentText = (bps: number) => (bps / 100).toFixed(2).replace(/\.?0+$/, "");

/**
 * An offer's state at an instant. What a network no longer lists has ended, whatever its dates say. Instants are all
 * dates, or all texts as `toISOString` writes them, which sort as they follow each other.
 */
export function offerState<Instant extends Date | string>(
  offer: { starts_at: Instant | null; ends_at: Instant | null; gone: boolean },
  now: Instant,
): "live" | "ended" | "upcoming" {
  if (offer.gone || (offer.ends_at && offer.ends_at <= now)) return "ended";
  return offer.starts_at && offer.starts_at > now ? "upcoming" : "live";
}

/** What a feed of each kind is a feed of, as operators read it. */
export const FEED_NOUNS = { products: "products", offers: "coupons", programmes: "programs" } as const;

/**
 * Why a feed waits for a person; null when it may go on. `missing` of what is there is not in it, `kept` is.
 * Its size does not count: nine products are as easily lost as nine thousand, and two coupons as two hundred.
 */
export function reasonToHold(feed: {
  kind: keyof typeof FEED_NOUNS;
  rows: number;
  last_rows: number | null;
  missing: number;
  kept: number;
}): string | null {
  const { rows, last_rows, missing, kept } = feed;
  const noun = FEED_NOUNS[feed.kind];
  if (missing === 0) return null;
  if (rows * 3 <= (last_rows ?? 0) * 2) return `the feed holds ${rows} ${noun} after ${last_rows}`;
  // As many rows, and hardly one that is known: most likely another shop's file.
  if (missing > kept) return `of ${missing + kept} ${noun} ${missing} are not in the feed`;
  return null;
}

/** People who did something at a store so many days ago; each is in the day on which they last did. */
export type ActivityPoint = { age_days: number; people: number; buyers: number };

const ACTIVITY = { half_life_days: 30, visitor: 4, buyer: 12, min_people: 3 };

/**
 * What members' visits and orders add to a store's start figure. Each person counts once a store and less with every day,
 * by half in 30; who bought weighs more. Fewer than three people add nothing, so that nobody pushes a store alone.
 */
export function activityOf(points: readonly ActivityPoint[]): { activity: number; visitors: number } {
  const visitors = points.reduce((sum, point) => sum + point.people, 0);
  if (visitors < ACTIVITY.min_people) return { activity: 0, visitors };
  const weight = points.reduce((sum, { age_days, people, buyers }) => {
    const share = 2 ** (-Math.max(age_days, 0) / ACTIVITY.half_life_days);
    return sum + share * (people * ACTIVITY.visitor + buyers * ACTIVITY.buyer);
  }, 0);
  return { activity: Math.round(weight), visitors };
}

/**
 * How prominent a merchant is: how well known it is (known-stores/, 0 to 1000), then what members do. A store that pays
 * nothing stands at half its figure, because nobody comes here for it. What there is to find at a store only parts equals.
 * The same sum stands in store/refresh.ts.
 */
export const POPULARITY = { favourite: 2, products: 3, coupons: 3, mark: 2, nothing_paid_divides: 2 };
