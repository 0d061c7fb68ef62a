/** SQL of the first-order reward. Schema `rewards` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import type { FirstOrderKind, FirstOrderReason, FirstOrderState, GiftState } from "./first-order-rules.ts";

type Runner = Database | Tx;

export type ClaimRow = {
  claim_id: string;
  user_id: string;
  kind: FirstOrderKind;
  product_id: string | null;
  product_name: string | null;
  amount_minor: bigint;
  least_order_minor: bigint;
  state: FirstOrderState;
  reason_code: FirstOrderReason | null;
  order_id: string | null;
  expected_at: Date | null;
  version: number;
  claimed_at: Date;
  order_until: Date;
  earned_at: Date | null;
  gift_state: GiftState | null;
  gift_reason: string | null;
  withdrawal_id: string | null;
};

/** Oldest first. More than one only after accounts became one. */
export async function readClaims(runner: Runner, userId: string): Promise<ClaimRow[]> {
  return (
    await sql<ClaimRow>`select * from rewards.first_orders where user_id = ${userId} order by claimed_at, claim_id`.execute(
      runner,
    )
  ).rows;
}

export async function lockClaims(tx: Tx, userId: string): Promise<ClaimRow[]> {
  return (
    await sql<ClaimRow>`
      select * from rewards.first_orders where user_id = ${userId} order by claimed_at, claim_id for update`.execute(tx)
  ).rows;
}

export async function lockClaim(tx: Tx, claimId: string): Promise<ClaimRow | null> {
  return (
    (await sql<ClaimRow>`select * from rewards.first_orders where claim_id = ${claimId} for update`.execute(tx))
      .rows[0] ?? null
  );
}

/** False when one of the keys is another claim's: this person has claimed before. */
export async function insertClaim(tx: Tx, row: ClaimRow, keys: readonly Buffer[]): Promise<boolean> {
  // One person at a time, in the order of their keys, so that two claims at once cannot pass each other.
  for (const key of [...keys].sort(Buffer.compare))
    await sql`select pg_advisory_xact_lock(hashtextextended(encode(${key}, 'hex'), 752))`.execute(tx);
  const taken = await sql`select 1 from rewards.first_order_keys where key = any (${[...keys]}::bytea[])`.execute(tx);
  if (taken.rows.length > 0) return false;
  await sql`
    insert into rewards.first_orders (claim_id, user_id, kind, product_id, product_name, amount_minor, least_order_minor, state, claimed_at,
      order_until, gift_state, next_look_at)
    values (${row.claim_id}, ${row.user_id}, ${row.kind}, ${row.product_id}, ${row.product_name}, ${row.amount_minor}, ${row.least_order_minor}, ${row.state},
      ${row.claimed_at}, ${row.order_until}, ${row.gift_state}, ${row.claimed_at})`.execute(tx);
  await sql`
    insert into rewards.first_order_keys (key, claim_id) select k, ${row.claim_id} from unnest(${[...keys]}::bytea[]) as k`.execute(
    tx,
  );
  await insertClaimEvent(tx, row, null, row.claimed_at);
  return true;
}

export async function saveClaim(tx: Tx, row: ClaimRow, from: FirstOrderState, at: Date): Promise<void> {
  await sql`
    update rewards.first_orders set state = ${row.state}, reason_code = ${row.reason_code}, order_id = ${row.order_id}, expected_at = ${row.expected_at},
      version = ${row.version}, earned_at = ${row.earned_at}, gift_state = ${row.gift_state}, gift_reason = ${row.gift_reason},
      withdrawal_id = ${row.withdrawal_id} where claim_id = ${row.claim_id}`.execute(tx);
  if (row.state !== from) await insertClaimEvent(tx, row, from, at);
}

async function insertClaimEvent(tx: Tx, row: ClaimRow, from: FirstOrderState | null, at: Date): Promise<void> {
  await sql`
    insert into rewards.first_order_events (claim_id, sequence, from_state, to_state, reason_code, order_id, at)
    values (${row.claim_id}, ${row.version}, ${from}, ${row.state}, ${row.reason_code}, ${row.order_id}, ${at})`.execute(
    tx,
  );
}

export type ClaimEvent = { from_state: FirstOrderState | null; to_state: FirstOrderState; at: Date };
export async function readClaimEvents(runner: Runner, claimId: string): Promise<ClaimEvent[]> {
  return (
    await sql<ClaimEvent>`
      select from_state, to_state, at from rewards.first_order_events where claim_id = ${claimId} order by sequence`.execute(
      runner,
    )
  ).rows;
}

/** Whether a reward was promised by an order to a member since an instant. */
export async function hasReward(runner: Runner, userId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select 1 from rewards.first_orders where user_id = ${userId} and claimed_at >= ${since} and state in ('pending', 'earned')`.execute(
    runner,
  );
  return result.rows.length > 0;
}
