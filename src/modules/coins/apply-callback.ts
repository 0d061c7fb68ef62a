/**
 * Acts on what providers told: finds the member, what was agreed, and the reward, and brings it to its new state. Callbacks come
 * doubled, late and in any order: what counts is kept by the provider's own id of the transaction, so that the end is the same.
 */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import type { Settled } from "#platform/inbox-store";
import type { CoinsContext } from "./context.ts";
import { giveConsolation } from "./give-consolation.ts";
import { findOffer, type OfferRow } from "./offer-store.ts";
import { hasPhone } from "./phone-store.ts";
import type { CoinProviderName, Told } from "./provider.types.ts";
import { lockBounded, NO_RULES, type ProviderRules, readAllRules, sumCreditedSince } from "./provider-store.ts";
import { countSince, hasGoal, hasVisit, lockTransaction, type RewardRow } from "./reward-store.ts";
import {
  type Agreed,
  type CoinShares,
  coinsByShare,
  coinsOf,
  dayStart,
  type HoldRule,
  isTooSoon,
  MAX_REWARDS_IN_AN_HOUR,
  MAX_SURVEY_MICROS,
  type RewardState,
  sharesOf,
  type Weighed,
  weigh,
  weighUnagreed,
} from "./rules.ts";
import { settleReward } from "./settle-reward.ts";
import {
  endVisit,
  findMember,
  findStart,
  findVisit,
  lockMember,
  lockMembers,
  type StartRow,
  type VisitRow,
} from "./start-store.ts";
import { readKept } from "./take-callback.ts";

/** A survey is answered within this, and its callback may come as late. */
const VISIT_DAYS = 7;

type Found = {
  user_id: string;
  kind: "offer" | "survey";
  brand: CoinShares;
  /** Whether the member is plus now: what was agreed says what they were then. */
  plus: boolean;
  /** What part of the provider's pay counts now. */
  pay_share_bps: number;
  start: StartRow | null;
  visit: VisitRow | null;
  offer: OfferRow | null;
};

/** With what operators say of providers, which is asked once for all. */
type Batch = CoinsContext & { rules: ReadonlyMap<string, ProviderRules> };

/** One transaction for all of them. */
export async function applyCallbacks(context: CoinsContext, inboxIds: readonly string[]): Promise<void> {
  await context.database.transaction(async (tx) => {
    const rows = await context.inbox.lock(tx, "postback", inboxIds);
    const read = rows.map((row) => ({ row, told: readKept(row.payload).told }));
    // Before anything is looked up: an account that goes into another at this moment has gone, or waits until this has ended.
    await lockMembers(
      tx,
      read.flatMap(({ row, told }) => (told ? [{ provider: row.provider, user_ref: told.user_ref }] : [])),
    );
    await lockBounded(
      tx,
      rows.map(({ provider }) => provider),
    );
    const batch = { ...context, rules: await readAllRules(tx) };
    const settled: Settled[] = [];
    for (const { row, told } of read) {
      const end = told ? await applyOne(tx, batch, row.provider as CoinProviderName, told) : parked("unreadable");
      settled.push({ inbox_id: row.inbox_id, ...end });
    }
    await context.inbox.settle(tx, settled);
  });
}

type End = Pick<Settled, "state" | "reason">;
const APPLIED: End = { state: "applied", reason: null };
const parked = (reason: string): End => ({ state: "parked", reason });

async function applyOne(tx: Tx, context: Batch, provider: CoinProviderName, told: Told): Promise<End> {
  const user_id = await findMember(tx, provider, told.user_ref);
  if (!user_id) return parked("unknown_member");
  // All that is told of one member goes one by one: limits and goals count what the others did.
  await lockMember(tx, user_id);
  const found = await findAgreed(tx, context, provider, user_id, told);
  // A step that pays nothing is one of the agreed steps, or says nothing to anybody.
  if (told.kind === "progress" && !found.start?.terms.goals.some(({ goal_id }) => goal_id === told.goal_id))
    return APPLIED;
  if (told.kind === "attempt") return endAttempt(tx, context, provider, told, found);
  const name = told.origin_tx_id ?? told.tx_id;
  const before = await lockTransaction(tx, provider, name);
  if (told.kind === "reversal") return reverse(tx, context, provider, name, told, found, before);
  return earn(tx, context, provider, name, told, found, before);
}

