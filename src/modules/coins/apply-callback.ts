/**
 * Acts on what providers told: finds the member, what was agreed, and the reward, and brings it to its new state. Callbacks come
 * doubled, late and in any order: what counts is kept by the provider's own id of the transaction, so that the end is the same.
 *
 * They are worked in rounds of which each has one callback of a member and of a transaction at most, in the order in which they were told:
 * within a round none depends on another, so that it is read and written at once.
 */
import type { Tx } from "#platform/database";
import type { Settled } from "#platform/inbox-store";
import { type Found, findAgreed, newReward, type Telling } from "./agreed-terms.ts";
import type { CoinsContext } from "./context.ts";
import { giveConsolation } from "./give-consolation.ts";
import { hasPhone } from "./phone-store.ts";
import type { CoinProviderName } from "./provider.types.ts";
import { lockRules, type ProviderRules, sumCreditedSince } from "./provider-store.ts";
import { hasVisit, lockTransactions, NO_OTHERS, type RewardRow, readOthers } from "./reward-store.ts";
import { dayStart, type HoldRule, isTooSoon, MAX_REWARDS_IN_AN_HOUR, type RewardState, type Weighed } from "./rules.ts";
import { type Settling, settleRewards } from "./settle-reward.ts";
import { endVisit, lockMembers } from "./start-store.ts";
import { readKept } from "./take-callback.ts";

/** What a batch knows: what operators say of providers, rewards by their transactions, and what bounded providers credited today. */
type Batch = CoinsContext & {
  rules: ReadonlyMap<string, ProviderRules>;
  rewards: Map<string, RewardRow>;
  credited: Map<string, bigint>;
  find: (telling: Telling) => Promise<Found>;
};
const keyOf = ({ provider, name }: Telling): string => `${provider}|${name}`;

/** One transaction for all of them. */
export async function applyCallbacks(context: CoinsContext, inboxIds: readonly string[]): Promise<void> {
  await context.database.transaction(async (tx) => {
    const rows = await context.inbox.lock(tx, "postback", inboxIds);
    const read = rows.map((row) => ({ row, told: readKept(row.payload).told }));
    // Before anything is looked up: an account that goes into another at this moment has gone, or waits until this has ended.
    const members = await lockMembers(
      tx,
      read.flatMap(({ row, told }) => (told ? [{ provider: row.provider, user_ref: told.user_ref }] : [])),
    );
    const rules = await lockRules(
      tx,
      rows.map(({ provider }) => provider),
    );
    const settled: Settled[] = [];
    const tellings: Telling[] = [];
    for (const { row, told } of read) {
      const user_id = told && members.of({ provider: row.provider, user_ref: told.user_ref });
      if (told && user_id)
        tellings.push({
          ...{ inbox_id: row.inbox_id, provider: row.provider as CoinProviderName, user_id, told },
          name: told.origin_tx_id ?? told.tx_id,
        });
      else settled.push({ inbox_id: row.inbox_id, ...parked(told ? "unknown_member" : "unreadable") });
    }
    const batch: Batch = {
      ...context,
      rules,
      rewards: await lockRewards(tx, tellings),
      credited: await sumBounded(tx, context, tellings, rules),
      find: await findAgreed(tx, context, tellings, rules),
    };
    const rounds = roundsOf(tellings);
    await lockBalances(tx, context, rounds);
    for (const round of rounds) settled.push(...(await applyRound(tx, batch, round)));
    await context.inbox.settle(tx, settled);
  });
}

async function lockRewards(tx: Tx, tellings: readonly Telling[]): Promise<Map<string, RewardRow>> {
  const names = tellings
    .filter(({ told }) => told.kind !== "attempt")
    .map(({ provider, name }) => ({ provider, tx_id: name }));
  return new Map((await lockTransactions(tx, names)).map((row) => [`${row.provider}|${row.tx_id}`, row]));
}

/**
 * One round of rewards locks what its members have at once. Where one more follows, or consolations are given one by one, all of it is
 * locked before, in one order: who has some of these members elsewhere would else be waited for in a circle.
 */
