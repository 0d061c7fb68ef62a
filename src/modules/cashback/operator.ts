/** What operators see and do of orders: those that wait for a person, what became of each, and the day's clicks and orders. */
import { showUsd } from "#platform/money";
import type { HealthCheck, OperatorView, Told } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Cashback } from "./cashback.server.ts";
import { orderId } from "./ids.ts";
import { orderList, orderSections } from "./operator-lists.ts";
import { clickObject, orderObject } from "./operator-objects.ts";
import type { ReviewDecision } from "./rules.ts";

const DECISIONS: Record<ReviewDecision, string> = {
  promise: "The member gets the rate that was shown at the click.",
  share: "The member gets their part of what the store paid.",
  nothing: "The member gets nothing, and is told that the order does not qualify.",
};

const MANY_FAILING = 3;
const FAILING_HOURS = 24;

/** One network that cannot be asked again and again is a matter of keys or of an outage, not of one purchase. */
const inquiryCheck = ({ inquiries }: Pick<Cashback, "inquiries">): HealthCheck => ({
  name: "missing purchases",
  what: `Networks take the questions about missing purchases that are filed by their own interface (of the last ${FAILING_HOURS} hours)`,
  async look(now) {
    const failing = await inquiries.failing(new Date(now.getTime() - FAILING_HOURS * 3_600_000));
    // A single refusal is of one store; many are of the account.
    const ill = failing.filter((one) => one.failing > 0 || one.refused >= MANY_FAILING);
    if (ill.length === 0) return { state: "fine", line: "None fails." };
    const line = ill
      .map((one) => `${one.failing} cannot be filed with ${one.network}, which refused ${one.refused}`)
      .join("; ");
    const many = ill.some((one) => one.failing + one.refused >= MANY_FAILING);
    return { state: many ? "bad" : "warn", line, queue: "purchases" };
  },
});

export function orderView(cashback: Cashback): OperatorView {
  const decide = async (decision: ReviewDecision, id: string, { by }: Told) => {
    const order_id = orderId.read(id);
    if (!order_id) return refused("unknown" as const);
    const outcome = await cashback.reviewOrder({ order_id, decision, by });
    if (!outcome.ok)
      return refused(outcome.code === "unknown_order" ? ("unknown" as const) : ("not_possible" as const));
    return done(`The order is ${outcome.value.state}, ${showUsd(outcome.value.back_minor)} for its member.`);
  };
  return {
    queues: [
      {
        name: "orders",
        what: "Orders whose commission is far below what their program implies",
        permission: "orders.decide",
        list: async (most) =>
          (await cashback.inReview(most)).map((row) => ({
            id: orderId.show(row.order_id),
            since: row.review_since,
            due: null,
            line: `${row.merchant_name}: sale ${showUsd(row.sale_minor)}, commission ${showUsd(row.commission_minor)}, promised ${showUsd(row.back_minor)}`,
          })),
        acts: (Object.keys(DECISIONS) as ReviewDecision[]).map((decision) => ({
          name: decision,
          what: DECISIONS[decision],
          permission: "orders.decide" as const,
          reason: false,
          run: (id: string, told: Told) => decide(decision, id, told),
        })),
      },
    ],
    objects: [orderObject(cashback), clickObject(cashback)],
    members: orderSections(cashback.desk),
    lists: [orderList(cashback.desk)],
    checks: [inquiryCheck(cashback)],
    figures: [
      {
        name: "clicks",
        what: "Times that members left for a store, by the instant of leaving",
        permission: "figures.see",
        unit: "count",
        kind: "flow",
        read: async (span) => (await cashback.counts(span)).clicks,
      },
      {
        name: "orders",
        what: "Orders of members that networks told of, by the instant of the first telling",
        permission: "figures.see",
        unit: "count",
        kind: "flow",
        read: async (span) => (await cashback.counts(span)).orders,
      },
      {
        name: "cash back promised",
        what: "What those orders give their members as they stand now, without declined and reversed ones",
        permission: "figures.see",
        unit: "USD",
        kind: "flow",
        read: async (span) => (await cashback.counts(span)).promised,
      },
    ],
  };
}
