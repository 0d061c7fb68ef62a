/** Orders as entries of the passbook: what was promised, where the money is, and every stop on its way. */

import type { PassbookFilter } from "#platform/describer";
import type { OrderEntry, OrderSummary, TrailStop } from "./cashback.types.ts";
import type { CashbackContext } from "./context.ts";
import { orderId } from "./ids.ts";
import type { EventRow } from "./order-store.ts";
import { type ReadOrder, readEvents, readNext, readOrders, readSummary } from "./passbook-store.ts";
import { REASONS, type ReasonCode, showPaidRate, showRate, showReference } from "./rules.ts";

/** A part of a member's orders, newest first. */
export async function readOrderEntries(
  context: CashbackContext,
  input: { user_id: string; filter: PassbookFilter; limit: number; offset: number },
): Promise<OrderEntry[]> {
  const { db } = context.database;
  const orders = await readOrders(db, input.user_id, input.filter, input);
  const events = await readEvents(
    db,
    orders.map((order) => order.order_id),
  );
  const logos = await context.catalog.logos([
    ...new Set(orders.map((order) => order.internal_name).filter((name): name is string => name !== null)),
  ]);
  return orders.map((order) => entryOf(order, events.get(order.order_id) ?? [], logos));
}

/** Counts and sums of all orders of a member by filter, and the pending one that is due next. */
export async function readOrderSummary(context: CashbackContext, userId: string): Promise<OrderSummary> {
  const { db } = context.database;
  const [sums, next] = await Promise.all([readSummary(db, userId), readNext(db, userId)]);
  return { sums, next };
}

type Logo = { logo_url: string | null; brand_hex: string | null };

function entryOf(order: ReadOrder, events: readonly EventRow[], logos: ReadonlyMap<string, Logo>): OrderEntry {
  const rate = order.rate ?? { kind: "none" as const };
  const logo = logos.get(order.internal_name ?? "");
  return {
    type: "order",
    id: orderId.show(order.order_id),
    at: order.ordered_at.toISOString(),
    merchant: {
      internal_name: order.internal_name ?? "",
      name: order.merchant_name ?? "",
      logo_url: logo?.logo_url ?? null,
      brand_hex: logo?.brand_hex ?? null,
    },
    order_reference: order.order_reference,
    spent_minor: order.sale_minor.toString(),
    rate_text: showRate(rate),
    paid_rate_text: paidRate(order, events),
    back_minor: order.back_minor.toString(),
    state: order.state as OrderEntry["state"],
    paid: order.state === "confirmed" && order.back_minor > 0n && order.paid_minor >= order.back_minor,
    expected_at: order.expected_at.toISOString(),
    confirmed_at: order.confirmed_at?.toISOString() ?? null,
    reason: reasonText(order.reason_code),
    reference: order.click_id ? showReference(order.click_id) : "",
    trail: trailOf(order, events),
    worked_out: {
      sale_minor: order.sale_minor.toString(),
      rate_text: showRate(rate),
      commission_based: rate.kind !== "none" && rate.up_to,
      back_minor: order.back_minor.toString(),
    },
  };
}

/** Of an order that was refused, the rate of what it was worth before, which stands struck out beside it. */
function paidRate(order: ReadOrder, events: readonly EventRow[]): string {
  const worth = [order, ...events.toReversed()].find((one) => one.back_minor > 0n && one.sale_minor > 0n) ?? order;
  return showPaidRate(order.rate ?? { kind: "none" }, worth.sale_minor, worth.back_minor);
}

export const reasonText = (code: ReasonCode | null): { en: string; es: string } | null => (code ? REASONS[code] : null);

/** Every stop of an order's money: what happened, what is now, and what is expected and when. */
function trailOf(order: ReadOrder, events: readonly EventRow[]): TrailStop[] {
  const stop = (
    kind: TrailStop["kind"],
    state: TrailStop["state"],
    at: Date | null,
    more: Partial<TrailStop> = {},
  ): TrailStop => ({
    kind,
    state,
    at: at?.toISOString() ?? null,
    amount_minor: null,
    reason: null,
    facts: {},
    ...more,
  });
  const merchant = order.merchant_name ?? "";
  const stops: TrailStop[] = [];
  if (order.click_at)
    stops.push(
      stop("clicked", "done", order.click_at, {
        facts: {
          merchant,
          rate: showRate(order.rate ?? { kind: "none" }),
          reference: order.click_id ? showReference(order.click_id) : "",
        },
      }),
    );
  stops.push(
    stop("ordered", "done", order.ordered_at, {
      amount_minor: (events[0]?.sale_minor ?? order.sale_minor).toString(),
      facts: { merchant, order: order.order_reference ?? "" },
    }),
  );
  for (const event of events) {
    if (event.kind === "parked") continue;
    const failed = event.kind === "declined" || event.kind === "reversed";
    // Members read a payout's number, not its name.
    const { payout: _name, ...said } = event.data;
    stops.push(
      stop(event.kind, failed ? "failed" : "done", event.at, {
        amount_minor: event.back_minor.toString(),
        reason: reasonText(event.reason_code),
        facts: { merchant, ...said },
      }),
    );
  }
  if (order.state === "pending") {
    stops.push(stop("expected", "now", order.expected_at, { facts: { merchant } }), stop("available", "next", null));
  } else if (order.state === "confirmed" && order.paid_minor < order.back_minor) {
    // What is left of one that was paid in part is there since then.
    const since = order.paid_minor > 0n ? (events.at(-1)?.at ?? order.confirmed_at) : order.confirmed_at;
    stops.push(stop("available", "now", since, { amount_minor: (order.back_minor - order.paid_minor).toString() }));
  }
  return stops;
}
