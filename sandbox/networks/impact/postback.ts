import { major } from "../../money.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";

/** Impact tells of a new action and of each change, in JSON and without a signature. */
export function impactNotice(order: Order): string {
  return JSON.stringify({
    campaign_id: order.programme_id,
    action_id: order.id,
    status: order.state.toUpperCase(),
    payout: major(order.payout),
    items: itemsOf(order).map((item) => ({ sku: item.sku, qty: `${item.quantity}`, amt: major(item.amount) })),
  });
}
