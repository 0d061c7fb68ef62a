/** Where parcels come from: a number that a member types, and what mails say. The same parcel from two sources is one. */
import type { MailFact, OrderFact, RefundFact, ShipmentFact } from "#mailboxes";
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import { moveCase } from "./case-steps.ts";
import { openCaseOf } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import { parcelId } from "./ids.ts";
import { FOLLOW_PARCEL } from "./job-kinds.ts";
import { LIMITS } from "./limits.ts";
import type { ShipmentRefusal } from "./messages.ts";
import {
  carriersOfStore,
  countParcels,
  findByNumber,
  findByOrder,
  insertParcel,
  insertScans,
  lockMember,
  lockParcel,
  type NewParcel,
  type Parcel,
  type ParcelChange,
  updateParcel,
} from "./parcel-store.ts";
import { type Candidate, findNumbers, numberOf, recognise } from "./recognise.ts";
import { FORGOTTEN_DAYS, SHIP_DAYS } from "./rules.ts";
import { settleParcel } from "./settle-parcel.ts";
import { readZone } from "./zone-days.ts";

const MAX_PARCELS = 200;
const MAX_NAME = 80;
const MAX_TYPED = 400;
const plain = (text: string, most = MAX_NAME): string =>
  storableText(text.replaceAll(/\s+/g, " ").trim()).slice(0, most).toWellFormed();

export type Typed = {
  user_id: string;
  number: string;
  name: string;
  is_return: boolean;
  country: string | null;
  zone: string | null;
};

const BLANK = {
  ...{ store_name: "", store_domain: null, merchant_id: null, order_number: null, items: "", paid_minor: null },
  ...{ currency: null, ordered_on: null, shipped_on: null, expected_by: null, is_return: false, name: "" },
} as const;

/** The number in what was typed: all of it, or the only one in a text that was pasted. */
function readTyped(text: string): { number: string; candidates: Candidate[] } | null {
  const typed = text.slice(0, MAX_TYPED);
  const candidates = recognise(typed);
  if (candidates.length > 0) return { number: numberOf(typed), candidates };
  const found = findNumbers(typed.toUpperCase());
  return found.length === 1 ? (found[0] ?? null) : null;
}

export async function addTyped(
  context: ShipmentsContext,
  typed: Typed,
): Promise<Outcome<{ parcel_id: string; known: boolean }, ShipmentRefusal>> {
  const read = readTyped(typed.number);
  if (!read) return refused("number_unknown");
  const wait = await context.limits.take(LIMITS.parcel_member, typed.user_id);
  if (wait) return refused("too_often", wait);
  return context.database.transaction(async (tx) => {
    await lockMember(tx, typed.user_id);
    const known = await findByNumber(tx, typed.user_id, read.number);
    if (known) {
      if (known.removed_at) {
        await updateParcel(tx, known.parcel_id, { removed_at: null, look_at: context.clock.now() });
        await addJobs(tx, [FOLLOW_PARCEL.with({ parcel_id: known.parcel_id })]);
      }
      return done({ parcel_id: parcelId.show(known.parcel_id), known: known.removed_at === null });
    }
    if ((await countParcels(tx, typed.user_id)) >= MAX_PARCELS) return refused("too_many_parcels");
    const parcel_id = newId("parcel");
    await begin(tx, context, {
      ...BLANK,
      ...{ parcel_id, user_id: typed.user_id, ...read, carrier: read.candidates[0]?.carrier ?? null },
      ...{ name: plain(typed.name), is_return: typed.is_return, source: "typed", country: typed.country },
      ...{ zone: readZone(typed.zone), added_at: context.clock.now() },
    });
    return done({ parcel_id: parcelId.show(parcel_id), known: false });
  });
}

async function begin(tx: Tx, context: ShipmentsContext, row: NewParcel): Promise<void> {
  await insertParcel(tx, row);
  await settleParcel(tx, context, row.parcel_id, row.source === "typed" ? "member" : "mail");
  if (row.number !== null) await addJobs(tx, [FOLLOW_PARCEL.with({ parcel_id: row.parcel_id })]);
}

