/** SQL of purchases that networks were asked about. Schema `cashback` only. */
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";
import type { ReasonCode } from "../rules.ts";
import { type InquiryReason, type InquiryState, LEASE_SECONDS, mayMove } from "./inquiry-rules.ts";

type Runner = Database | Tx;
export type Inquiry = {
  inquiry_id: string;
  user_id: string;
  click_id: string;
  network: Network;
  network_programme_id: string;
  internal_name: string;
  merchant_name: string;
  order_number: string;
  ordered_at: Date;
  amount_minor: bigint;
  state: InquiryState;
  state_at: Date;
  reason: InquiryReason | null;
  fault: string | null;
  network_inquiry_id: string | null;
  network_order_key: string | null;
  order_id: string | null;
  tries: number;
  looks: number;
  tried_at: Date | null;
  filed_at: Date | null;
  look_at: Date | null;
  made_at: Date;
};
export type InquiryMove = {
  inquiry_id: string;
  from_state: InquiryState;
  to_state: InquiryState;
  reason: InquiryReason | null;
  by: string;
  at: Date;
};

type Visit = Pick<Inquiry, "click_id" | "network" | "network_programme_id" | "internal_name" | "merchant_name"> & {
  at: Date;
};
export async function readVisits(runner: Runner, userId: string, span: { from: Date; to: Date }): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select click_id, network, network_programme_id, internal_name, merchant_name, at from cashback.clicks
    where user_id = ${userId} and at >= ${span.from} and at < ${span.to} order by at desc limit 500`.execute(runner);
  return rows;
}

/** The order itself, where a network has told of it: of this number in this store, or by the network's own key. */
const SAME_ORDER = sql`o.network = i.network and o.user_id = i.user_id and o.internal_name = i.internal_name
  and (upper(o.order_reference) = upper(i.order_number) or o.order_key = i.network_order_key)
  and o.state in ('pending', 'confirmed')`;

type AskedOrder = Pick<Inquiry, "user_id" | "network" | "internal_name" | "order_number"> &
  Partial<Pick<Inquiry, "network_order_key">>;
/** The order in its member's passbook, as one that pays; null when it is not there. */
export async function findOrder(runner: Runner, asked: AskedOrder): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select o.order_id from cashback.orders o, (select ${asked.network}::text as network, ${asked.user_id}::uuid as user_id,
      ${asked.internal_name}::text as internal_name, ${asked.order_number}::text as order_number,
      ${asked.network_order_key ?? null}::text as network_order_key) i
    where ${SAME_ORDER} order by o.ordered_at limit 1`.execute(runner);
  return rows[0]?.order_id ?? null;
}

