/** A few coins for whoever was turned away halfway through a survey: ours to give, once a visit and so many a day. */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import type { CoinsContext } from "./context.ts";
import { lockTransaction, type RewardRow } from "./reward-store.ts";
import type { CoinShares } from "./rules.ts";
import { settleReward } from "./settle-reward.ts";
import type { VisitRow } from "./start-store.ts";

/** More in a day is nobody who was looking for a survey to answer. */
const MAX_A_DAY = 5n;

export async function giveConsolation(
  tx: Tx,
  context: CoinsContext,
  { visit, brand, tx_id }: { visit: VisitRow; brand: CoinShares; tx_id: string },
): Promise<void> {
  if (brand.screened_out_coins === 0) return;
  const name = `visit:${visit.visit_id}`;
  if (await lockTransaction(tx, "house", name)) return;
  const taken = await context.ledger.takeLimit(tx, {
    limit: "coins.consolations",
    subject: visit.user_id,
    window: "day",
    most: MAX_A_DAY,
    amount: 1n,
    cause: tx_id,
  });
  if (!taken.ok) return;
  const now = context.clock.now();
  const reward: RewardRow = {
    reward_id: newId("coin_reward"),
    provider: "house",
    tx_id: name,
    user_id: visit.user_id,
    kind: "consolation",
    start_id: null,
    visit_id: visit.visit_id,
    offer_id: null,
    goal_id: null,
    name: visit.category ?? "",
    coins: BigInt(brand.screened_out_coins),
    payout_micros: 0n,
    told_coins: null,
    state: "credited",
    reason: null,
    posted_pending: 0n,
    posted_confirmed: 0n,
    posted_receivable: 0n,
    sequence: 0,
    created_at: now,
    changed_at: now,
  };
  await settleReward(tx, context, reward, { state: "credited", reason: null, by: "tuppence" }, brand);
}
