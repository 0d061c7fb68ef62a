/** Orders and clicks as operators list them. */
import { showUsd } from "#platform/money";
import type { MemberSection, ObjectLink, OperatorList } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { ClickRow } from "./click-store.ts";
import { orderId } from "./ids.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { OrderRow } from "./order-store.ts";
import { ORDER_TRANSITIONS, type OrderState, showReference } from "./rules.ts";

export const orderLink = (row: OrderRow): ObjectLink => ({
  kind: "order",
  id: orderId.show(row.order_id),
  line: `${row.merchant_name ?? row.network} ${row.order_reference ?? row.order_key}: ${showUsd(row.sale_minor)}, ${showUsd(row.back_minor)} back, ${row.state}`,
});
export const clickLink = (row: ClickRow): ObjectLink => ({
  kind: "click",
  id: row.click_id,
  line: `${row.merchant_name} ${showReference(row.click_id)}, ${row.at.toISOString()}`,
});

export const orderSections = (desk: OrderDesk): readonly MemberSection[] => [
  {
    name: "orders",
    what: "Orders that networks told us of, by the instant of the order",
    permission: "orders.see",
    list: async (user, most) =>
      (await desk.ordersOf(user, most)).map((row) => ({ ...orderLink(row), at: row.ordered_at })),
  },
  {
    name: "clicks",
    what: "Times that they left for a store",
    permission: "orders.see",
    list: async (user, most) => (await desk.clicksOf(user, most)).map((row) => ({ ...clickLink(row), at: row.at })),
  },
];

// The table of transitions has every state as a key.
const STATES = Object.keys(ORDER_TRANSITIONS) as OrderState[];

export const orderList = (desk: OrderDesk): OperatorList => ({
  name: "orders",
  what: "Every order that a network told us of, the newest telling first",
  empty: "No network told of an order yet. They are asked all the time; Health says whether they answer.",
  permission: "orders.see",
  filters: [{ name: "state", values: ["all", ...STATES] }],
  async read({ filters, after, most }) {
    const rows = await desk.list({ state: readFilter(filters.state, STATES), after: readPlace(after, orderId), most });
    return {
      rows: rows.map((row) => ({
        ...orderLink(row),
        facts: known({
          told: row.reported_at,
          store: row.merchant_name ?? row.network,
          number: row.order_reference ?? row.order_key,
          sale: showUsd(row.sale_minor),
          "cash back": showUsd(row.back_minor),
          state: row.reason_code ? `${row.state} (${row.reason_code})` : row.state,
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.reported_at, shown: orderId.show(row.order_id) })),
    };
  },
});