async function findAgreed(
  tx: Tx,
  context: Batch,
  provider: CoinProviderName,
  user_id: string,
  told: Told,
): Promise<Found> {
  const surveys = context.providers.get(provider)?.kind === "surveys";
  const contact = await context.identity.contact(user_id, tx);
  const brand = context.partners.named(contact?.partner ?? null);
  const offer = !surveys && told.offer_id ? await findOffer(tx, provider, told.offer_id) : null;
  const start = offer ? await findStart(tx, user_id, offer.offer_id) : null;
  const since = addDays(context.clock.now(), -VISIT_DAYS);
  const visit = surveys ? await findVisit(tx, { user_id, provider, survey_id: told.offer_id, since }) : null;
  return {
    user_id,
    kind: surveys ? "survey" : "offer",
    brand,
    plus: contact?.plus_active ?? false,
    pay_share_bps: (context.rules.get(provider) ?? NO_RULES).pay_share_bps,
    start,
    visit,
    offer,
  };
}

/** The reward as it would be new: what was agreed of its goal or survey, and what it is called. */
function newReward(
  context: Batch,
  provider: CoinProviderName,
  name: string,
  told: Told,
  { user_id, kind, brand, plus, pay_share_bps, start, visit, offer }: Found,
): { reward: RewardRow; weighed: Weighed } {
  // By the share as it was when somebody set out: what operators say later is for those who set out later.
  const agreed_bps = start?.terms.share_bps ?? visit?.share_bps ?? null;
  const worth = (micros: bigint) =>
    agreed_bps === null
      ? coinsOf(micros, sharesOf(brand, pay_share_bps), plus)
      : coinsByShare(micros, agreed_bps, brand);
  const goals = start?.terms.goals ?? [];
  // Without a name only the one step of an offer can be meant.
  const goal = goals.find(({ goal_id }) => (told.goal_id === null ? goals.length === 1 : goal_id === told.goal_id));
  const agreed: Agreed | null = goal
    ? { coins: BigInt(goal.coins), payout_micros: BigInt(goal.payout_micros) }
    : visit?.survey_id
      ? { coins: visit.coins, payout_micros: visit.payout_micros }
      : null;
  // Nobody set out from here: an offer of ours bounds what it can pay, a survey of a wall the most that one pays.
  const bound = offer ? offer.payout_micros : kind === "survey" ? MAX_SURVEY_MICROS : null;
  const weighed = agreed
    ? weigh(agreed, told.payout_micros, worth)
    : weighUnagreed(bound, told.payout_micros ?? 0n, worth, start ? "unknown_step" : null);
  const now = context.clock.now();
  return {
    weighed,
    reward: {
      reward_id: newId("coin_reward"),
      provider,
      tx_id: name,
      user_id,
      kind,
      start_id: start?.start_id ?? null,
      visit_id: visit?.visit_id ?? null,
      offer_id: offer?.offer_id ?? null,
      goal_id: goal?.goal_id ?? told.goal_id,
      name: start
        ? `${start.terms.name}${goal && goals.length > 1 ? `: ${goal.name}` : ""}`
        : (offer?.name ?? visit?.category ?? ""),
      coins: weighed.coins,
      payout_micros: told.payout_micros ?? agreed?.payout_micros ?? 0n,
      told_coins: told.told_coins,
      state: "pending",
      reason: null,
      posted_pending: 0n,
      posted_confirmed: 0n,
      posted_receivable: 0n,
      sequence: 0,
      created_at: now,
      changed_at: now,
    },
  };
}