async function lockBalances(tx: Tx, { ledger }: CoinsContext, rounds: readonly Telling[][]): Promise<void> {
  const all = rounds.flat();
  const members = new Set(all.map(({ user_id }) => user_id));
  if (members.size > 1 && (rounds.length > 1 || all.some(({ told }) => told.kind === "attempt")))
    await ledger.lockMembers(tx, [...members]);
}

/** Each round has one callback of a member and of a transaction at most; what was told later stands in a later one. */
export function roundsOf(tellings: readonly Telling[]): Telling[][] {
  const rounds: Telling[][] = [];
  const next = new Map<string, number>();
  for (const telling of tellings) {
    const own = [`member|${telling.user_id}`, `transaction|${keyOf(telling)}`];
    const at = Math.max(...own.map((key) => next.get(key) ?? 0));
    for (const key of own) next.set(key, at + 1);
    const round = rounds[at] ?? [];
    round.push(telling);
    rounds[at] = round;
  }
  return rounds;
}

type End = Pick<Settled, "state" | "reason">;
const APPLIED: End = { state: "applied", reason: null };
const parked = (reason: string): End => ({ state: "parked", reason });

/** What is to be settled, or how it ends without that. */
type Work = { telling: Telling; found: Found; settling: Settling };
type Earning = { telling: Telling; found: Found; before: RewardRow | null; made: RewardRow; weighed: Weighed };

async function applyRound(tx: Tx, batch: Batch, round: readonly Telling[]): Promise<Settled[]> {
  const ends: Settled[] = [];
  const work: Work[] = [];
  const earnings: Earning[] = [];
  for (const telling of round) {
    const found = await batch.find(telling);
    const before = batch.rewards.get(keyOf(telling)) ?? null;
    const end = await endOf(tx, batch, telling, found, before);
    if (end) ends.push({ inbox_id: telling.inbox_id, ...end });
    else if (telling.told.kind === "reversal") work.push(reversal(batch, telling, found, before));
    else {
      const { reward: made, weighed } = newReward(batch, telling, found);
      earnings.push({ telling, found, before, made, weighed });
    }
  }
  work.push(...(await weighAll(tx, batch, earnings)));
  const settled = await settleRewards(
    tx,
    batch,
    work.map(({ settling }) => settling),
  );
  for (const [at, { telling, found }] of work.entries()) {
    const reward = settled[at];
    if (!reward) continue;
    batch.rewards.set(keyOf(telling), reward);
    if (telling.told.kind !== "reversal" && found.visit && reward.state !== "pending")
      await endVisit(tx, found.visit.visit_id, "complete", batch.clock.now());
    ends.push({ inbox_id: telling.inbox_id, ...APPLIED });
  }
  return ends;
}

/** How a callback ends that changes no reward; null for one that does. What was decided stays, whatever is told of it again. */
async function endOf(
  tx: Tx,
  batch: Batch,
  telling: Telling,
  found: Found,
  before: RewardRow | null,
): Promise<End | null> {
  const { told } = telling;
  // A step that pays nothing is one of the agreed steps, or says nothing to anybody.
  if (told.kind === "progress" && !found.start?.terms.goals.some(({ goal_id }) => goal_id === told.goal_id))
    return APPLIED;
  if (told.kind === "attempt") return endAttempt(tx, batch, telling, found);
  if (told.kind === "reversal") {
    if (before?.state === "reversed") return APPLIED;
  } else if (before && (before.state !== "pending" || told.kind === "pending"))
    return before.state === "reversed" && told.kind === "credit" ? parked("credited_after_reversal") : APPLIED;
  return before && before.user_id !== found.user_id ? parked("of_another_member") : null;
}

/** What is taken back before it was given is kept, so that the credit that is still on its way brings nothing. */
function reversal(batch: Batch, telling: Telling, found: Found, before: RewardRow | null): Work {
  const reward = before ?? newReward(batch, telling, found).reward;
  const change = { state: "reversed" as const, reason: telling.told.reason ?? "unexplained", by: telling.provider };
  return { telling, found, settling: { reward, change, brand: found.brand } };
}

