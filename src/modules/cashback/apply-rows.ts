/**
 * Foreign input, second half: what networks told becomes orders, ledger and timeline, in one transaction. The order of
 * arrival does not matter: an order's state is computed from the newest state of all its rows, and the ledger gets the
 * difference to what it holds.
 */
import type { Network } from "#catalog";
import type { Credit } from "#ledger";
import { addDays } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { InboxRow } from "#platform/inbox";
import { emit } from "#platform/jobs";
import { assert } from "#platform/outcome";
import { MAX_APPLY_BATCH } from "./batch-sizes.ts";
import type { EventKind, NetworkRow } from "./cashback.types.ts";
import { type ClickRow, readClicks } from "./click-store.ts";
import { type BookedCommission, insertBooked } from "./commission-store.ts";
import { type CashbackContext, networkOf } from "./context.ts";
import { ORDER_CHANGED } from "./job-kinds.ts";
import {
  type EventRow,
  insertEvents,
  lockOrders,
  type OrderRow,
  readOrders,
  saveOrders,
  upsertNetworkRows,
} from "./order-store.ts";
import {
  cashBackOf,
  DOLLARS,
  decidedBack,
  houseLines,
  isFarBelow,
  mayBecome,
  nextState,
  ORDER_KINDS,
  type OrderState,
  positionOf,
  type ReasonCode,
  type RowState,
  sumRows,
} from "./rules.ts";
import { isSane, shortReference } from "./sane-rows.ts";

const DEFAULT_LOCKING_DAYS = 45;

type Told = NetworkRow & { inbox_id: string; fetched_at: Date };

/**
 * Rows often come alone, and a transaction for each would be most of the work: a job takes along what else has just
 * arrived, and the jobs of those rows then find them done. Only what is fresh, so that a row that cannot be applied spoils
 * the batches of some seconds and no more; `alone` is how a batch that failed is worked again.
 */
const ALONG_SECONDS = 10;

export async function applyRows(
  context: CashbackContext,
  inboxIds: readonly string[],
  options: { alone: boolean },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const own = await context.inbox.lock(tx, "report", inboxIds);
    if (own.length === 0) return;
    // Own rows are waited for first and others never, so that no two workers wait for each other.
    const mine = new Set(own.map((row) => row.inbox_id));
    const along =
      options.alone || own.length >= MAX_APPLY_BATCH
        ? []
        : await context.inbox.takeAlong(
            tx,
            "report",
            new Date(context.clock.now().getTime() - ALONG_SECONDS * 1_000),
            MAX_APPLY_BATCH,
          );
    const inbox = [...own, ...along.filter((row) => !mine.has(row.inbox_id))].sort(byFetching);
    const { told, unreadable } = readInbox(context, inbox);
    await context.inbox.settle(
      tx,
      unreadable.map((row) => ({ inbox_id: row.inbox_id, state: "parked" as const, reason: "unreadable" })),
    );
    if (told.length > 0) await applyTold(tx, context, told);
  });
}

const byFetching = (a: InboxRow, b: InboxRow): number =>
  a.fetched_at.getTime() - b.fetched_at.getTime() || (a.inbox_id < b.inbox_id ? -1 : 1);

function readInbox(context: CashbackContext, inbox: readonly InboxRow[]) {
  const told: Told[] = [];
  const unreadable: InboxRow[] = [];
  for (const row of inbox) {
    const read = context.adapters[networkOf(row)].read(row.payload, { locking_days: DEFAULT_LOCKING_DAYS });
    if (read && isSane(read))
      told.push({
        ...read,
        order_reference: shortReference(read.order_reference),
        inbox_id: row.inbox_id,
        fetched_at: row.fetched_at,
      });
    else unreadable.push(row);
  }
  return { told, unreadable };
}

async function applyTold(tx: Tx, context: CashbackContext, told: readonly Told[]) {
  const now = momentOf(tx, context.clock);
  // The same row may stand in the inbox twice with different content: the newest of this batch is kept.
  const newest = new Map<string, Told>();
  for (const row of told) newest.set(`${row.network}|${row.row_id}`, row);
  const latest = [...newest.values()];
  const perOrder = new Map<string, Told>();
  for (const row of latest) {
    const key = `${row.network}|${row.order_key}`;
    const before = perOrder.get(key);
    // The first row of an order carries its facts; corrections repeat them or leave them out.
    if (!before || (row.original && !before.original) || row.original === before.original) perOrder.set(key, row);
  }
  const locked = [...perOrder.values()];
  // Locks first, then rows: what another worker wrote for these orders is seen in whole.
  await lockOrders(tx, locked);
  await upsertNetworkRows(tx, latest);
  const { orders, rows } = await readOrders(tx, locked);
  const clicks = await readClicks(tx, [
    ...new Set(
      locked
        .flatMap((row) => [row.click_id, orders.get(keyOf(row))?.click_id])
        .filter((id): id is string => Boolean(id)),
    ),
  ]);
  const changes = locked.map((row) =>
    decide(row, orders.get(keyOf(row)) ?? null, rows.get(keyOf(row)) ?? [], clicks, now),
  );
  await settleMoney(tx, context, changes, now);
  await context.inbox.settle(
    tx,
    told.map((row) => {
      const change = changes.find(
        (entry) => entry.row.network === row.network && entry.row.order_key === row.order_key,
      );
      const parked = change?.order.state === "parked";
      return {
        inbox_id: row.inbox_id,
        state: parked ? ("parked" as const) : ("applied" as const),
        reason: parked ? (change?.order.reason_code ?? null) : null,
      };
    }),
  );
}

