/** Jobs of benefits: what they add follows the orders of their members. */
import { ORDER_CHANGED } from "#cashback";
import { type JobEntry, onEvent } from "#platform/job";
import type { Benefits } from "./benefits.server.ts";

export const benefitJobs = (benefits: Benefits): readonly JobEntry[] => [
  onEvent(ORDER_CHANGED, "benefits.follow_orders", ({ changes }) =>
    benefits.followOrders(changes.map((change) => change.order_id)),
  ),
];
