/** The member's benefits: what each pays or brings, how much of it is left, and what it has brought so far. */
import { addDays, civilDate } from "#platform/clock";
import { workingDaysAfter } from "#platform/working-days";
import {
  BENEFIT_TYPES,
  type BenefitType,
  BOOST_TYPES,
  type BoostTerms,
  CLAIM_TYPES,
  type ClaimTerms,
  type ClaimType,
  PAID_TYPES,
  type PaidType,
} from "../../../brands/benefits.ts";
import { BENEFIT_WORDS } from "./benefit-words.ts";
import type {
  BenefitCard,
  BenefitLeft,
  BenefitPage,
  BenefitReader,
  BenefitsPage,
  ClosedReason,
  KnownOrder,
  RxCard,
} from "./benefits.types.ts";
import { earliestOf } from "./claim-rules.ts";
import { readClaims } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { showOrders } from "./known-orders.ts";
import { showMailPurchases } from "./mail-purchases.ts";
import { isSameName } from "./names.ts";
import { type Logos, MAX_SHOWN, partnersOf, readLogos, showPartners } from "./partners.ts";
import { type BoostsRead, readBoosts } from "./read-boosts.ts";
import { rowOf } from "./read-claims.ts";
import { closedReason, coverOf, dayFor, readStanding, type Standing } from "./standing.ts";
import { NO_USAGE, readSent, readUsage, type Usage } from "./usage-store.ts";

/** Claims that stand below the benefits; the others have a page of their own. */
const MAX_RECENT = 5;
const MAX_OF_BENEFIT = 10;
const MAX_ORDERS = 20;

const isPaidType = (type: BenefitType): type is PaidType => (PAID_TYPES as readonly string[]).includes(type);
const isClaimType = (type: BenefitType): type is ClaimType => (CLAIM_TYPES as readonly string[]).includes(type);

/** Everything that the pages are made of, read once. */
type Sources = {
  now: Date;
  standing: Standing;
  usage: ReadonlyMap<PaidType, Usage>;
  boosts: BoostsRead;
  /** In cents, or coins for `doubleCoins`. */
  brought: Readonly<Record<"firstorder" | "earnCashBack" | "doubleCoins", bigint>>;
  /** Pictures of the partners that are shown, asked for once. */
  logos: Logos;
  /** Whether a partner of offers or surveys is connected. */
  pays_coins: boolean;
};

/** `shown`: of these kinds so many partners each. */
async function readSources(
  context: BenefitsDeps,
  reader: BenefitReader,
  shown: { types: readonly BenefitType[]; most: number },
): Promise<Sources> {
  const { db } = context.database;
  const now = context.clock.now();
  const { user_id } = reader;
  const standing = await readStanding(context, reader);
  const { brand, country } = standing;
  const partners = shown.types.flatMap((type) => partnersIn(type, country).slice(0, shown.most));
  const [usage, boosts, cashBack, coins, open, moved, logos] = await Promise.all([
    readUsage(db, user_id, now),
    readBoosts(context, reader),
    context.cashback.plusExtra(db, user_id, brand.member_share_bps),
    context.coins.plusExtra(db, user_id, brand.coin_share_bps),
    context.coins.ways.open(),
    context.ledger.movedByKind(user_id, new Date(0)),
    readLogos(context.catalog, partners),
  ]);
  const firstorder = moved.find(({ kind }) => kind === "reward.first_order")?.amount ?? 0n;
  const brought = { firstorder, earnCashBack: cashBack, doubleCoins: coins };
  return { now, standing, usage, boosts, brought, logos, pays_coins: open.offers || open.surveys };
}

const partnersIn = (type: BenefitType, country: string) => (isClaimType(type) ? partnersOf(type, country) : []);

const PLUS = { tiers: ["plus"] } as const;

function boostTerms({ standing, now }: Sources, type: (typeof BOOST_TYPES)[number]): BoostTerms | null {
  const { boosts, seasonal } = standing.brand.benefits;
  const today = civilDate(now);
  return type === "seasonal"
    ? (seasonal.find(({ from, until }) => from <= today && today <= until) ?? null)
    : (boosts[type] ?? null);
}

/** Null when it can be used now. */
function closedOf(sources: Sources, type: BenefitType): ClosedReason | null {
  const { standing, usage } = sources;
  if (isPaidType(type)) {
    const terms = standing.brand.benefits.claims[type];
    if (!terms) return "not_open";
    const closed = closedReason(standing, terms);
    if (closed) return closed;
    const { left } = limitOf(terms, usage.get(type) ?? NO_USAGE);
    return left === 0n ? "used_up" : null;
  }
  if (type === "firstorder") return null;
  if (type === "earnCashBack" || type === "doubleCoins") return closedReason(standing, PLUS);
  const terms = boostTerms(sources, type);
  if (!terms) return "not_open";
  const closed = closedReason(standing, terms);
  return closed ?? (sources.boosts.used[type] >= BigInt(terms.month_minor) ? "used_up" : null);
}

