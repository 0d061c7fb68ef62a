/** The passbook: balances from the ledger, every order with its trail, payouts between them, sums that add up. */
import { showId } from "#platform/ids";
import type { OrderEntry, Passbook, PassbookEntry, PassbookFilter, TrailStop } from "./cashback.types.ts";
import type { EventRow } from "./order-store.ts";
import { type ReadOrder, readEvents, readNext, readOrders, readSummary } from "./passbook-store.ts";
import { bonusIn, readBonuses } from "./read-bonuses.ts";
import { readPayouts } from "./read-payout-entries.ts";
import type { CashbackRoom } from "./room.ts";
import { REASONS, type ReasonCode, showRate, showReference } from "./rules.ts";

export const PAGE_SIZE = 20;

export async function readPassbook(
  room: CashbackRoom,
  input: { user_id: string; filter: PassbookFilter; page: number },
): Promise<Passbook> {
  const { db } = room.database;
  const page = Math.max(1, Math.min(input.page, 10_000));
  const [summary, balances, next, orders, statement] = await Promise.all([
    readSummary(db, input.user_id),
    room.ledger.balances(input.user_id),
    readNext(db, input.user_id),
    readOrders(db, input.user_id, input.filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    room.identity.formerIds(input.user_id).then((former) => room.ledger.statement(input.user_id, undefined, former)),
  ]);
  const events = await readEvents(
    db,
    orders.map((order) => order.order_id),
  );
  const logos = await room.catalog.cards([
    ...new Set(orders.map((order) => order.internal_name).filter((name): name is string => name !== null)),
  ]);
  const payouts = readPayouts(statement);
  const entries: PassbookEntry[] = orders.map((order) => entryOf(order, events.get(order.order_id) ?? [], logos));
  const bonuses = readBonuses(statement);
  const bonusesIn = (filter: PassbookFilter) => bonuses.filter((bonus) => bonusIn(filter, bonus));
  const totalOf = (filter: PassbookFilter) => summary.get(filter);
  const total = Number(totalOf(input.filter)?.n ?? 0n);
  const paid = payouts.reduce((sum, payout) => sum - BigInt(payout.amount_minor), 0n);
  return {
    number: passbookNumber(input.user_id),
    balances: {
      pending_minor: balances.pending.toString(),
      confirmed_minor: (balances.available + balances.held + paid - balances.clawback).toString(),
      available_minor: balances.available.toString(),
      held_minor: balances.held.toString(),
      paid_minor: paid.toString(),
      owed_minor: balances.clawback.toString(),
      coins: balances.coins.toString(),
    },
    next: next && {
      amount_minor: next.back_minor.toString(),
      merchant_name: next.merchant_name,
      at: next.expected_at.toISOString(),
    },
    counts: Object.fromEntries(
      (["all", "pending", "confirmed", "paid", "reversed"] as const).map((filter) => [
        filter,
        Number(totalOf(filter)?.n ?? 0n) + bonusesIn(filter).length,
      ]),
    ) as Passbook["counts"],
    filter: input.filter,
    // Payouts and bonuses stand between the orders of the first page, where a reader of a passbook looks for them.
    entries:
      page === 1
        ? merge(entries, [
            ...(input.filter === "all" || input.filter === "paid" ? payouts : []),
            ...bonusesIn(input.filter),
          ])
        : entries,
    totals: {
      back_minor: bonusesIn(input.filter)
        .reduce(
          (sum, bonus) => (bonus.state === "reversed" ? sum : sum + BigInt(bonus.amount_minor)),
          totalOf(input.filter)?.back ?? 0n,
        )
        .toString(),
      spent_minor: (totalOf(input.filter)?.spent ?? 0n).toString(),
    },
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
    page_size: PAGE_SIZE,
  };
}

const merge = (orders: PassbookEntry[], others: PassbookEntry[]): PassbookEntry[] =>
  [...orders, ...others].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** "0417 2291": the last eight digits that a member's id makes. */
function passbookNumber(userId: string): string {
  const digits = (BigInt(`0x${userId.replaceAll("-", "")}`) % 100_000_000n).toString().padStart(8, "0");
  return `${digits.slice(0, 4)} ${digits.slice(4)}`;
}

type Logo = { logo_url: string | null; brand_hex: string | null };

export function entryOf(order: ReadOrder, events: readonly EventRow[], logos: ReadonlyMap<string, Logo>): OrderEntry {
  const rate = order.rate ?? { kind: "none" as const };
  const logo = logos.get(order.internal_name ?? "");
  return {
    type: "order",
    id: showId("order", order.order_id),
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
    stops.push(
      stop(event.kind, failed ? "failed" : "done", event.at, {
        amount_minor: event.back_minor.toString(),
        reason: reasonText(event.reason_code),
        facts: { merchant, ...event.data },
      }),
    );
  }
  if (order.state === "pending") {
    stops.push(stop("expected", "now", order.expected_at, { facts: { merchant } }), stop("available", "next", null));
  } else if (order.state === "confirmed" && order.paid_minor < order.back_minor) {
    stops.push(
      stop("available", "now", order.confirmed_at, { amount_minor: (order.back_minor - order.paid_minor).toString() }),
    );
  }
  return stops;
}
