/** SQL of what memberships add to orders' cash back. Schema `benefits` only. */
import type { SubLedger, SubLedgerRow } from "#ledger";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { BoostType } from "../../../brands/benefits.ts";
import type { BoostState } from "./boost-rules.ts";

export type BoostRow = {
  order_id: string;
  user_id: string;
  type: BoostType;
  campaign_id: string | null;
  merchant_name: string;
  extra_bps: number;
  month_minor: bigint;
  back_minor: bigint;
  amount_minor: bigint;
  state: BoostState;
  version: number;
  ordered_at: Date;
  expected_at: Date | null;
  /** When its part of a month was taken. */
  taken_at: Date;
  changed_at: Date;
};

/** One order after the other: an addition is read, reckoned and written by whoever holds this, until the transaction ends. */
export async function lockBoost(tx: Tx, orderId: string): Promise<BoostRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 7420035))`.execute(tx);
  return (await sql<BoostRow>`select * from benefits.boosts where order_id = ${orderId}`.execute(tx)).rows[0] ?? null;
}

export async function saveBoost(tx: Tx, row: BoostRow): Promise<void> {
  await sql`
    insert into benefits.boosts (order_id, user_id, type, campaign_id, merchant_name, extra_bps, month_minor, back_minor, amount_minor,
      state, version, ordered_at, expected_at, taken_at, changed_at)
    values (${row.order_id}, ${row.user_id}, ${row.type}, ${row.campaign_id}, ${row.merchant_name}, ${row.extra_bps}, ${row.month_minor},
      ${row.back_minor}, ${row.amount_minor}, ${row.state}, ${row.version}, ${row.ordered_at}, ${row.expected_at}, ${row.taken_at}, ${row.changed_at})
    on conflict (order_id) do update set user_id = excluded.user_id, type = excluded.type, campaign_id = excluded.campaign_id, extra_bps = excluded.extra_bps,
      month_minor = excluded.month_minor, back_minor = excluded.back_minor, amount_minor = excluded.amount_minor,
      state = excluded.state, version = excluded.version, expected_at = excluded.expected_at, taken_at = excluded.taken_at, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

/** Of these orders those that something is added to already. */
export async function findBoosted(db: Database, orderIds: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ order_id: string }>`
    select order_id from benefits.boosts where order_id = any (${[...orderIds]}::uuid[])`.execute(db);
  return new Set(result.rows.map((row) => row.order_id));
}

export type BoostSum = { type: BoostType; campaign_id: string | null; brought: bigint; waits: bigint; used: bigint };

/** What each rule has brought a member, what still waits for its orders, and what is used of a month that began at an instant. */
export async function sumBoosts(db: Database, userId: string, month: Date): Promise<BoostSum[]> {
  const result = await sql<BoostSum>`
    select type, campaign_id, coalesce(sum(amount_minor) filter (where state = 'earned'), 0)::bigint as brought,
      coalesce(sum(amount_minor) filter (where state = 'pending'), 0)::bigint as waits,
      coalesce(sum(amount_minor) filter (where state <> 'reversed' and taken_at >= ${month}), 0)::bigint as used
    from benefits.boosts where user_id = ${userId} group by type, campaign_id`.execute(db);
  return result.rows;
}

/** What other orders of a member hold of one rule's month, in UTC; also those that came over with another account. */
export async function heldOfMonth(
  tx: Tx,
  asked: { owner: string; order_id: string; type: BoostType; campaign_id: string | null; at: Date },
): Promise<bigint> {
  const result = await sql<{ held: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as held from benefits.boosts
    where user_id = ${asked.owner} and order_id <> ${asked.order_id} and state <> 'reversed' and type = ${asked.type}
      and campaign_id is not distinct from ${asked.campaign_id}
      and date_trunc('month', taken_at at time zone 'utc') = date_trunc('month', ${asked.at}::timestamptz at time zone 'utc')`.execute(
    tx,
  );
  return result.rows[0]?.held ?? 0n;
}

/** Whether something was added to an order that a member made since an instant. */
export async function hasBoost(runner: Database | Tx, userId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select 1 from benefits.boosts where user_id = ${userId} and ordered_at >= ${since} and state <> 'reversed' and amount_minor > 0 limit 1`.execute(
    runner,
  );
  return result.rows.length > 0;
}

export const boostLedger: SubLedger = {
  name: "boosts",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, coalesce(sum(amount_minor) filter (where state = 'pending'), 0)::bigint as pending,
        coalesce(sum(amount_minor) filter (where state = 'earned'), 0)::bigint as settled, 0::bigint as held
      from benefits.boosts
      where (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};

export async function moveBoosts(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update benefits.boosts set user_id = ${to} where user_id = ${from}`.execute(tx);
}
