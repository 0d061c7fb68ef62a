import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";

export function impactNotice(order: Order): string {
  return JSON.stringify({
    campaign_id: order.programme_id,
    action_id: order.id,
    status: order.state.toUpperCase(),
    payout: major(order.payout),
    items: itemsOf(order).map((item) => ({ sku: item.sku, qty: `${item.quantity}`, amt: major(item.amount) })),
  });
}

/** Impact tells of a new action and of each change, in JSON and without a signature. */
export function notifyImpact(world: World, order: Order, event: string): void {
  world.outbox.send({
    channel: "impact",
    subject: order.id,
    event: `action.${event}`,
    url: world.settings.postbackImpact,
    contentType: "application/json",
    body: impactNotice(order),
    held: order.hold === 1,
  });
}
