/** SQL of what operators look for among memberships, charges, refunds and disputes. Schema `membership` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { AttemptRow, ChargeRow } from "../charge-store.ts";
import type { RefundRow } from "../refund-store.ts";
import type { ChargeState, MembershipState } from "../rules.ts";
import type { MembershipRow } from "../store.ts";

/** With whose it is: charges belong to joins, which members may have left before they became memberships. */
export type OwnedCharge = ChargeRow & { user_id: string };
const CHARGES = sql`select c.*, j.user_id from membership.charges c join membership.joins j using (membership_id)`;

export async function readOwnedCharge(db: Database, chargeId: string): Promise<OwnedCharge | null> {
  const { rows } = await sql<OwnedCharge>`${CHARGES} where c.charge_id = ${chargeId}`.execute(db);
  return rows[0] ?? null;
}
/** By the processor's id of the payment, and by the number on the receipt. */
export async function findCharges(
  db: Database,
  asked: { payment_id: string; number: bigint | null; amount: bigint | null },
  most: number,
): Promise<OwnedCharge[]> {
  const { rows } = await sql<OwnedCharge>`
    (${CHARGES} where c.payment_id = ${asked.payment_id} limit ${most})
    union all (${CHARGES} where c.number = ${asked.number}::bigint)
    union all (${CHARGES} where c.amount_minor = ${asked.amount}::bigint order by c.created_at desc limit ${most}) limit ${most}`.execute(
    db,
  );
  return rows;
}
export async function listCharges(
  db: Database,
  { state, after, most }: { state: ChargeState | null; after: Place | null; most: number },
): Promise<OwnedCharge[]> {
  const { rows } = await sql<OwnedCharge>`
    ${CHARGES} where ${state ? sql`c.state = ${state}` : sql`true`}
      ${after ? sql`and (c.created_at, c.charge_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by c.created_at desc, c.charge_id desc limit ${most}`.execute(db);
  return rows;
}
export async function readChargesOf(db: Database, userId: string, most: number): Promise<OwnedCharge[]> {
  const { rows } = await sql<OwnedCharge>`
    ${CHARGES} where j.user_id = ${userId} order by c.created_at desc limit ${most}`.execute(db);
  return rows;
}
export async function readAttemptsOf(db: Database, chargeId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select * from membership.attempts where charge_id = ${chargeId} order by number`.execute(db);
  return rows;
}

export type Movement = { cause: string; kind: "charge" | "refund" | "dispute"; amount_minor: bigint; at: Date };
export async function readMovementsOf(db: Database, paymentId: string): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select cause, kind, amount_minor, at from membership.movements where payment_id = ${paymentId} order by at`.execute(
    db,
  );
  return rows;
}

export async function readMembershipRow(db: Database, membershipId: string): Promise<MembershipRow | null> {
  const { rows } = await sql<MembershipRow>`
    select * from membership.memberships where membership_id = ${membershipId}`.execute(db);
  return rows[0] ?? null;
}
export async function listMemberships(
  db: Database,
  { state, after, most }: { state: MembershipState | null; after: Place | null; most: number },
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select * from membership.memberships where ${state ? sql`state = ${state}` : sql`true`}
      ${after ? sql`and (joined_at, membership_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by joined_at desc, membership_id desc limit ${most}`.execute(db);
  return rows;
}

export type OwnedRefund = RefundRow;
export async function readRefund(db: Database, refundId: string): Promise<OwnedRefund | null> {
  const { rows } = await sql<OwnedRefund>`select * from membership.refunds where refund_id = ${refundId}`.execute(db);
  return rows[0] ?? null;
}
export async function listRefunds(
  db: Database,
  { after, most }: { after: Place | null; most: number },
): Promise<OwnedRefund[]> {
  const { rows } = await sql<OwnedRefund>`
    select * from membership.refunds where true
      ${after ? sql`and (asked_at, refund_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by asked_at desc, refund_id desc limit ${most}`.execute(db);
  return rows;
}
export async function readRefundOfCharge(db: Database, chargeId: string): Promise<OwnedRefund[]> {
  const { rows } = await sql<OwnedRefund>`select * from membership.refunds where charge_id = ${chargeId}`.execute(db);
  return rows;
}

export type DisputeRow = OwnedCharge & { disputed_minor: bigint; disputed_at: Date };
/** Payments that banks took back, the newest first; `disputed_minor` is what of it is still away. */
export async function listDisputes(
  db: Database,
  { after, most }: { after: Place | null; most: number },
): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    with taken as (
      select v.payment_id, max(v.at) as disputed_at, (-sum(v.amount_minor))::bigint as disputed_minor
      from membership.movements v where v.kind = 'dispute' group by v.payment_id)
    select c.*, j.user_id, t.disputed_minor, t.disputed_at
    from taken t join membership.charges c using (payment_id) join membership.joins j using (membership_id)
    where true ${after ? sql`and (t.disputed_at, c.charge_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by t.disputed_at desc, c.charge_id desc limit ${most}`.execute(db);
  return rows;
}

export type ConsentReceipt = {
  kind: string;
  language: string;
  words: string;
  words_hash: Buffer;
  facts: Record<string, unknown>;
  address: string;
  user_agent: string;
  at: Date;
};
/** What was agreed to, with the very words, and from where. */
export async function readReceipts(db: Database, membershipId: string): Promise<ConsentReceipt[]> {
  const { rows } = await sql<ConsentReceipt>`
    select kind, language, words, words_hash, facts, address, user_agent, at from membership.consents
    where membership_id = ${membershipId} order by at`.execute(db);
  return rows;
}
export type NoticeSent = { kind: string; period: string; sent_at: Date };
export async function readNoticesOf(db: Database, membershipId: string): Promise<NoticeSent[]> {
  const { rows } = await sql<NoticeSent>`
    select kind, period::text as period, sent_at from membership.notices where membership_id = ${membershipId} order by sent_at`.execute(
    db,
  );
  return rows;
}
export type HistoryRow = {
  kind: string;
  from_state: string | null;
  to_state: string;
  reason: string;
  who: string;
  at: Date;
};
export async function readHistoryOf(db: Database, membershipId: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select kind, from_state, to_state, reason, who, at from membership.membership_events
    where membership_id = ${membershipId} order by sequence`.execute(db);
  return rows;
}