const keyOf = (row: { network: Network; order_key: string }) => `${row.network}|${row.order_key}`;

export type Change = {
  row: Pick<Told, "network" | "order_key">;
  before: OrderRow | null;
  order: OrderRow;
  commission: bigint;
};

/** What an order is, given all that its network has told of it. Pure but for its arguments. */
function decide(
  row: Told,
  before: OrderRow | null,
  states: readonly RowState[],
  clicks: ReadonlyMap<string, ClickRow>,
  now: Date,
): Change {
  const clickId = before?.click_id ?? row.click_id;
  const click = clickId ? (clicks.get(clickId) ?? null) : null;
  const sum = sumRows(states);
  const order: OrderRow = before
    ? { ...before }
    : {
        order_id: derivedId("order", `order:${row.network}:${row.order_key}`),
        network: row.network,
        order_key: row.order_key,
        order_reference: row.order_reference,
        click_id: null,
        user_id: null,
        internal_name: null,
        merchant_name: null,
        state: "parked",
        reason_code: "no_click",
        sale_minor: 0n,
        commission_minor: 0n,
        back_minor: 0n,
        posted_pending: 0n,
        posted_confirmed: 0n,
        posted_commission: 0n,
        remitted_minor: 0n,
        version: 0,
        ordered_at: row.ordered_at,
        clicked_at: row.clicked_at,
        reported_at: now,
        expected_at: row.locking_at ?? addDays(row.ordered_at, DEFAULT_LOCKING_DAYS),
        confirmed_at: null,
        paid_minor: 0n,
        paid_at: null,
        review_since: null,
        review_decision: null,
        review_by: null,
        review_at: null,
      };
  order.order_reference = row.order_reference ?? order.order_reference;
  // A refused order keeps the sale that was refused: its reader asks "which one was that?".
  const refusedSale = before?.sale_minor || largestSale(states);
  order.sale_minor = sum.status === "declined" ? refusedSale : sum.sale;
  order.commission_minor = sum.commission;
  const strange = findFault(row, click);
  // A refusal has no amounts: in whatever currency it is told, what was expected or paid goes.
  const isRefusal = sum.status === "declined" && (before?.state === "pending" || before?.state === "confirmed");
  const fault = strange === "currency" && isRefusal ? null : strange;
  // Its member reads why nothing comes of it; a row without a click, or of another store's, belongs to nobody.
  if (click && fault === "currency" && (!before || before.state === "parked")) {
    const refused = { state: "declined" as const, reason_code: fault, sale_minor: 0n, commission_minor: 0n };
    return { row, before, order: { ...ownedBy(order, click), ...refused }, commission: 0n };
  }
  if (!click || fault) {
    // Parked money belongs to nobody yet. An order that was matched before stays matched.
    if (!before || before.state === "parked")
      return { row, before, order: { ...order, reason_code: fault ?? "no_click" }, commission: 0n };
    // Amounts of another currency are none of what it was told in dollars.
    const known = fault === "currency" ? { ...before, order_reference: order.order_reference } : order;
    return { row, before, order: known, commission: before.posted_commission };
  }
  Object.assign(order, ownedBy(order, click));
  order.expected_at = row.locking_at ?? addDays(order.ordered_at, click.locking_days);
  const promise = { rate: click.rate, share_bps: click.share_bps, cash_back_allowed: click.cash_back_allowed };
  const promised = cashBackOf(promise, sum.sale, sum.commission);
  const low = isFarBelow(promise, promised, sum.commission);
  const back = low ? decidedBack(order.review_decision ?? "promise", promise, promised, sum.commission) : promised;
  const held = low && order.review_decision === null;
  // What was mended by its network is nobody's to decide any more.
  if (order.review_decision === null) order.review_since = held ? (order.review_since ?? now) : null;
  const told = nextState(order.state, sum.status, back);
  const state = held && told === "confirmed" ? "pending" : told;
  assert(mayBecome(order.state, state), `an order may go from ${order.state} to ${state}`);
  const refused = state === "declined" || state === "reversed";
  order.reason_code = refused
    ? click.cash_back_allowed
      ? (sum.reason ?? (sum.status === "declined" ? "unexplained" : "no_commission"))
      : "cashback_not_allowed"
    : held
      ? "commission_low"
      : reasonOfChange(before, back, sum.reason);
  order.state = state;
  // What was lost stays on view: a refused order shows the amount that it would have brought.
  order.back_minor = refused ? (before?.back_minor ?? 0n) : back;
  if (state === "confirmed") order.confirmed_at ??= now;
  if (state === "pending") order.confirmed_at = null;
  return { row, before, order, commission: sum.commission };
}