/** Acts on all that one mail says of parcels. Told again it changes nothing. */
export async function takeFacts(context: ShipmentsContext, facts: readonly MailFact[]): Promise<void> {
  for (const fact of facts) {
    const { content } = fact;
    if (content.kind !== "order" && content.kind !== "shipment" && content.kind !== "refund") continue;
    const contact = await context.identity.contact(fact.user_id);
    if (!contact) continue;
    await context.database.transaction(async (tx) => {
      await lockMember(tx, fact.user_id);
      const told = { fact, country: contact.country_code };
      if (content.kind === "order") await takeOrder(tx, context, told, content);
      else if (content.kind === "shipment") await takeShipment(tx, context, told, content);
      else await takeRefund(tx, context, fact, content);
    });
  }
}

type Told = { fact: MailFact; country: string | null };
const itemsOf = (items: readonly { name: string }[]): string => plain(items.map(({ name }) => name).join(", "), 160);

const fromMail = ({ fact, country }: Told, at: Date) => ({
  ...BLANK,
  ...{ parcel_id: newId("parcel"), user_id: fact.user_id, source: "mail" as const, country, zone: null, added_at: at },
  ...{ store_name: plain(fact.store.name), store_domain: fact.store.domain, merchant_id: fact.store.merchant_id },
});

/** An order without a parcel yet: a clock runs until it is on its way. */
async function takeOrder(tx: Tx, context: ShipmentsContext, told: Told, order: OrderFact): Promise<void> {
  const { fact } = told;
  const asked = { user_id: fact.user_id, store_domain: fact.store.domain, order_number: order.order_number };
  const known = await findByOrder(tx, asked);
  const learned = {
    ...{ ordered_on: order.ordered_on, paid_minor: order.total_minor, currency: order.currency },
    items: itemsOf(order.items),
  };
  for (const parcel of known) {
    await updateParcel(tx, parcel.parcel_id, {
      ...learned,
      items: parcel.items || learned.items,
      expected_by: parcel.expected_by ?? order.promised_by,
    });
    await settleParcel(tx, context, parcel.parcel_id, "mail");
  }
  // A mailbox that is linked tells of old orders too: most of them came long ago, and nobody waits for them.
  const is_old = order.ordered_on < civilDate(addDays(context.clock.now(), -SHIP_DAYS));
  if (known.length > 0 || is_old || (await countParcels(tx, fact.user_id)) >= MAX_PARCELS) return;
  await begin(tx, context, {
    ...fromMail(told, context.clock.now()),
    ...learned,
    ...{
      order_number: order.order_number,
      expected_by: order.promised_by,
      number: null,
      carrier: null,
      candidates: [],
    },
  });
}

async function numberIn(tx: Tx, fact: MailFact, shipment: ShipmentFact) {
  if (!shipment.tracking_number) return null;
  const before = await carriersOfStore(tx, fact.store.domain);
  const candidates = recognise(shipment.tracking_number, { named: shipment.carrier_name, before });
  return candidates.length > 0 ? { number: numberOf(shipment.tracking_number), candidates } : null;
}

