/** An order and a click on the operators' pages, and the act that brings the two together. */
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { OperatorAct, OperatorObject } from "#platform/operator";
import { known, readSearchedAmount } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { AssignRefusal } from "./assign-order.ts";
import type { Cashback } from "./cashback.server.ts";
import { orderId } from "./ids.ts";
import { clickLink, orderLink } from "./operator-lists.ts";
import { REASONS, showRate, showReference } from "./rules.ts";

const CLICK = /^[A-Za-z0-9]{24}$/;

const WHY: Record<Exclude<AssignRefusal, "unknown_order">, string> = {
  unknown_click: "There is no such click.",
  unknown_member: "The member of this click is gone.",
  other_network: "The click left through another network than the order came by.",
  other_store: "The click left for another store than the order came from, and promises that store's rate.",
  not_dollars: "The order is not in dollars: give what it is worth by hand.",
  click_too_late: "The click is later than the order.",
  paid_out: "The order was paid out: take it back by hand from the one, and give it to the other.",
  second_person: "The order belongs to somebody: a second person says yes.",
  not_said: "It says who does it and why, and who says yes is somebody else.",
};

function assign(cashback: Cashback): OperatorAct {
  return {
    name: "assign",
    what: "The order belongs to the member of this click, and pays what was promised there. Whoever had it loses it.",
    permission: "orders.decide",
    secondPerson: {
      permission: "money.approve",
      async needed(id) {
        const order_id = orderId.read(id);
        const found = order_id ? await cashback.showOrder(order_id) : null;
        return Boolean(found?.order.user_id);
      },
    },
    freshSignIn: true,
    reason: true,
    asks: [{ name: "click", what: "the id of the click, 24 letters and figures" }],
    async run(id, { by, reason, values, approvedBy }) {
      const order_id = orderId.read(id);
      if (!order_id) return refused("unknown");
      const click_id = values.click?.trim() ?? "";
      if (!CLICK.test(click_id)) return refused("not_possible", { why: WHY.unknown_click });
      const outcome = await cashback.assignOrder({ order_id, click_id, by, reason, approved_by: approvedBy ?? null });
      if (outcome.ok)
        return done(`The order is ${outcome.value.state}, ${showUsd(outcome.value.back_minor)} for its member.`);
      return outcome.code === "unknown_order"
        ? refused("unknown")
        : refused("not_possible", { why: WHY[outcome.code] });
    },
  };
}

export const orderObject = (cashback: Cashback): OperatorObject => ({
  kind: "order",
  permission: "orders.see",
  acts: [assign(cashback)],
  async search(text, most) {
    const order_id = orderId.read(text);
    if (order_id) {
      const found = await cashback.showOrder(order_id);
      return found ? [orderLink(found.order)] : [];
    }
    const amount = readSearchedAmount(text);
    const [named, sold] = await Promise.all([
      cashback.desk.find(text, most),
      amount === null ? [] : cashback.desk.findOfSale(amount, most),
    ]);
    return [...named, ...sold].slice(0, most).map(orderLink);
  },
  async show(shown) {
    const id = orderId.read(shown);
    const found = id && (await cashback.showOrder(id));
    if (!found) return null;
    const { order, events } = found;
    const assignments = await cashback.desk.assignments(order.order_id);
    return {
      facts: known({
        store: order.merchant_name ?? "unknown",
        network: `${order.network} ${order.order_key}`,
        "order number": order.order_reference,
        state: order.state,
        reason: order.reason_code && REASONS[order.reason_code].en,
        sale: showUsd(order.sale_minor),
        commission: showUsd(order.commission_minor),
        "cash back": showUsd(order.back_minor),
        "paid out": order.paid_minor > 0n && showUsd(order.paid_minor),
        "network paid": showUsd(order.remitted_minor),
        ordered: order.ordered_at,
        expected: order.expected_at,
        decided: order.review_by && `${order.review_decision} by ${order.review_by}`,
      }),
      timeline: [
        ...(order.clicked_at
          ? [
              {
                at: order.clicked_at,
                what: `left for the store (${showReference(order.click_id ?? "")})`,
                by: "member",
              },
            ]
          : []),
        ...events.map((event) => ({
          at: event.at,
          what: `${event.kind}: ${event.to_state}, ${showUsd(event.back_minor)} of ${showUsd(event.sale_minor)}${event.reason_code ? ` (${event.reason_code})` : ""}`,
          by: order.network,
        })),
        ...assignments.map((row) => ({
          at: row.at,
          what: `given to ${userId.show(row.to_user)} by the click ${row.click_id}${row.from_user ? `, taken from ${userId.show(row.from_user)}` : ""}: ${row.reason}`,
          by: row.by,
        })),
      ],
      links: [
        ...(order.user_id ? [{ kind: "member", id: userId.show(order.user_id), line: "whose order it is" }] : []),
        ...(order.click_id ? [{ kind: "click", id: order.click_id, line: "the click that brought it" }] : []),
        ...(order.internal_name ? [{ kind: "store", id: order.internal_name, line: order.merchant_name ?? "" }] : []),
      ],
    };
  },
});

export const clickObject = ({ desk }: Cashback): OperatorObject => ({
  kind: "click",
  permission: "orders.see",
  async search(text) {
    const click = CLICK.test(text) ? await desk.click(text) : null;
    return click ? [clickLink(click)] : [];
  },
  async show(id) {
    const click = CLICK.test(id) ? await desk.click(id) : null;
    if (!click) return null;
    const orders = await desk.ordersOfClick(id);
    return {
      facts: known({
        reference: showReference(click.click_id),
        store: click.merchant_name,
        network: `${click.network} ${click.network_programme_id}`,
        left: click.at,
        "shown rate": click.cash_back_allowed ? showRate(click.rate) : "none: the program allows no cash back",
        "member's part": `${(click.share_bps / 100).toFixed(2)}%`,
        "confirmed after": `${click.locking_days} days`,
      }),
      timeline: [{ at: click.at, what: "left for the store", by: "member" }],
      links: [
        { kind: "member", id: userId.show(click.user_id), line: "whose click it is" },
        { kind: "store", id: click.internal_name, line: click.merchant_name },
        ...orders.map(orderLink),
      ],
    };
  },
});
