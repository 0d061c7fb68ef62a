/** Jobs of rewards: they follow the orders and payments of their members. */
import { ORDER_CHANGED } from "#cashback";
import { defineJob, listen, type Registry } from "#platform/jobs";
import type { Rewards } from "./rewards.server.ts";
import { BUY_GIFT } from "./settle-first-order.ts";
import { SETTLE } from "./settle-member.ts";

export function registerRewardJobs(registry: Registry, rewards: Rewards) {
  defineJob(registry, BUY_GIFT, { handler: ({ claim_id }: { claim_id: string }) => rewards.buyGift(claim_id) });
  defineJob(registry, SETTLE, { handler: ({ user_id }: { user_id: string }) => rewards.settleMember(user_id) });
  defineJob(registry, "rewards.sweep", { handler: () => rewards.sweep() });
  registry.schedules.push({ task: "rewards.sweep", cron: "41 * * * *" });
  listen(
    registry,
    ORDER_CHANGED,
    "rewards.follow_orders",
    ({ changes }: { changes: { order_id: string; sequence: number }[] }) =>
      rewards.followOrders(changes.map((change) => change.order_id)),
  );
}
