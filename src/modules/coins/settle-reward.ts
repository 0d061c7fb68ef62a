/**
 * Brings what the ledger holds of a reward to what its state says, by the one credit: coins for the member, and beside them what
 * the provider owes us for them. Nobody is credited a coin whose worth is not set aside.
 */
import { MARGIN } from "#cashback";
import { type Credit, NOTHING } from "#ledger";
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import { worthUp } from "#platform/money";
import { assert } from "#platform/outcome";
import { MARKETING, OFFER_RECEIVABLE } from "./accounts.ts";
import { endClaims } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { REWARDS_CHANGED } from "./job-kinds.ts";
import { type RewardRow, saveRewards } from "./reward-store.ts";
import { type CoinShares, centsOf, heldOf, REWARD_TRANSITIONS, type RewardState } from "./rules.ts";

export type Change = { state: RewardState; reason: string | null; coins?: bigint; payout_micros?: bigint; by: string };

/** `reward` is locked, or new and not yet saved (`sequence` 0). */
export type Settling = { reward: RewardRow; change: Change; brand: Pick<CoinShares, "coins_per_dollar"> };

/** Says what became of it. */
export async function settleReward(
  tx: Tx,
  context: CoinsContext,
  reward: RewardRow,
  change: Change,
  brand: Settling["brand"],
): Promise<RewardRow> {
  const [next] = await settleRewards(tx, context, [{ reward, change, brand }]);
  assert(next, "a reward becomes something");
  return next;
}

/** The same of many, each reward once; in the order in which they are given. */
export async function settleRewards(
  tx: Tx,
  context: CoinsContext,
  settlings: readonly Settling[],
): Promise<RewardRow[]> {
  if (settlings.length === 0) return [];
  const now = context.clock.now();
  const moved = settlings.map((settling) => ({ settling, next: nextOf(settling, now) }));
  const credits = moved.flatMap(({ settling, next }) => creditOf(settling, next) ?? []);
  if (credits.length > 0) {
    const credited = await context.ledger.credit(tx, credits);
    assert(credited.ok, `the coins of ${moved.map(({ next }) => next.reward_id).join(", ")} can be posted`);
  }
  const rows = moved.map(({ next }) => next);
  await saveRewards(
    tx,
    moved.map(({ settling, next }) => ({ ...next, by_whom: settling.change.by })),
  );
  // Whoever credits it, what was asked for has come.
  const goals = rows.flatMap(({ state, start_id, goal_id }) =>
    state === "credited" && start_id && goal_id ? [{ start_id, goal_id }] : [],
  );
  await endClaims(tx, goals, now);
  const changes = rows.map(({ reward_id, sequence }) => ({ reward_id, sequence }));
  await emit(tx, context.registry, REWARDS_CHANGED, { changes });
  return rows;
}

const isOurs = ({ provider }: RewardRow): boolean => provider === "house";

function nextOf({ reward, change }: Settling, now: Date): RewardRow {
  assert(
    reward.sequence === 0 || (REWARD_TRANSITIONS[reward.state] as readonly RewardState[]).includes(change.state),
    `a reward that is ${reward.state} can become ${change.state}`,
  );
  const coins = change.coins ?? reward.coins;
  const payout_micros = change.payout_micros ?? reward.payout_micros;
  const to = heldOf(change.state, coins);
  return {
    ...reward,
    coins,
    payout_micros,
    state: change.state,
    reason: change.reason,
    posted_pending: to.pending,
    posted_confirmed: to.confirmed,
    // What the house gives, nobody owes us anything for.
    posted_receivable: change.state === "credited" && !isOurs(reward) ? centsOf(payout_micros) : 0n,
    sequence: reward.sequence + 1,
    changed_at: now,
  };
}

/** Null when nothing moves. */
function creditOf({ reward, change, brand }: Settling, next: RewardRow): Credit | null {
  const from = { pending: reward.posted_pending, confirmed: reward.posted_confirmed };
  const to = { pending: next.posted_pending, confirmed: next.posted_confirmed };
  const owed = next.posted_receivable - reward.posted_receivable;
  if (to.pending === from.pending && to.confirmed === from.confirmed && owed === 0n) return null;
  const per_dollar = BigInt(brand.coins_per_dollar);
  const reserve = worthUp(to.confirmed, per_dollar) - worthUp(from.confirmed, per_dollar);
  const payer = { kind: isOurs(reward) ? MARKETING : MARGIN, owner: "house" };
  return {
    unit: "COIN",
    kind: `coins.${change.state}`,
    cause: `coin-reward:${reward.reward_id}:${next.sequence}`,
    reason: change.reason,
    data: { reward_id: reward.reward_id, name: reward.name, provider: reward.provider, what: reward.kind },
    owner: reward.user_id,
    from: reward.sequence === 0 ? NOTHING : from,
    to,
    against: [
      { account: { kind: OFFER_RECEIVABLE, owner: reward.provider }, amount: -owed },
      { account: payer, amount: owed - reserve },
    ],
  };
}
