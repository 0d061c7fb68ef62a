/**
 * A person gives an order to a click: one that came without, or one that went to the wrong member. What the ledger held for the
 * one goes back, and the other is credited from the order's own rows, both by the one credit and in one transaction.
 */
import { momentOf, type Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { settleMoney } from "./apply-rows.ts";
import { type ClickRow, readClicks } from "./click-store.ts";
import type { CashbackContext } from "./context.ts";
import { insertAssignment } from "./operator-store.ts";
import { findOrder, lockOrders, type OrderRow, readOrders, type ToldRow } from "./order-store.ts";
import { cashBackOf, DOLLARS, isFarBelow, nextState, type RowState, sumRows } from "./rules.ts";

export type Assignment = { order_id: string; click_id: string; by: string; reason: string; approved_by: string | null };
export type AssignRefusal =
  | "unknown_order"
  | "unknown_click"
  | "unknown_member"
  | "other_network"
  | "other_store"
  | "not_dollars"
  | "click_too_late"
  | "paid_out"
  | "second_person"
  | "not_said";

export async function assignOrder(
  context: CashbackContext,
  input: Assignment,
): Promise<Outcome<{ state: string; back_minor: bigint; again: boolean }, AssignRefusal>> {
  const { order_id, click_id, by, reason, approved_by } = input;
  if (by.trim() === "" || reason.trim() === "" || approved_by === by) return refused("not_said");
  return context.database.transaction(async (tx) => {
    const now = momentOf(tx, context.clock);
    const named = (await readClicks(tx, [click_id])).get(click_id);
    if (!named) return refused("unknown_click");
    // Members before orders, as a merge takes them.
    if (!(await context.identity.lockLiving(tx, named.user_id))) return refused("unknown_member");
    const key = await findOrder(tx, order_id);
    if (!key) return refused("unknown_order");
    await lockOrders(tx, [key]);
    const { orders, rows } = await readOrders(tx, [key]);
    const before = [...orders.values()][0];
    // Read again: while the order was waited for, the click may have gone over with its member.
    const click = (await readClicks(tx, [click_id])).get(click_id);
    if (!before) return refused("unknown_order");
    if (!click || click.user_id !== named.user_id) return refused("unknown_click");
    if (before.click_id === click_id) return done({ state: before.state, back_minor: before.back_minor, again: true });
    const told = [...rows.values()][0] ?? [];
    const strange = isStrange(before, click, told);
    if (strange) return refused(strange);
    if (click.at > before.ordered_at) return refused("click_too_late");
    if (before.paid_minor > 0n) return refused("paid_out");
    if (before.user_id && !approved_by) return refused("second_person");
    const free = before.user_id ? await takeBack(tx, context, before, now) : before;
    const order = ownedBy(free, click, told, now);
    const commission = sumRows(told).commission;
    await settleMoney(tx, context, [{ row: before, before: free, order, commission }], now);
    await insertAssignment(tx, {
      order_id,
      version: order.version,
      from_user: before.user_id,
      to_user: click.user_id,
      click_id,
      by: approved_by ? `${by} with ${approved_by}` : by,
      reason: reason.trim().slice(0, 500),
      at: now,
    });
    return done({ state: order.state, back_minor: order.back_minor, again: false });
  });
}

/** The same that keeps the networks' own reports from a click: a rate is a promise of one store, in dollars. */
function isStrange(order: OrderRow, click: ClickRow, told: readonly ToldRow[]): AssignRefusal | null {
  if (click.network !== order.network) return "other_network";
  if (order.internal_name && order.internal_name !== click.internal_name) return "other_store";
  if (told.some((row) => row.programme_id && row.programme_id !== click.network_programme_id)) return "other_store";
  return told.some((row) => row.currency && row.currency !== DOLLARS) || order.reason_code === "currency"
    ? "not_dollars"
    : null;
}

/** Whoever had it has nothing of it any more. No letter: it would be written to whom it belongs by then. */
async function takeBack(tx: Tx, context: CashbackContext, before: OrderRow, now: Date): Promise<OrderRow> {
  const lost = before.state === "confirmed" || before.state === "reversed" ? "reversed" : "declined";
  const order: OrderRow = { ...before, state: lost, reason_code: "other_partner", confirmed_at: null };
  await settleMoney(tx, context, [{ row: before, before, order, commission: 0n }], now, { quiet: true });
  return order;
}

/** What the order is for the member of this click, from all that its network has told. */
function ownedBy(before: OrderRow, click: ClickRow, states: readonly RowState[], now: Date): OrderRow {
  const sum = sumRows(states);
  const promise = { rate: click.rate, share_bps: click.share_bps, cash_back_allowed: click.cash_back_allowed };
  const back = cashBackOf(promise, sum.sale, sum.commission);
  const held = isFarBelow(promise, back, sum.commission);
  const told = nextState(before.state, sum.status, back);
  const state = held && told === "confirmed" ? "pending" : told;
  const lost = state === "declined" || state === "reversed";
  return {
    ...before,
    click_id: click.click_id,
    user_id: click.user_id,
    internal_name: click.internal_name,
    merchant_name: click.merchant_name,
    clicked_at: click.at,
    state,
    sale_minor: sum.status === "declined" ? before.sale_minor : sum.sale,
    commission_minor: sum.commission,
    back_minor: lost ? 0n : back,
    reason_code: lost
      ? click.cash_back_allowed
        ? (sum.reason ?? "no_commission")
        : "cashback_not_allowed"
      : held
        ? "commission_low"
        : null,
    confirmed_at: state === "confirmed" ? now : null,
    review_since: held ? now : null,
    review_decision: null,
    review_by: null,
    review_at: null,
  };
}
