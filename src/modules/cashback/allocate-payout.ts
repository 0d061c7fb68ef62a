/**
 * A payout is money of certain orders: the oldest confirmed ones first. So the trail of each order ends at the payout
 * that carried its money. Moves nothing: the ledger does that.
 */
import type { Tx } from "#platform/database";
import type { CashbackContext } from "./context.ts";
import { type EventRow, insertEvents, keyOf, lockOrders, type OrderRow } from "./order-store.ts";
import { markPaid, readPaid, readUnpaid } from "./passbook-store.ts";

/** `payout`: whoever made it knows it by this for ever; its reference is what the member reads, and changes at a merge. */
export type Payout = { user_id: string; amount: bigint; method: string; reference: string; payout: string };
type Part = { order: OrderRow; amount: bigint };

export async function allocatePayout(tx: Tx, context: CashbackContext, payout: Payout): Promise<void> {
  const open = (order: OrderRow) => order.back_minor - order.paid_minor;
  const now = context.clock.now();
  const parts = await lockParts(tx, () => readUnpaid(tx, payout.user_id), open, payout.amount);
  for (const { order, amount } of parts) {
    const paid = order.paid_minor + amount;
    await markPaid(tx, order.order_id, paid, paid >= order.back_minor ? now : null);
  }
  await insertEvents(tx, eventsOf("paid", parts, payout, now));
}

/** Money that was paid and came back: the orders whose money it was are unpaid again. Bonuses that it carried are no order's. */
export async function returnPayout(tx: Tx, context: CashbackContext, payout: Payout): Promise<void> {
  const parts = await lockParts(
    tx,
    () => readPaid(tx, payout),
    (order) => order.carried,
    payout.amount,
  );
  for (const { order, amount } of parts) await markPaid(tx, order.order_id, order.paid_minor - amount, null);
  await insertEvents(tx, eventsOf("unpaid", parts, payout, context.clock.now()));
}

/**
 * The orders that make up an amount, locked by name as whoever applies reports to them does. What changed before its lock
 * was there is read again, until all that are used are locked.
 */
async function lockParts<Row extends OrderRow>(
  tx: Tx,
  read: () => Promise<Row[]>,
  most: (order: Row) => bigint,
  amount: bigint,
): Promise<Part[]> {
  const locked = new Set<string>();
  for (;;) {
    const parts: Part[] = [];
    let left = amount;
    for (const order of await read()) {
      if (left <= 0n) break;
      const part = most(order) < left ? most(order) : left;
      left -= part;
      parts.push({ order, amount: part });
    }
    const fresh = parts.map(({ order }) => order).filter((order) => !locked.has(keyOf(order)));
    // Rows are written by their ids, as by all who write several.
    if (fresh.length === 0) return parts.sort((a, b) => (a.order.order_id < b.order.order_id ? -1 : 1));
    await lockOrders(tx, fresh);
    for (const order of fresh) locked.add(keyOf(order));
  }
}

const eventsOf = (kind: "paid" | "unpaid", parts: readonly Part[], payout: Payout, at: Date): EventRow[] =>
  parts.map(({ order, amount }) => ({
    order_id: order.order_id,
    sequence: order.version + 1,
    kind,
    from_state: order.state,
    to_state: order.state,
    back_minor: amount,
    sale_minor: order.sale_minor,
    reason_code: null,
    data: { method: payout.method, reference: payout.reference, payout: payout.payout },
    at,
  }));