const ownedBy = (order: OrderRow, click: ClickRow): OrderRow => ({
  ...order,
  click_id: click.click_id,
  user_id: click.user_id,
  internal_name: click.internal_name,
  merchant_name: click.merchant_name,
  clicked_at: click.at,
});

const largestSale = (states: readonly RowState[]): bigint =>
  states.reduce((most, state) => (state.sale_minor > most ? state.sale_minor : most), 0n);

/** A lower amount keeps the network's reason; an order that is simply on its way has none. */
function reasonOfChange(before: OrderRow | null, back: bigint, reason: ReasonCode | null): ReasonCode | null {
  // What a person has looked into is no reason any more.
  const known = before?.state === "parked" || before?.reason_code === "commission_low" ? null : before?.reason_code;
  if (!before || before.state === "parked" || before.back_minor === back) return known ?? null;
  return reason ?? "order_changed";
}

function findFault(row: NetworkRow, click: ClickRow | null): ReasonCode | null {
  if (!click) return "no_click";
  if (click.network !== row.network || click.network_programme_id !== row.programme_id) return "other_programme";
  return row.currency === DOLLARS ? null : "currency";
}

/** `quiet`: nobody is told, because more follows in the same transaction. */
export async function settleMoney(
  tx: Tx,
  context: CashbackContext,
  changes: readonly Change[],
  now: Date,
  { quiet = false } = {},
) {
  const moving = changes.filter(({ before, order, commission }) => isChanged(before, order, commission));
  const credits: Credit[] = [];
  const events: EventRow[] = [];
  const booked: BookedCommission[] = [];
  for (const change of moving) {
    const { before, order } = change;
    order.version += 1;
    events.push(eventOf(before, order, now));
    const commission = order.posted_commission;
    const credit = order.user_id ? creditOf(change, order.user_id) : null;
    if (credit) credits.push(credit);
    const amount_minor = order.posted_commission - commission;
    if (amount_minor !== 0n) booked.push({ order_id: order.order_id, amount_minor });
  }
  await saveOrders(
    tx,
    moving.map((change) => change.order),
  );
  await insertEvents(tx, events);
  await insertBooked(tx, booked, now);
  if (credits.length > 0) {
    const outcome = await context.ledger.credit(tx, credits);
    assert(outcome.ok, `a credit is never refused (${outcome.ok ? "" : outcome.code})`);
  }
  const visible = moving.filter((change) => change.order.user_id !== null);
  if (visible.length > 0 && !quiet)
    await emit(tx, context.registry, ORDER_CHANGED, {
      changes: visible.map(({ order }) => ({ order_id: order.order_id, sequence: order.version })),
    });
}

function isChanged(before: OrderRow | null, order: OrderRow, commission: bigint): boolean {
  if (!before) return true;
  const position = positionOf(order.state, order.back_minor, commission);
  return (
    before.state !== order.state ||
    before.back_minor !== order.back_minor ||
    before.sale_minor !== order.sale_minor ||
    before.reason_code !== order.reason_code ||
    (before.review_since === null) !== (order.review_since === null) ||
    position.pending !== before.posted_pending ||
    position.confirmed !== before.posted_confirmed ||
    position.commission !== before.posted_commission
  );
}

/** The credit that leads from what the ledger holds for the order to what it should; null when nothing moves. */
function creditOf({ row, before, order, commission }: Change, owner: string): Credit | null {
  const from = {
    pending: order.posted_pending,
    confirmed: order.posted_confirmed,
    commission: order.posted_commission,
  };
  const to = positionOf(order.state, order.back_minor, commission);
  order.posted_pending = to.pending;
  order.posted_confirmed = to.confirmed;
  order.posted_commission = to.commission;
  if (from.pending === to.pending && from.confirmed === to.confirmed && from.commission === to.commission) return null;
  const kind = ORDER_KINDS.find((known) => known === `order.${kindOf(before, order)}`);
  assert(kind, "no money moves while nobody owns the order");
  return {
    kind,
    cause: `order:${order.order_id}:${order.version}`,
    reason: order.reason_code,
    data: { order_id: order.order_id, merchant: order.merchant_name ?? "", order_reference: order.order_reference },
    owner,
    from,
    to,
    against: houseLines(from, to, row.network),
  };
}

function kindOf(before: OrderRow | null, order: OrderRow): EventKind {
  const from: OrderState | null = before?.state ?? null;
  if (order.state === "parked") return "parked";
  if (from === order.state) return "adjusted";
  if (order.state === "pending") return from === null ? "tracked" : from === "parked" ? "claimed" : "reopened";
  if (order.state === "confirmed") return "confirmed";
  return order.state;
}

const eventOf = (before: OrderRow | null, order: OrderRow, at: Date): EventRow => ({
  order_id: order.order_id,
  sequence: order.version,
  kind: kindOf(before, order),
  from_state: before?.state ?? null,
  to_state: order.state,
  back_minor: order.back_minor,
  sale_minor: order.sale_minor,
  reason_code: order.reason_code,
  data: {},
  at,
});
