import type { Programme } from "../catalogue/programmes.ts";
import { DAY_MS } from "../clock.ts";
import type { OrderStep, World } from "../world.ts";
import { itemPayouts } from "./commission.ts";
import { networkOf } from "./network.ts";
import type { Click, Order, OrderItem } from "./records.ts";

export interface NewOrder {
  programme: Programme;
  click: Click | null;
  sub1?: string;
  orderRef: string;
  currency: string;
  items: OrderItem[];
  discount?: number;
  coupon?: string | null;
  /** Overrides what the programme's rates would give, in cents. */
  payout?: number;
  silent?: boolean;
  eventAt?: number;
}

export type Change = { ok: true; order: Order } | { ok: false; status: 404 | 409; message: string };

export function findOrder(world: World, network: string, id: string): Order | undefined {
  return world.db.get<Order>("select * from orders where network = ? and id = ?", network, id);
}

/** Records a sale. The same order reference in the same programme is one order, however often it is reported. */
export function createOrder(world: World, input: NewOrder): Order {
  const { programme, click } = input;
  const known = world.db.get<Order>(
    "select * from orders where network = ? and programme_id = ? and order_ref = ?",
    programme.network,
    programme.id,
    input.orderRef,
  );
  if (known) return known;
  const now = world.clock.now();
  const eventAt = input.eventAt ?? now;
  const total = input.items.reduce((sum, item) => sum + item.amount, 0);
  const discount = Math.min(input.discount ?? 0, total);
  const payout = input.payout ?? itemPayouts(programme, input.items, discount).reduce((sum, part) => sum + part, 0);
  const { network } = networkOf(world, programme.network);
  const id = network.newOrderId(world, programme);
  const amount = total - discount;
  return world.db.transaction(() => {
    world.db.run(
      `insert into orders (network, id, programme_id, merchant, click_id, click_at, sub1, sub2, sub3, shared, order_ref,
         currency, amount, payout, first_amount, first_payout, discount, coupon, items, state, event_at, created_at,
         updated_at, locking_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
      programme.network,
      id,
      programme.id,
      programme.merchant.internal_name,
      click?.id ?? null,
      click?.at ?? null,
      click?.sub1 ?? input.sub1 ?? "",
      click?.sub2 ?? "",
      click?.sub3 ?? "",
      click?.shared ?? "",
      input.orderRef,
      input.currency,
      amount,
      payout,
      amount,
      payout,
      discount,
      input.coupon ?? null,
      JSON.stringify(input.items),
      eventAt,
      now,
      now,
      eventAt + programme.lockingDays * DAY_MS,
    );
    const order = mustFind(world, programme.network, id);
    network.note?.(world, order, { kind: "recorded" });
    if (!input.silent) announce(world, order, "created");
    return order;
  });
}

function mustFind(world: World, network: string, id: string): Order {
  const order = findOrder(world, network, id);
  if (!order) throw new Error(`order ${network} ${id} is gone`);
  return order;
}

function announce(world: World, order: Order, event: "created" | "changed"): void {
  const { postback } = networkOf(world, order.network).network;
  const told = postback?.event(event) ?? null;
  if (!postback || told === null) return;
  world.outbox.send({
    channel: order.network,
    subject: order.id,
    event: told,
    contentType: postback.contentType,
    body: postback.body(world, order),
    held: order.hold === 1,
  });
}

interface Step {
  state: Order["state"];
  amount: number;
  payout: number;
  reason: string | null;
  detail: Extract<OrderStep, { kind: "moved" }>["detail"];
}

/** Writes the new state of an order, and lets the network keep its own trace of it. */
function move(world: World, order: Order, step: Step): Order {
  const now = world.clock.now();
  const { network } = networkOf(world, order.network);
  const amendment = network.marksAmendments && step.amount !== order.amount && step.state !== "reversed";
  world.db.run(
    `update orders set state = ?, amount = ?, payout = ?, reason = ?, updated_at = ?, validated_at = ?,
       amended = ?, amend_reason = ?, amended_at = ? where network = ? and id = ?`,
    step.state,
    step.amount,
    step.payout,
    step.state === "reversed" ? step.reason : null,
    now,
    step.state === "pending" ? null : step.state === order.state ? order.validated_at : now,
    amendment ? 1 : order.amended,
    amendment ? step.reason : order.amend_reason,
    amendment ? now : order.amended_at,
    order.network,
    order.id,
  );
  const next = mustFind(world, order.network, order.id);
  network.note?.(world, next, { kind: "moved", before: order, reason: step.reason, detail: step.detail });
  return next;
}

function change(world: World, network: string, id: string, work: (order: Order) => Order | string): Change {
  return world.db.transaction((): Change => {
    const order = findOrder(world, network, id);
    if (!order) return { ok: false, status: 404, message: `There is no order ${id} at ${network}.` };
    const result = work(order);
    if (typeof result === "string") return { ok: false, status: 409, message: result };
    return { ok: true, order: result };
  });
}

/** Confirms an order. */
export function approveOrder(world: World, network: string, id: string, silent = false): Change {
  return change(world, network, id, (order) => {
    if (order.state !== "pending") return `The order is ${order.state}, only a pending one can be confirmed.`;
    const next = move(world, order, { ...order, state: "approved", reason: null, detail: "APPROVED" });
    if (!silent) announce(world, next, "changed");
    return next;
  });
}

/** Takes an order back, whatever its state; after payment this is the late reversal that claw-backs exist for. */
export function reverseOrder(world: World, network: string, id: string, reason?: string, silent = false): Change {
  return change(world, network, id, (order) => {
    if (order.state === "reversed") return "The order is reversed already.";
    const { reasons, keepsAmounts } = networkOf(world, network).network;
    const why = reason ?? reasons[0];
    const left = keepsAmounts ? { amount: order.amount, payout: order.payout } : { amount: 0, payout: 0 };
    const next = move(world, order, { ...left, state: "reversed", reason: why, detail: "REVERSED" });
    if (!silent) announce(world, next, "changed");
    return next;
  });
}

/** Gives an order a new amount (a part of it came back, or was added). Also brings a reversed order back. */
export function restateOrder(
  world: World,
  network: string,
  id: string,
  to: { amount: number; payout?: number; reason?: string; silent?: boolean },
): Change {
  return change(world, network, id, (order) => {
    const programme = world.catalogue.programmes().byId(network, order.programme_id);
    const percent = programme?.groups[0]?.kind !== "fixed";
    const scaled = order.first_amount === 0 ? 0 : Math.round((order.first_payout * to.amount) / order.first_amount);
    const payout = to.payout ?? (to.amount === 0 ? 0 : percent ? scaled : order.first_payout);
    const why = to.reason ?? networkOf(world, network).network.restateReason;
    const state = order.state === "reversed" ? "pending" : order.state;
    const next = move(world, order, { state, amount: to.amount, payout, reason: why, detail: "MODIFIED" });
    if (!to.silent) announce(world, next, "changed");
    return next;
  });
}

/** Pays the order out to the publisher. */
export function closeOrder(world: World, network: string, id: string): Change {
  return change(world, network, id, (order) => {
    if (order.state !== "approved") return `The order is ${order.state}, only a confirmed one is paid.`;
    const now = world.clock.now();
    world.db.run(
      "update orders set cleared_at = ?, updated_at = ? where network = ? and id = ?",
      now,
      now,
      network,
      id,
    );
    const next = mustFind(world, network, id);
    networkOf(world, network).network.note?.(world, next, { kind: "closed" });
    return next;
  });
}

/** Puts the locking date off, once. */
export function extendOrder(world: World, network: string, id: string, days: number): Change {
  return change(world, network, id, (order) => {
    if (order.state !== "pending") return `The order is ${order.state}, only a pending one can wait longer.`;
    if (order.extended === 1) return "The order was put off once already.";
    world.db.run(
      "update orders set locking_at = locking_at + ?, extended = 1, updated_at = ? where network = ? and id = ?",
      days * DAY_MS,
      world.clock.now(),
      network,
      id,
    );
    const next = mustFind(world, network, id);
    networkOf(world, network).network.note?.(world, next, { kind: "extended" });
    return next;
  });
}

export function holdOrder(world: World, network: string, id: string, hold: boolean): Change {
  return change(world, network, id, (order) => {
    world.db.run("update orders set hold = ? where network = ? and id = ?", hold ? 1 : 0, network, id);
    if (!hold) world.outbox.release(network, order.id);
    return mustFind(world, network, id);
  });
}

/** What time alone brings: locking on the locking date, payment a month later. */
export function settleDue(world: World): number {
  const now = world.clock.now();
  const due = world.db.all<Order>("select * from orders where state = 'pending' and locking_at <= ?", now);
  for (const order of due) approveOrder(world, order.network, order.id);
  const payable = world.db.all<Order>(
    "select * from orders where state = 'approved' and cleared_at is null and validated_at <= ?",
    now - 30 * DAY_MS,
  );
  for (const order of payable) closeOrder(world, order.network, order.id);
  return due.length + payable.length;
}
