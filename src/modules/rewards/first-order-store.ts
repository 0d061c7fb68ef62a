/** SQL of the first-order reward. Schema `rewards` only. */
import type { Database, Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { sql } from "#platform/sql";
import type { FirstOrderKind, FirstOrderReason, FirstOrderState, GiftState } from "./first-order-rules.ts";

type Runner = Database | Tx;

export type ClaimRow = {
  claim_id: string;
  user_id: string;
  kind: FirstOrderKind;
  product_id: string | null;
  product_name: string | null;
  amount_minor: bigint;
  min_order_minor: bigint;
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

export const claimKey = (kind: "account" | "mailbox" | "card", value: string): Buffer =>
  sha256(`first_order:${kind}:${value}`);

/** One person at a time, in the order of their keys, so that two at once cannot pass each other. */
async function lockKeys(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  for (const key of [...keys].sort(Buffer.compare))
    await sql`select pg_advisory_xact_lock(hashtextextended(encode(${key}, 'hex'), 752))`.execute(tx);
}

/** Whether a claim of another account, not of one that became this one, has one of the keys. */
export async function isClaimedByOther(tx: Tx, userId: string, keys: readonly Buffer[]): Promise<boolean> {
  const taken = await sql`
    select 1 from rewards.first_order_keys k join rewards.first_orders f using (claim_id)
    where k.key = any (${[...keys]}::bytea[]) and f.user_id <> ${userId} limit 1`.execute(tx);
  return taken.rows.length > 0;
}

/** False when one of the keys is another person's claim's; then none is used. */
export async function takeClaimKeys(tx: Tx, row: ClaimRow, keys: readonly Buffer[]): Promise<boolean> {
  await lockKeys(tx, keys);
  if (await isClaimedByOther(tx, row.user_id, keys)) return false;
  await sql`
    insert into rewards.first_order_keys (key, claim_id) select k, ${row.claim_id} from unnest(${[...keys]}::bytea[]) as k
    on conflict do nothing`.execute(tx);
  return true;
}

/** False when one of the keys is another claim's: this person has claimed before. */
export async function insertClaim(tx: Tx, row: ClaimRow, keys: readonly Buffer[]): Promise<boolean> {
  await lockKeys(tx, keys);
  const taken = await sql`select 1 from rewards.first_order_keys where key = any (${[...keys]}::bytea[])`.execute(tx);
  if (taken.rows.length > 0) return false;
  await sql`
    insert into rewards.first_orders (claim_id, user_id, kind, product_id, product_name, amount_minor, min_order_minor, state, claimed_at,
      order_until, gift_state, next_look_at)
    values (${row.claim_id}, ${row.user_id}, ${row.kind}, ${row.product_id}, ${row.product_name}, ${row.amount_minor}, ${row.min_order_minor}, ${row.state},
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