/** What is left of the month, and never more than the year leaves. */
function limitOf(terms: ClaimTerms, used: Usage): { month: bigint; used: bigint; left: bigint; left_year: bigint } {
  const rest = (whole: number, part: bigint) => (BigInt(whole) > part ? BigInt(whole) - part : 0n);
  const left_year = rest(terms.year_minor, used.year);
  const month = rest(terms.month_minor, used.month);
  const left = month < left_year ? month : left_year;
  return { month: BigInt(terms.month_minor), used: used.month, left, left_year };
}

function limitShown(sources: Sources, type: BenefitType): BenefitCard["limit"] {
  if (isPaidType(type)) {
    const terms = sources.standing.brand.benefits.claims[type];
    if (!terms) return null;
    const { month, used, left } = limitOf(terms, sources.usage.get(type) ?? NO_USAGE);
    return { month_minor: month.toString(), used_minor: used.toString(), left_minor: left.toString() };
  }
  const boost = BOOST_TYPES.find((one) => one === type);
  const terms = boost && boostTerms(sources, boost);
  if (!boost || !terms) return null;
  const used = sources.boosts.used[boost];
  const left = BigInt(terms.month_minor) - used;
  return {
    ...{ month_minor: String(terms.month_minor), used_minor: used.toString() },
    left_minor: (left > 0n ? left : 0n).toString(),
  };
}

function broughtOf({ usage, boosts, brought }: Sources, type: BenefitType): BenefitCard["brought"] {
  if (isPaidType(type)) return { unit: "USD", amount: (usage.get(type)?.brought ?? 0n).toString() };
  if (type === "doubleCoins") return { unit: "COIN", amount: brought.doubleCoins.toString() };
  if (type === "firstorder" || type === "earnCashBack") return { unit: "USD", amount: brought[type].toString() };
  return { unit: "USD", amount: boosts.brought[type].toString() };
}

function cardOf(sources: Sources, type: BenefitType): BenefitCard {
  const { kind, name, about, href } = BENEFIT_WORDS[type];
  return {
    ...{ type, kind, name, about, href },
    limit: limitShown(sources, type),
    brought: broughtOf(sources, type),
    closed: closedOf(sources, type),
    partners: showPartners(sources.logos, partnersIn(type, sources.standing.country).slice(0, MAX_SHOWN)),
  };
}

function monthOf(now: Date): { from: string; again: string } {
  const first = (month: number) => civilDate(new Date(Date.UTC(now.getUTCFullYear(), month, 1)));
  return { from: first(now.getUTCMonth()), again: first(now.getUTCMonth() + 1) };
}

/** Those that the brand has, and of coins while a partner pays them; what is not part of it is not shown at all. */
const isOffered = ({ standing, pays_coins }: Sources, type: BenefitType): boolean =>
  isClaimType(type)
    ? standing.brand.benefits.claims[type] !== undefined
    : type === "tenpercent" || type === "smarttravel"
      ? standing.brand.benefits.boosts[type] !== undefined
      : type !== "doubleCoins" || pays_coins;

export async function readOverview(context: BenefitsDeps, reader: BenefitReader): Promise<BenefitsPage> {
  const { db } = context.database;
  const { user_id } = reader;
  const sources = await readSources(context, reader, { types: CLAIM_TYPES, most: MAX_SHOWN });
  const { standing, now } = sources;
  const month = monthOf(now);
  const [sent, claims, worth] = await Promise.all([
    readSent(db, user_id, new Date(`${month.from}T00:00:00Z`)),
    readClaims(db, user_id, { most: MAX_RECENT + 1 }),
    context.membership.readWorth(user_id),
  ]);
  const benefits = BENEFIT_TYPES.filter((type) => isOffered(sources, type)).map((type) => cardOf(sources, type));
  const open = benefits.filter(({ kind, closed }) => kind === "claim" && closed === null);
  return {
    country: standing.country,
    membership: membershipOf(standing),
    address: standing.address,
    month,
    figures: {
      claimed_minor: sent.claimed.toString(),
      paid_count: sent.paid,
      checking_count: sent.checking,
      open_minor: open.reduce((sum, { limit }) => sum + BigInt(limit?.left_minor ?? "0"), 0n).toString(),
      open_count: open.length,
      back_minor: worth.benefits_minor,
      membership_paid_minor: worth.cost_minor,
    },
    answer_days: context.settings.CLAIM_ANSWER_DAYS,
    benefits,
    claims: claims.slice(0, MAX_RECENT).map(rowOf),
    more_claims: claims.length > MAX_RECENT,
  };
}

/** What can be claimed this month, as a home page says it in a line each: also what is used up, nothing that is not open to them. */
export async function readLeft(context: BenefitsDeps, reader: BenefitReader): Promise<BenefitLeft[]> {
  const sources = await readSources(context, reader, { types: [], most: 0 });
  return CLAIM_TYPES.filter((type) => isOffered(sources, type)).flatMap((type) => {
    const { closed, name, limit } = cardOf(sources, type);
    return limit && (closed === null || closed === "used_up") ? [{ type, name, left_minor: limit.left_minor }] : [];
  });
}