async function weighAll(tx: Tx, batch: Batch, earnings: readonly Earning[]): Promise<Work[]> {
  const stop = await readStops(tx, batch, earnings.filter(isWeighed));
  const work: Work[] = [];
  for (const earning of earnings) {
    const { telling, found, before, made, weighed } = earning;
    const hold = isWeighed(earning) ? await stop(earning) : null;
    const state: RewardState = telling.told.kind === "pending" ? "pending" : hold ? "held" : "credited";
    const change = {
      state,
      reason: hold,
      coins: weighed.coins,
      payout_micros: made.payout_micros,
      by: telling.provider,
    };
    work.push({ telling, found, settling: { reward: before ?? made, change, brand: found.brand } });
    const sum = batch.credited.get(telling.provider);
    if (sum !== undefined && state === "credited") batch.credited.set(telling.provider, sum + weighed.coins);
  }
  return work;
}

const isWeighed = ({ telling, made }: Earning): boolean => telling.told.kind === "credit" && made.payout_micros > 0n;
/** What was told of a reward before does not count beside it. */
const idOf = ({ before, made }: Earning): string => before?.reward_id ?? made.reward_id;

/** Answers the first rule by which a reward waits for a person; null when none does. */
async function readStops(
  tx: Tx,
  batch: Batch,
  earnings: readonly Earning[],
): Promise<(earning: Earning) => Promise<HoldRule | null>> {
  const now = batch.clock.now();
  const others = await readOthers(
    tx,
    earnings.map((earning) => ({
      reward_id: idOf(earning),
      user_id: earning.found.user_id,
      start_id: earning.found.start?.start_id ?? null,
      goal_id: earning.made.goal_id,
    })),
    new Date(now.getTime() - 3_600_000),
  );
  return async (earning) => {
    const { weighed, found, telling } = earning;
    const { start, visit, user_id } = found;
    if (weighed.hold) return weighed.hold;
    // A confirmed number is one person's: whose account has one is nobody's second.
    if (start?.shared_with && !(await hasPhone(tx, user_id))) return "other_account";
    if (isTooSoon(start?.started_at ?? null, now)) return "too_soon";
    const { sum, again } = others.get(idOf(earning)) ?? NO_OTHERS;
    if (again) return "goal_twice";
    // One survey of a list is finished once; a partner's own page leads to many.
    if (visit?.survey_id && (await hasVisit(tx, visit.visit_id, idOf(earning)))) return "goal_twice";
    if (sum >= MAX_REWARDS_IN_AN_HOUR) return "pace";
    return isBeyondCap(batch, telling, weighed.coins) ? "daily_cap" : null;
  };
}

/** What providers with a bound credited today, in coins; what the batch credits is added to it. Their rules were locked by `lockRules`. */
async function sumBounded(
  tx: Tx,
  context: CoinsContext,
  tellings: readonly Telling[],
  rules: Batch["rules"],
): Promise<Batch["credited"]> {
  const sums: Batch["credited"] = new Map();
  const since = dayStart(context.clock.now());
  for (const provider of new Set(tellings.map((telling) => telling.provider)))
    if ((rules.get(provider)?.daily_cap ?? null) !== null)
      sums.set(provider, await sumCreditedSince(tx, provider, since));
  return sums;
}

/** Whether these coins are more than a provider's day may bring without a person. */
function isBeyondCap({ rules, credited }: Batch, { provider }: Telling, coins: bigint): boolean {
  const daily_cap = rules.get(provider)?.daily_cap ?? null;
  return daily_cap !== null && (credited.get(provider) ?? 0n) + coins > daily_cap;
}

async function endAttempt(tx: Tx, batch: Batch, { provider, told }: Telling, { brand, visit }: Found): Promise<End> {
  // One that was paid has no way not to have been finished; a vendor's own wall leads to many.
  if (!visit || (visit.survey_id && visit.result === "complete")) return APPLIED;
  await endVisit(tx, visit.visit_id, told.reason ?? "unexplained", batch.clock.now());
  await giveConsolation(tx, batch, { visit, brand, tx_id: `${provider}:${told.tx_id}` });
  return APPLIED;
}
