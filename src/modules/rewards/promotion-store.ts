/** SQL of promotions: offers, their credits and history. Schema `rewards` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CreditReason, CreditState } from "./promotion-rules.ts";
import type { Flow } from "./rules.ts";

type Runner = Database | Tx;

export type OfferRow = {
  offer_id: string;
  flow: Flow;
  brand: string;
  amount_minor: bigint;
  min_order_minor: bigint;
  device_key: string;
  offered_at: Date;
  claimed_by: string | null;
};
export type CreditRow = {
  credit_id: string;
  user_id: string;
  offer_id: string | null;
  flow: Flow;
  amount_minor: bigint;
  min_order_minor: bigint;
  state: CreditState;
  reason_code: CreditReason | null;
  order_id: string | null;
  version: number;
  claimed_at: Date;
  decide_by: Date;
  earned_at: Date | null;
};

export async function insertOffer(tx: Tx, row: Omit<OfferRow, "claimed_by"> & { secret_hash: Buffer }): Promise<void> {
  await sql`
    insert into rewards.promotion_offers (offer_id, secret_hash, flow, brand, amount_minor, min_order_minor, device_key, offered_at)
    values (${row.offer_id}, ${row.secret_hash}, ${row.flow}, ${row.brand}, ${row.amount_minor}, ${row.min_order_minor},
      ${row.device_key}, ${row.offered_at})`.execute(tx);
}

const offerColumns = sql`offer_id, flow, brand, amount_minor, min_order_minor, device_key, offered_at, claimed_by`;

export async function lockOffer(tx: Tx, secretHash: Buffer): Promise<OfferRow | null> {
  const result = await sql<OfferRow>`
    select ${offerColumns} from rewards.promotion_offers where secret_hash = ${secretHash} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function claimOffer(tx: Tx, offerId: string, userId: string, at: Date): Promise<void> {
  await sql`
    update rewards.promotion_offers set claimed_by = ${userId}, claimed_at = ${at} where offer_id = ${offerId}`.execute(
    tx,
  );
}

export async function deleteOldOffers(runner: Runner, before: Date): Promise<void> {
  await sql`delete from rewards.promotion_offers where claimed_by is null and offered_at < ${before}`.execute(runner);
}

const creditColumns = sql`
  credit_id, user_id, offer_id, flow, amount_minor, min_order_minor, state, reason_code, order_id, version, claimed_at, decide_by, earned_at`;

export async function insertCredit(tx: Tx, row: CreditRow, nextLookAt: Date): Promise<void> {
  await sql`
    insert into rewards.credits (credit_id, user_id, offer_id, flow, amount_minor, min_order_minor, state, version, claimed_at, decide_by, next_look_at)
    values (${row.credit_id}, ${row.user_id}, ${row.offer_id}, ${row.flow}, ${row.amount_minor}, ${row.min_order_minor}, ${row.state},
      ${row.version}, ${row.claimed_at}, ${row.decide_by}, ${nextLookAt})`.execute(tx);
  await insertCreditEvent(tx, row, null, row.claimed_at);
}

/** The newest first. More than one only after accounts became one. */
export async function readCredits(runner: Runner, userId: string): Promise<CreditRow[]> {
  const result = await sql<CreditRow>`
    select ${creditColumns} from rewards.credits where user_id = ${userId} order by claimed_at, credit_id`.execute(
    runner,
  );
  return result.rows;
}

export async function lockCredits(tx: Tx, userId: string): Promise<CreditRow[]> {
  const result = await sql<CreditRow>`
    select ${creditColumns} from rewards.credits where user_id = ${userId} order by claimed_at, credit_id for update`.execute(
    tx,
  );
  return result.rows;
}

export async function saveCredit(tx: Tx, row: CreditRow, from: CreditState, at: Date): Promise<void> {
  await sql`
    update rewards.credits set state = ${row.state}, reason_code = ${row.reason_code}, order_id = ${row.order_id}, version = ${row.version},
      earned_at = ${row.earned_at} where credit_id = ${row.credit_id}`.execute(tx);
  await insertCreditEvent(tx, row, from, at);
}

async function insertCreditEvent(tx: Tx, row: CreditRow, from: CreditState | null, at: Date): Promise<void> {
  await sql`
    insert into rewards.credit_events (credit_id, sequence, from_state, to_state, reason_code, order_id, at)
    values (${row.credit_id}, ${row.version}, ${from}, ${row.state}, ${row.reason_code}, ${row.order_id}, ${at})`.execute(
    tx,
  );
}

/**
 * Members of whom something is due to be looked at: a credit, an invitation or a claim. Whoever is taken is due again only
 * after `again`, so that one who cannot be settled never keeps the others waiting. A credit earned before `settled` stands;
 * one whose payment went back may come again until then, because a bank may decide for us.
 */
export async function takeDue(
  runner: Runner,
  { now, again, settled, most }: { now: Date; again: Date; settled: Date; most: number },
): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    with due as (
      select user_id, next_look_at from rewards.credits where next_look_at <= ${now}
      union all select friend_id, next_look_at from rewards.referrals where next_look_at <= ${now}
      union all select user_id, next_look_at from rewards.first_orders where next_look_at <= ${now}),
    taken as (select user_id from due group by user_id order by min(next_look_at) limit ${most}),
    credits as (
      update rewards.credits c set next_look_at = case
        when (state = 'reversed' and decide_by < (case reason_code when 'payment_returned' then ${settled} else ${now} end)::timestamptz)
          or earned_at < ${settled} then null else ${again}::timestamptz end
      from taken t where c.user_id = t.user_id and c.next_look_at <= ${now}),
    referrals as (
      update rewards.referrals r set next_look_at = case
        when state in ('earned', 'refused') or (state in ('joined', 'reversed') and window_ends_at < ${now}) then null else ${again}::timestamptz end
      from taken t where r.friend_id = t.user_id and r.next_look_at <= ${now}),
    claims as (
      update rewards.first_orders f set next_look_at = case
        when state = 'earned' or (state in ('claimed', 'reversed') and order_until < ${now}) then null else ${again}::timestamptz end
      from taken t where f.user_id = t.user_id and f.next_look_at <= ${now})
    select user_id from taken`.execute(runner);
  return result.rows.map((row) => row.user_id);
}