/** Whether an order of this number in this store pays somebody else already. */
export async function paysAnother(runner: Runner, asked: AskedOrder): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cashback.orders where network = ${asked.network} and internal_name = ${asked.internal_name}
      and upper(order_reference) = upper(${asked.order_number}) and user_id <> ${asked.user_id}
      and state in ('pending', 'confirmed') limit 1`.execute(runner);
  return rows.length > 0;
}

type NewInquiry = Pick<
  Inquiry,
  | "inquiry_id"
  | "user_id"
  | "click_id"
  | "network"
  | "network_programme_id"
  | "internal_name"
  | "merchant_name"
  | "order_number"
  | "ordered_at"
  | "amount_minor"
>;
/** False when this order was asked about before, whoever asked. */
export async function insertInquiry(tx: Tx, row: NewInquiry, at: Date): Promise<boolean> {
  const { rowCount } = await sql`
    insert into cashback.inquiries (inquiry_id, user_id, click_id, network, network_programme_id, internal_name, merchant_name,
      order_number, ordered_at, amount_minor, state_at, look_at, made_at)
    values (${row.inquiry_id}, ${row.user_id}, ${row.click_id}, ${row.network}, ${row.network_programme_id}, ${row.internal_name},
      ${row.merchant_name}, ${row.order_number}, ${row.ordered_at}, ${row.amount_minor}, ${at}, ${at}, ${at})
    on conflict do nothing`.execute(tx);
  return rowCount === 1;
}

export async function readInquiries(runner: Runner, ids: readonly string[]): Promise<Map<string, Inquiry>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Inquiry>`
    select * from cashback.inquiries where inquiry_id = any (${[...ids]}::uuid[])`.execute(runner);
  return new Map(rows.map((row) => [row.inquiry_id, row]));
}

export async function lockInquiry(tx: Tx, inquiryId: string): Promise<Inquiry | null> {
  const { rows } = await sql<Inquiry>`
    select * from cashback.inquiries where inquiry_id = ${inquiryId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function readInquiryMoves(runner: Runner, inquiryId: string): Promise<InquiryMove[]> {
  const { rows } = await sql<InquiryMove>`
    select inquiry_id, from_state, to_state, reason, by, at from cashback.inquiry_moves
    where inquiry_id = ${inquiryId} order by at, move_id`.execute(runner);
  return rows;
}

/** Why and when the order that answered it stopped paying its member; null while it pays, or where none has answered it. */
export async function readLost(
  runner: Runner,
  inquiryId: string,
): Promise<{ reason_code: ReasonCode | null; at: Date } | null> {
  const { rows } = await sql<{ reason_code: ReasonCode | null; at: Date }>`
    select e.reason_code, e.at from cashback.inquiries i
      join cashback.orders o on o.order_id = i.order_id and o.user_id = i.user_id and o.state in ('declined', 'reversed')
      join cashback.order_events e on e.order_id = o.order_id and e.to_state = o.state
    where i.inquiry_id = ${inquiryId} and i.state = 'arrived' order by e.sequence desc limit 1`.execute(runner);
  return rows[0] ?? null;
}

/**
 * Takes it for one try, with the instant of the next one already set, so that what dies on the way is found again. Null when it
 * does not wait, or when another try began a moment ago.
 */
export async function takeForTry(db: Database, inquiryId: string, now: Date, next: Date): Promise<Inquiry | null> {
  const { rows } = await sql<Inquiry>`
    update cashback.inquiries set tried_at = ${now}, look_at = ${next}
    where inquiry_id = ${inquiryId} and state = 'waiting'
      and (tried_at is null or tried_at <= ${new Date(now.getTime() - LEASE_SECONDS * 1_000)})
    returning *`.execute(db);
  return rows[0] ?? null;
}

type Learned = Partial<
  Pick<
    Inquiry,
    | "reason"
    | "fault"
    | "network_inquiry_id"
    | "network_order_key"
    | "order_id"
    | "tries"
    | "looks"
    | "tried_at"
    | "filed_at"
    | "look_at"
  >
>;
/** What is not named stays. */
export async function updateInquiry(tx: Tx, inquiry: Inquiry, learned: Learned): Promise<Inquiry> {
  const now = { ...inquiry, ...learned };
  await sql`
    update cashback.inquiries set reason = ${now.reason}, fault = ${now.fault}, network_inquiry_id = ${now.network_inquiry_id},
      network_order_key = ${now.network_order_key}, order_id = ${now.order_id}, tries = ${now.tries}, looks = ${now.looks},
      tried_at = ${now.tried_at}, filed_at = ${now.filed_at}, look_at = ${now.look_at}
    where inquiry_id = ${inquiry.inquiry_id}`.execute(tx);
  return now;
}

export async function moveInquiry(
  tx: Tx,
  inquiry: Pick<Inquiry, "inquiry_id" | "state">,
  move: { to: InquiryState; reason: InquiryReason | null; by: string; at: Date },
): Promise<void> {
  const { inquiry_id, state } = inquiry;
  assert(mayMove(state, move.to), `a question may go from ${state} to ${move.to}`);
  await sql`
    update cashback.inquiries set state = ${move.to}, state_at = ${move.at}, reason = ${move.reason}
    where inquiry_id = ${inquiry_id}`.execute(tx);
  await sql`
    insert into cashback.inquiry_moves (move_id, inquiry_id, from_state, to_state, reason, by, at)
    values (${newId("move")}, ${inquiry_id}, ${state}, ${move.to}, ${move.reason}, ${move.by.slice(0, 100)}, ${move.at})`.execute(
    tx,
  );
}

/** Those whose time has come, the longest first. */
export async function inquiriesDue(db: Database, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ inquiry_id: string }>`
    select inquiry_id from cashback.inquiries where look_at <= ${now} and state in ('waiting', 'filed', 'incomplete') order by look_at limit ${most}`.execute(
    db,
  );
  return rows.map(({ inquiry_id }) => inquiry_id);
}

/** Questions that these orders answer, with the order. */
export async function inquiriesOfOrders(
  runner: Runner,
  orderIds: readonly string[],
): Promise<{ inquiry_id: string; order_id: string }[]> {
  const { rows } = await sql<{ inquiry_id: string; order_id: string }>`
    select distinct on (i.inquiry_id) i.inquiry_id, o.order_id from cashback.orders o join cashback.inquiries i on ${SAME_ORDER}
    where o.order_id = any (${[...orderIds]}::uuid[]) and i.state not in ('arrived', 'withdrawn')
    order by i.inquiry_id, o.ordered_at`.execute(runner);
  return rows;
}

/** Questions of one member whose orders are in their passbook: what came by a merge was told of before. */
export async function inquiriesMet(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ inquiry_id: string }>`
    select distinct i.inquiry_id from cashback.inquiries i join cashback.orders o on ${SAME_ORDER}
    where i.user_id = ${userId} and i.state not in ('arrived', 'withdrawn')`.execute(tx);
  return rows.map(({ inquiry_id }) => inquiry_id);
}

/** How many cannot be filed, tried again and again or given up since an instant, and how many were refused since; by network. */
export async function countFailing(
  db: Database,
  asked: { tries: number; since: Date },
): Promise<{ network: Network; failing: number; refused: number }[]> {
  const { rows } = await sql<{ network: Network; failing: number; refused: number }>`
    select network, (count(*) filter (where reason is distinct from 'refused'))::integer as failing,
      (count(*) filter (where reason = 'refused'))::integer as refused
    from cashback.inquiries
    where state = 'waiting' and tries >= ${asked.tries}
      or state = 'failed' and reason in ('tried_out', 'refused') and state_at >= ${asked.since}
    group by network order by network`.execute(db);
  return rows;
}

/** What never left the house is not filed for who leaves it. */
export async function withdrawOf(tx: Tx, userId: string, at: Date): Promise<void> {
  const { rows } = await sql<Inquiry>`
    select * from cashback.inquiries where user_id = ${userId} and (state = 'waiting' or state = 'failed' and filed_at is null)
    order by inquiry_id for update`.execute(tx);
  for (const row of rows) {
    await moveInquiry(tx, row, { to: "withdrawn", reason: null, by: "member", at });
    await updateInquiry(tx, row, { look_at: null, reason: null });
  }
}

/** Questions that came to nothing and are older than `before`. */
export async function dropInquiries(db: Database, before: Date): Promise<void> {
  await sql`delete from cashback.inquiries where made_at < ${before} and order_id is null`.execute(db);
}
