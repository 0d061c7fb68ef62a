import { nextNumber } from "../../database.ts";
import type { World } from "../../world.ts";
import type { CjCommission, Order } from "../records.ts";
import { itemsOf } from "../records.ts";

/** CJ never edits an amount: every correction is one more row of the same action. */
export function addCommission(
  world: World,
  order: Order,
  row: { original: boolean; amount: number; payout: number; reason: string | null },
): void {
  const id = nextNumber(world.db, "cj.commission", 2_292_067_663);
  const late = order.state === "approved";
  const items = itemsOf(order);
  const sign = row.amount < 0 ? -1 : 1;
  world.db.run(
    `insert into cj_commissions (id, action_id, original, status, posting_at, amount, payout, reason, items)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    order.id,
    row.original ? 1 : 0,
    late ? "locked" : order.extended === 1 ? "extended" : "new",
    world.clock.now(),
    row.amount,
    row.payout,
    row.reason,
    JSON.stringify(items.map((item) => ({ ...item, quantity: sign * item.quantity }))),
  );
}

export function markCommissions(world: World, order: Order, status: CjCommission["status"]): void {
  world.db.run("update cj_commissions set status = ? where action_id = ? and status <> 'closed'", status, order.id);
}

export function closeCommissions(world: World, order: Order): void {
  world.db.run("update cj_commissions set status = 'closed' where action_id = ?", order.id);
}