async function takeShipment(tx: Tx, context: ShipmentsContext, told: Told, shipment: ShipmentFact): Promise<void> {
  const { fact } = told;
  const read = await numberIn(tx, fact, shipment);
  const { order_number } = shipment;
  const ofOrder = order_number
    ? await findByOrder(tx, { user_id: fact.user_id, store_domain: fact.store.domain, order_number })
    : [];
  const byNumber = read ? await findByNumber(tx, fact.user_id, read.number) : null;
  // One order may come in several parcels: another number is another parcel.
  const waiting = ofOrder.find(({ number }) => number === null || !read);
  const known = byNumber ?? waiting ?? null;
  if (!read && !known && !order_number) return;
  if (!known) {
    const is_old = fact.sent_at < addDays(context.clock.now(), -FORGOTTEN_DAYS);
    if (is_old || (await countParcels(tx, fact.user_id)) >= MAX_PARCELS) return;
    const row = fromMail(told, context.clock.now());
    const [sibling] = ofOrder;
    await begin(tx, context, {
      ...row,
      ...{ number: read?.number ?? null, candidates: read?.candidates ?? [] },
      ...{ carrier: read?.candidates[0]?.carrier ?? null, order_number, items: itemsOf(shipment.items) },
      ...{ ordered_on: sibling?.ordered_on ?? null, paid_minor: sibling?.paid_minor ?? null },
      ...{ currency: sibling?.currency ?? null, shipped_on: shipment.shipped_on, expected_by: shipment.expected_by },
    });
    await sayMail(tx, context, row.parcel_id, fact, shipment);
    return;
  }
  await updateParcel(tx, known.parcel_id, merged(known, fact, shipment, read));
  // The order's own row is this parcel now, where the number was known before the mail came.
  if (byNumber && waiting && waiting.parcel_id !== byNumber.parcel_id && waiting.number === null) {
    await updateParcel(tx, byNumber.parcel_id, {
      ...{ items: byNumber.items || waiting.items, ordered_on: byNumber.ordered_on ?? waiting.ordered_on },
      ...{ paid_minor: byNumber.paid_minor ?? waiting.paid_minor, currency: byNumber.currency ?? waiting.currency },
      expected_by: byNumber.expected_by ?? shipment.expected_by ?? waiting.expected_by,
    });
    await updateParcel(tx, waiting.parcel_id, { removed_at: context.clock.now(), clock_at: null });
  }
  await sayMail(tx, context, known.parcel_id, fact, shipment);
  if (read && known.number === null) await addJobs(tx, [FOLLOW_PARCEL.with({ parcel_id: known.parcel_id })]);
}

function merged(known: Parcel, fact: MailFact, told: ShipmentFact, read: Awaited<ReturnType<typeof numberIn>>) {
  const change: ParcelChange = {
    store_name: known.store_name || plain(fact.store.name),
    store_domain: known.store_domain ?? fact.store.domain,
    merchant_id: known.merchant_id ?? fact.store.merchant_id,
    order_number: known.order_number ?? told.order_number,
    items: known.items || itemsOf(told.items),
    shipped_on: known.shipped_on ?? told.shipped_on,
    expected_by: known.expected_by ?? told.expected_by,
  };
  if (!read || known.number !== null) return change;
  return {
    ...change,
    ...{ number: read.number, candidates: read.candidates, carrier: read.candidates[0]?.carrier ?? null },
    look_at: known.added_at,
  };
}

/** What a store's own mail says of the way counts as a scan; a mail that anybody could have written does not. */
async function sayMail(
  tx: Tx,
  context: ShipmentsContext,
  parcel_id: string,
  fact: MailFact,
  { step }: ShipmentFact,
): Promise<void> {
  const status = { shipped: "moving", out_for_delivery: "out_for_delivery", delivered: "delivered" } as const;
  const scan = { occurred_at: fact.sent_at, status: status[step], detail: "store_mail", message: "" };
  // Carriers' own scans say more where there is a number to ask about.
  const parcel = await lockParcel(tx, parcel_id);
  if (fact.proof !== "none" && parcel?.number === null)
    await insertScans(tx, parcel_id, [{ ...scan, city: "", region: "", country: null }], context.clock.now());
  await settleParcel(tx, context, parcel_id, "mail");
}

/** Money that a store gave back ends the cases of that order. */
async function takeRefund(tx: Tx, context: ShipmentsContext, fact: MailFact, refund: RefundFact): Promise<void> {
  if (fact.proof === "none" || !refund.order_number) return;
  const order = { user_id: fact.user_id, store_domain: fact.store.domain, order_number: refund.order_number };
  for (const { parcel_id } of await findByOrder(tx, order)) {
    const open = await openCaseOf(tx, parcel_id);
    if (!open) continue;
    const told = { minor: refund.amount_minor, currency: refund.currency };
    await moveCase(tx, context, open, { state: "refunded", by: "store_mail", refund: told });
    return;
  }
}