const trialOf = (row: { state: string; next_charge_on: string } | undefined): string | null =>
  row?.state === "trial" ? row.next_charge_on : null;

function membershipOf({ memberships }: Standing): BenefitsPage["membership"] {
  const running = memberships.filter(({ state }) => state !== "ended");
  const row = running.find(({ line }) => line === "main") ?? running[0];
  return row ? { tier: row.tier, trial_until: trialOf(row), paused: row.benefits_paused } : null;
}

/** Of a claim type: its whole terms, orders that a claim may begin from, and what was claimed. Null for no benefit of ours. */
export async function readBenefit(
  context: BenefitsDeps,
  reader: BenefitReader,
  asked: string,
): Promise<BenefitPage | null> {
  const type = BENEFIT_TYPES.find((one) => one === asked);
  if (!type) return null;
  const sources = await readSources(context, reader, { types: [type], most: Number.POSITIVE_INFINITY });
  if (!isOffered(sources, type)) return null;
  const { standing, now } = sources;
  const terms = isPaidType(type) ? (standing.brand.benefits.claims[type] ?? null) : null;
  const card = cardOf(sources, type);
  const cover = terms && coverOf(standing.memberships, terms.tiers);
  const claims = isPaidType(type)
    ? await readClaims(context.database.db, reader.user_id, { type, most: MAX_OF_BENEFIT })
    : [];
  return {
    ...card,
    ...{ type, country: standing.country, month: monthOf(now) },
    terms: terms && isPaidType(type) ? termsShown(context, sources, type, terms) : null,
    all_partners: showPartners(sources.logos, partnersIn(type, standing.country)),
    orders: terms && isClaimType(type) ? await ordersOf(context, reader, { type, terms, standing, now }) : [],
    claims: claims.map(rowOf),
    trial_until: cover && "membership" in cover ? trialOf(cover.membership) : null,
    campaigns: type === "seasonal" ? sources.boosts.campaigns : [],
  };
}

function termsShown(
  { settings, membership }: BenefitsDeps,
  { usage, now, standing }: Sources,
  type: PaidType,
  terms: ClaimTerms,
): BenefitPage["terms"] {
  const { left_year } = limitOf(terms, usage.get(type) ?? NO_USAGE);
  const today = dayFor(membership, standing.memberships, now);
  return {
    share_bps: terms.share_bps,
    claim_minor: String(terms.claim_minor),
    month_minor: String(terms.month_minor),
    year_minor: String(terms.year_minor),
    left_year_minor: left_year.toString(),
    ...{ window_days: terms.window_days, of: terms.of, evidence: terms.evidence },
    any_partner: terms.partners === "any",
    ...{ earliest: earliestOf(today, terms), today },
    answer_by: civilDate(workingDaysAfter(now, settings.CLAIM_ANSWER_DAYS)),
  };
}

async function ordersOf(
  context: BenefitsDeps,
  { user_id }: BenefitReader,
  { type, terms, standing, now }: { type: ClaimType; terms: ClaimTerms; standing: Standing; now: Date },
): Promise<KnownOrder[]> {
  const named = partnersOf(type, standing.country).flatMap(({ internal_name }) => internal_name ?? []);
  const stores = terms.partners === "any" ? null : named;
  const today = dayFor(context.membership, standing.memberships, now);
  const asked = { user_id, type, country: standing.country, terms, today, most: MAX_ORDERS };
  const mailed = await showMailPurchases(context, asked);
  if (stores?.length === 0) return mailed;
  const since = addDays(new Date(`${today}T00:00:00Z`), -terms.window_days);
  const orders = await context.cashback.claimableOrders(context.database.db, {
    ...{ user_id, since, stores, most: MAX_ORDERS },
  });
  const known = await showOrders(context, { type, terms }, orders);
  return [...known, ...mailed.filter((one) => !known.some((other) => isSamePurchase(one, other)))];
}

const isDayBeside = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 86_400_000;

/** The order of ours that a mail tells of too: it stands there once. */
const isSamePurchase = (one: KnownOrder, other: KnownOrder): boolean =>
  isSameName(one.merchant, other.merchant) &&
  isDayBeside(one.bought_on, other.bought_on) &&
  one.paid_minor === other.paid_minor;

/** The savings card of the brand's contract, with the member's own number; null without one. */
export function rxCardOf(
  context: BenefitsDeps,
  reader: BenefitReader,
  { number, wallets }: { number: string; wallets: RxCard["wallets"] },
): RxCard | null {
  const { rx } = context.partners.named(reader.partner).benefits;
  if (!rx) return null;
  const { member_prefix, ...card } = rx;
  return { ...card, member: `${member_prefix}${number}`, name: reader.name, wallets };
}
