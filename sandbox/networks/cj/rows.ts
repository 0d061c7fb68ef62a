import { nextNumber } from "../../database.ts";
import type { OrderStep, World } from "../../world.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";

export interface CjCommission {
  id: number;
  action_id: string;
  original: number;
  status: "new" | "extended" | "locked" | "closed";
  posting_at: number;
  amount: number;
  payout: number;
  reason: string | null;
  items: string;
}

/** CJ never edits an amount: every correction is one more row of the same action. */
function addCommission(
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

function markCommissions(world: World, order: Order, status: CjCommission["status"]): void {
  world.db.run("update cj_commissions set status = ? where action_id = ? and status <> 'closed'", status, order.id);
}

/** What an order's step writes into its rows. A correction takes the old state back and, where there is one, adds the new. */
export function noteCommissions(world: World, order: Order, step: OrderStep): void {
  if (step.kind === "recorded")
    addCommission(world, order, { original: true, amount: order.amount, payout: order.payout, reason: null });
  if (step.kind === "extended") markCommissions(world, order, "extended");
  if (step.kind === "closed") world.db.run("update cj_commissions set status = 'closed' where action_id = ?", order.id);
  if (step.kind !== "moved") return;
  const { before, reason, detail } = step;
  if (detail === "APPROVED") {
    markCommissions(world, order, "locked");
    return;
  }
  if (before.state !== "reversed")
    addCommission(world, before, { original: false, amount: -before.amount, payout: -before.payout, reason });
  if (detail === "MODIFIED")
    addCommission(world, before, { original: false, amount: order.amount, payout: order.payout, reason });
}

/** CJ's own word for where an order stands. */
export function commissionState(world: World, order: Order): string {
  const row = world.db.get<CjCommission>(
    "select * from cj_commissions where action_id = ? order by id limit 1",
    order.id,
  );
  const status = row?.status ?? "new";
  return order.state === "reversed" ? `${status}, taken back` : status;
}