/** The first rule by which a reward waits for a person; null when none does. What was told of it before does not count beside it. */
async function holdOf(
  tx: Tx,
  context: Batch,
  reward: RewardRow,
  weighed: Weighed,
  { start, visit }: Found,
): Promise<HoldRule | null> {
  if (weighed.hold) return weighed.hold;
  const now = context.clock.now();
  // A confirmed number is one person's: whose account has one is nobody's second.
  if (start?.shared_with && !(await hasPhone(tx, reward.user_id))) return "other_account";
  if (isTooSoon(start?.started_at ?? null, now)) return "too_soon";
  if (start && reward.goal_id && (await hasGoal(tx, start.start_id, reward.goal_id, reward.reward_id)))
    return "goal_twice";
  // One survey of a list is finished once; a partner's own page leads to many.
  if (visit?.survey_id && (await hasVisit(tx, visit.visit_id, reward.reward_id))) return "goal_twice";
  const hourAgo = new Date(now.getTime() - 3_600_000);
  if ((await countSince(tx, reward, hourAgo)) >= MAX_REWARDS_IN_AN_HOUR) return "pace";
  return (await isBeyondCap(tx, context, reward, weighed.coins)) ? "daily_cap" : null;
}

/** Whether these coins are more than a provider's day may bring without a person. Its rules were locked by `lockBounded`. */
async function isBeyondCap(
  tx: Tx,
  context: Batch,
  { provider }: Pick<RewardRow, "provider">,
  coins: bigint,
): Promise<boolean> {
  const daily_cap = context.rules.get(provider)?.daily_cap ?? null;
  if (daily_cap === null) return false;
  return (await sumCreditedSince(tx, provider, dayStart(context.clock.now()))) + coins > daily_cap;
}

async function earn(
  tx: Tx,
  context: Batch,
  provider: CoinProviderName,
  name: string,
  told: Told,
  found: Found,
  before: RewardRow | null,
): Promise<End> {
  // What was decided stays: a provider that says the same again, or says late that something began, changes nothing.
  if (before && (before.state !== "pending" || told.kind === "pending")) {
    if (before.state === "reversed" && told.kind === "credit") return parked("credited_after_reversal");
    return APPLIED;
  }
  if (before && before.user_id !== found.user_id) return parked("of_another_member");
  const made = newReward(context, provider, name, told, found);
  const reward = before ?? made.reward;
  const hold =
    told.kind === "credit" && made.reward.payout_micros > 0n
      ? await holdOf(tx, context, { ...made.reward, reward_id: reward.reward_id }, made.weighed, found)
      : null;
  const state: RewardState = told.kind === "pending" ? "pending" : hold ? "held" : "credited";
  const { coins } = made.weighed;
  const { payout_micros } = made.reward;
  await settleReward(tx, context, reward, { state, reason: hold, coins, payout_micros, by: provider }, found.brand);
  if (found.visit && state !== "pending") await endVisit(tx, found.visit.visit_id, "complete", context.clock.now());
  return APPLIED;
}

async function reverse(
  tx: Tx,
  context: Batch,
  provider: CoinProviderName,
  name: string,
  told: Told,
  found: Found,
  before: RewardRow | null,
): Promise<End> {
  if (before?.state === "reversed") return APPLIED;
  if (before && before.user_id !== found.user_id) return parked("of_another_member");
  // What is taken back before it was given: kept, so that the credit that is still on its way brings nothing.
  const reward = before ?? newReward(context, provider, name, told, found).reward;
  const reason = told.reason ?? "unexplained";
  await settleReward(tx, context, reward, { state: "reversed", reason, by: provider }, found.brand);
  return APPLIED;
}

async function endAttempt(
  tx: Tx,
  context: Batch,
  provider: CoinProviderName,
  told: Told,
  { brand, visit }: Found,
): Promise<End> {
  // One that was paid has no way not to have been finished; a vendor's own wall leads to many.
  if (!visit || (visit.survey_id && visit.result === "complete")) return APPLIED;
  await endVisit(tx, visit.visit_id, told.reason ?? "unexplained", context.clock.now());
  await giveConsolation(tx, context, { visit, brand, tx_id: `${provider}:${told.tx_id}` });
  return APPLIED;
}
