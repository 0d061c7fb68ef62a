/**
 * Brings what the ledger holds of a reward to what its state says, by the one credit: coins for the member, and beside them what
 * the provider owes us for them. Nobody is credited a coin whose worth is not set aside.
 */
import { NOTHING } from "#ledger";
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import { worthUp } from "#platform/money";
import { assert } from "#platform/outcome";
import { endClaim } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { REWARD_CHANGED } from "./job-kinds.ts";
import { type RewardRow, saveReward } from "./reward-store.ts";
import { type CoinShares, centsOf, heldOf, REWARD_TRANSITIONS, type RewardState } from "./rules.ts";

export type Change = { state: RewardState; reason: string | null; coins?: bigint; payout_micros?: bigint; by: string };

/** `reward` is locked, or new and not yet saved (`sequence` 0). Says what became of it. */
export async function settleReward(
  tx: Tx,
  context: CoinsContext,
  reward: RewardRow,
  change: Change,
  { coins_per_dollar }: Pick<CoinShares, "coins_per_dollar">,
): Promise<RewardRow> {
  assert(
    reward.sequence === 0 || (REWARD_TRANSITIONS[reward.state] as readonly RewardState[]).includes(change.state),
    `a reward that is ${reward.state} can become ${change.state}`,
  );
  const coins = change.coins ?? reward.coins;
  const payout_micros = change.payout_micros ?? reward.payout_micros;
  const to = heldOf(change.state, coins);
  // What the house gives, nobody owes us anything for.
  const ours = reward.provider === "house";
  const receivable = change.state === "credited" && !ours ? centsOf(payout_micros) : 0n;
  const from = { pending: reward.posted_pending, confirmed: reward.posted_confirmed };
  const next: RewardRow = {
    ...reward,
    coins,
    payout_micros,
    state: change.state,
    reason: change.reason,
    posted_pending: to.pending,
    posted_confirmed: to.confirmed,
    posted_receivable: receivable,
    sequence: reward.sequence + 1,
    changed_at: context.clock.now(),
  };
  if (to.pending !== from.pending || to.confirmed !== from.confirmed || receivable !== reward.posted_receivable) {
    const per_dollar = BigInt(coins_per_dollar);
    const reserve = worthUp(to.confirmed, per_dollar) - worthUp(from.confirmed, per_dollar);
    const owed = receivable - reward.posted_receivable;
    const payer = { kind: ours ? "marketing" : "margin", owner: "house" } as const;
    const credited = await context.ledger.credit(tx, [
      {
        unit: "COIN",
        kind: `coins.${change.state}`,
        cause: `coin-reward:${reward.reward_id}:${next.sequence}`,
        reason: change.reason,
        data: { reward_id: reward.reward_id, name: reward.name, provider: reward.provider, what: reward.kind },
        owner: reward.user_id,
        from: reward.sequence === 0 ? NOTHING : from,
        to,
        against: [
          { account: { kind: "offer_receivable", owner: reward.provider }, amount: -owed },
          { account: payer, amount: owed - reserve },
        ],
      },
    ]);
    assert(credited.ok, `the coins of ${reward.reward_id} can be posted`);
  }
  await saveReward(tx, next, change.by);
  // Whoever credits it, what was asked for has come.
  if (next.state === "credited" && next.start_id && next.goal_id)
    await endClaim(tx, { start_id: next.start_id, goal_id: next.goal_id, at: next.changed_at });
  await emit(tx, context.registry, REWARD_CHANGED, { reward_id: next.reward_id, sequence: next.sequence });
  return next;
}
