/**
 * A payout is money of certain orders: the oldest confirmed ones first. So the trail of each order ends at the payout
 * that carried its money. Moves nothing: the ledger has done that.
 */
import type { Tx } from "#platform/database";
import type { EventRow } from "./order-store.ts";
import { insertEvents } from "./order-store.ts";
import { lockPaid, lockUnpaid, markPaid } from "./passbook-store.ts";
import type { CashbackRoom } from "./room.ts";

export async function allocatePayout(
  room: CashbackRoom,
  tx: Tx,
  payout: { user_id: string; amount: bigint; method: string; reference: string },
): Promise<void> {
  const now = room.clock.now();
  let left = payout.amount;
  const events: EventRow[] = [];
  for (const order of await lockUnpaid(tx, payout.user_id)) {
    if (left <= 0n) break;
    const open = order.back_minor - order.paid_minor;
    const part = open < left ? open : left;
    left -= part;
    const paid = order.paid_minor + part;
    await markPaid(tx, order.order_id, paid, paid >= order.back_minor ? now : null);
    events.push({
      order_id: order.order_id,
      sequence: order.version + 1,
      kind: "paid",
      from_state: "confirmed",
      to_state: "confirmed",
      back_minor: part,
      sale_minor: order.sale_minor,
      reason_code: null,
      data: { method: payout.method, reference: payout.reference },
      at: now,
    });
  }
  await insertEvents(tx, events);
}

/** Money that was paid and came back: the orders whose money it was, newest first, are unpaid again. */
export async function returnPayout(
  room: CashbackRoom,
  tx: Tx,
  payout: { user_id: string; amount: bigint; method: string; reference: string },
): Promise<void> {
  const now = room.clock.now();
  let left = payout.amount;
  const events: EventRow[] = [];
  for (const order of await lockPaid(tx, payout.user_id)) {
    if (left <= 0n) break;
    const part = order.paid_minor < left ? order.paid_minor : left;
    left -= part;
    await markPaid(tx, order.order_id, order.paid_minor - part, null);
    events.push({
      order_id: order.order_id,
      sequence: order.version + 1,
      kind: "unpaid",
      from_state: "confirmed",
      to_state: "confirmed",
      back_minor: part,
      sale_minor: order.sale_minor,
      reason_code: null,
      data: { method: payout.method, reference: payout.reference },
      at: now,
    });
  }
  await insertEvents(tx, events);
}
