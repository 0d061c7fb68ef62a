import type { Programme } from "../catalogue/programmes.ts";
import { nextNumber } from "../database.ts";
import { majorNumber, minorOf } from "../money.ts";
import { findClick, lastClick } from "../networks/clicks.ts";
import { networkOf } from "../networks/network.ts";
import type { Change, NewOrder } from "../networks/orders.ts";
import * as orders from "../networks/orders.ts";
import type { Order, OrderItem } from "../networks/records.ts";
import { itemsOf } from "../networks/records.ts";
import type { World } from "../world.ts";

/** What the control API and the world page have in common: orders made and moved by hand. */
export interface OrderWish {
  network?: string;
  programId?: string | number;
  merchant?: string;
  clickId?: string;
  clickRef?: string;
  subId?: string;
  amount?: number | string;
  currency?: string;
  orderId?: string;
  coupon?: string;
  discount?: number | string;
  commission?: number | string;
  items?: { sku?: string; name?: string; category?: string; quantity?: number; amount: number | string }[];
  eventAt?: string;
  silent?: boolean;
}

export function programmeFor(world: World, wish: OrderWish): Programme | undefined {
  const programmes = world.catalogue.programmes();
  if (wish.merchant !== undefined) return programmes.byMerchant(wish.merchant) ?? programmes.byHost(wish.merchant);
  if (wish.network === undefined || wish.programId === undefined) return undefined;
  return programmes.byId(wish.network, `${wish.programId}`);
}

export function wishOrder(world: World, wish: OrderWish): Change {
  const click = wish.clickId === undefined ? null : findClick(world, wish.clickId);
  const known = click ? world.catalogue.programmes().byId(click.network, click.programme_id) : undefined;
  const programme = known ?? programmeFor(world, wish);
  if (!programme)
    return { ok: false, status: 404, message: "There is no such programme: give network and programId, or merchant." };
  const sub = wish.clickRef ?? wish.subId;
  const items = (wish.items ?? [{ amount: wish.amount ?? 0 }]).map(
    (item, n): OrderItem => ({
      sku: item.sku ?? `item-${n + 1}`,
      name: item.name ?? "Goods",
      category: item.category ?? "",
      quantity: item.quantity ?? 1,
      amount: minorOf(item.amount),
    }),
  );
  const input: NewOrder = {
    programme,
    click: click ?? (sub === undefined ? null : lastClick(world, programme, sub)),
    orderRef: wish.orderId ?? `SB-${nextNumber(world.db, "order.ref", 10_001)}`,
    currency: wish.currency ?? "USD",
    items,
    discount: minorOf(wish.discount ?? 0),
    coupon: wish.coupon ?? null,
    silent: wish.silent ?? false,
  };
  if (sub !== undefined) input.sub1 = sub;
  if (wish.commission !== undefined) input.payout = minorOf(wish.commission);
  if (wish.eventAt !== undefined) input.eventAt = Date.parse(wish.eventAt);
  return { ok: true, order: orders.createOrder(world, input) };
}

export interface ActionBody {
  reason?: string;
  amount?: number | string;
  commission?: number | string;
  days?: number;
  silent?: boolean;
  kind?: "unknown" | "payout" | "click";
}

export const ORDER_ACTIONS = [
  "approve",
  "lock",
  "reverse",
  "restate",
  "close",
  "extend",
  "duplicate",
  "hold",
  "release",
  "forge",
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export function isOrderAction(text: string): text is OrderAction {
  return (ORDER_ACTIONS as readonly string[]).includes(text);
}

export function actOnOrder(world: World, network: string, id: string, action: OrderAction, body: ActionBody): Change {
  if (action === "approve" || action === "lock") return orders.approveOrder(world, network, id, body.silent);
  if (action === "reverse") return orders.reverseOrder(world, network, id, body.reason, body.silent);
  if (action === "close") return orders.closeOrder(world, network, id);
  if (action === "extend") return orders.extendOrder(world, network, id, body.days ?? 30);
  if (action === "hold" || action === "release") return orders.holdOrder(world, network, id, action === "hold");
  if (action === "duplicate") return repeat(world, network, id);
  if (action === "forge") return forge(world, network, id, body.kind ?? "payout");
  const amount = Number(body.amount);
  if (body.amount === undefined || !Number.isFinite(amount) || amount < 0) {
    return { ok: false, status: 409, message: "Give the new amount." };
  }
  return orders.restateOrder(world, network, id, {
    amount: minorOf(amount),
    ...(body.commission === undefined ? {} : { payout: minorOf(body.commission) }),
    ...(body.reason ? { reason: body.reason } : {}),
    silent: body.silent ?? false,
  });
}

function repeat(world: World, network: string, id: string): Change {
  const order = orders.findOrder(world, network, id);
  if (!order) return { ok: false, status: 404, message: "There is no such order." };
  const party = networkOf(world, network);
  if (!party.network.postback)
    return { ok: false, status: 409, message: `${party.title} sends no postbacks; it is only asked.` };
  const sent = world.outbox.repeat(network, id);
  return sent.length > 0
    ? { ok: true, order }
    : { ok: false, status: 409, message: "Nothing was sent about this order yet." };
}

/** A postback that the network never sent: an action that does not exist, or one with swollen figures. */
function forge(world: World, network: string, id: string, kind: "unknown" | "payout" | "click"): Change {
  const order = orders.findOrder(world, network, id);
  if (!order) return { ok: false, status: 404, message: "There is no such order." };
  const party = networkOf(world, network);
  const { postback, unknownId } = party.network;
  if (!postback)
    return { ok: false, status: 409, message: `${party.title} sends no postbacks, so none can be forged.` };
  const lie: Order = { ...order };
  if (kind === "unknown") lie.id = unknownId(order);
  if (kind === "click") lie.sub1 = "clk_00000000000000000000000000";
  if (kind === "payout") {
    lie.payout = order.payout * 100 + 12_345;
    lie.state = "approved";
  }
  world.outbox.send({
    channel: network,
    subject: order.id,
    event: `forged.${kind}`,
    contentType: postback.contentType,
    body: postback.body(world, lie),
    forged: true,
  });
  return { ok: true, order };
}

export function orderJson(order: Order) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    network: order.network,
    id: order.id,
    programId: order.programme_id,
    merchant: order.merchant,
    clickId: order.click_id,
    subId: order.sub1,
    orderId: order.order_ref,
    currency: order.currency,
    amount: majorNumber(order.amount),
    commission: majorNumber(order.payout),
    firstAmount: majorNumber(order.first_amount),
    firstCommission: majorNumber(order.first_payout),
    discount: majorNumber(order.discount),
    coupon: order.coupon,
    state: order.state,
    reason: order.reason,
    hold: order.hold === 1,
    paid: order.cleared_at !== null,
    eventAt: time(order.event_at),
    lockingAt: time(order.locking_at),
    items: itemsOf(order).map((item) => ({ ...item, amount: majorNumber(item.amount) })),
  };
}
