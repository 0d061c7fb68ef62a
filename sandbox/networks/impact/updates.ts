import type { OrderStep, World } from "../../world.ts";
import type { Order } from "../records.ts";

export interface ImpactUpdate {
  id: number;
  action_id: string;
  at: number;
  state: string;
  detail: string;
  reason: string | null;
  amount: number;
  payout: number;
  delta_amount: number;
  delta_payout: number;
}

/** Impact writes down each change of an action, with what it changed by. */
export function noteUpdate(world: World, order: Order, step: OrderStep): void {
  if (step.kind !== "moved") return;
  world.db.run(
    `insert into impact_updates (action_id, at, state, detail, reason, amount, payout, delta_amount, delta_payout)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    order.id,
    order.updated_at,
    order.state.toUpperCase(),
    step.detail,
    step.reason,
    order.amount,
    order.payout,
    order.amount - step.before.amount,
    order.payout - step.before.payout,
  );
}
