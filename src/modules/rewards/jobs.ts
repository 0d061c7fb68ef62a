/** Jobs of rewards: referrals follow the orders of friends. */
import { ORDER_CHANGED } from "#cashback";
import { defineJob, listen, type Registry } from "#platform/jobs";
import type { Rewards } from "./rewards.server.ts";
import { BUY_GIFT } from "./settle-first-order.ts";

export function registerRewardJobs(registry: Registry, rewards: Rewards) {
  defineJob(registry, BUY_GIFT, { handler: ({ claim_id }: { claim_id: string }) => rewards.buyGift(claim_id) });
  defineJob(registry, "rewards.settle_open_claims", { handler: () => rewards.settleOpenClaims() });
  registry.schedules.push({ task: "rewards.settle_open_claims", cron: "41 6 * * *" });
  listen(
    registry,
    ORDER_CHANGED,
    "rewards.follow_orders",
    ({ changes }: { changes: { order_id: string; sequence: number }[] }) =>
      rewards.followOrders(changes.map((change) => change.order_id)),
  );
}
