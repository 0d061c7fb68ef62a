/**
 * A person decides an order whose commission was far below what its programme implies. The order is then computed from its
 * rows as any other, and later restatements follow the decision.
 */
import { momentOf } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { settleMoney } from "./apply-rows.ts";
import { readClicks } from "./click-store.ts";
import type { CashbackContext } from "./context.ts";
import { findOrder, lockOrders, readOrders, saveOrders } from "./order-store.ts";
import { cashBackOf, DOLLARS, decidedBack, isFarBelow, nextState, type ReviewDecision, sumRows } from "./rules.ts";

export type ReviewRefusal = "unknown_order" | "not_in_review" | "not_dollars";

export async function reviewOrder(
  context: CashbackContext,
  input: { order_id: string; decision: ReviewDecision; by: string },
): Promise<Outcome<{ state: string; back_minor: bigint }, ReviewRefusal>> {
  return context.database.transaction(async (tx) => {
    const now = momentOf(tx, context.clock);
    const found = await findOrder(tx, input.order_id);
    if (!found) return refused("unknown_order");
    await lockOrders(tx, [found]);
    const key = `${found.network}|${found.order_key}`;
    const { orders, rows } = await readOrders(tx, [found]);
    const before = orders.get(key);
    if (!before?.review_since || before.review_decision || !before.click_id) return refused("not_in_review");
    const click = (await readClicks(tx, [before.click_id])).get(before.click_id);
    if (!click) return refused("not_in_review");
    const told = rows.get(key) ?? [];
    const sum = sumRows(told);
    const promise = { rate: click.rate, share_bps: click.share_bps, cash_back_allowed: click.cash_back_allowed };
    const promised = cashBackOf(promise, sum.sale, sum.commission);
    if (told.some(({ currency }) => currency && currency !== DOLLARS)) {
      // Told anew in another currency: no sum can be made of it, and to give nothing needs none.
      if (input.decision !== "nothing") return refused("not_dollars");
    } else if (!isFarBelow(promise, promised, sum.commission)) {
      await saveOrders(tx, [{ ...before, review_since: null }]);
      return refused("not_in_review");
    }
    const back = decidedBack(input.decision, promise, promised, sum.commission);
    const state = nextState(before.state, sum.status, back);
    const lost = state === "declined" || state === "reversed";
    const order = {
      ...before,
      state,
      back_minor: lost ? before.back_minor : back,
      reason_code: lost ? ("terms" as const) : input.decision === "share" ? ("order_changed" as const) : null,
      confirmed_at: state === "confirmed" ? now : null,
      review_decision: input.decision,
      review_by: input.by,
      review_at: now,
    };
    await settleMoney(tx, context, [{ row: before, before, order, commission: sum.commission }], now);
    return done({ state, back_minor: lost ? 0n : back });
  });
}
