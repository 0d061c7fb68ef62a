/** Jobs of rewards: they follow the orders and payments of their members. */
import { ORDER_CHANGED } from "#cashback";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import { BUY_GIFT, SETTLE } from "./job-kinds.ts";
import type { Rewards } from "./rewards.server.ts";

export const rewardJobs = (rewards: Rewards): readonly JobEntry[] => [
  work(BUY_GIFT, ({ claim_id }) => rewards.buyGift(claim_id)),
  work(SETTLE, ({ user_id }) => rewards.settleMember(user_id)),
  onSchedule("rewards.sweep", { cron: "41 * * * *" }, () => rewards.sweep()),
  onEvent(ORDER_CHANGED, "rewards.follow_orders", ({ changes }) =>
    rewards.followOrders(changes.map((change) => change.order_id)),
  ),
];
