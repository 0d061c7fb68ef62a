/** SQL of codes that are worth coins. Schema `payouts` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type GiftCodeRow = {
  code_hash: Buffer;
  coins: bigint;
  given_to: string | null;
  partner: string | null;
  reason: string;
  made_by: string;
  made_at: Date;
  expires_at: Date;
  redeemed_by: string | null;
  redeemed_at: Date | null;
};

export async function insertGiftCode(tx: Tx, row: Omit<GiftCodeRow, "redeemed_by" | "redeemed_at">): Promise<void> {
  await sql`
    insert into payouts.gift_codes (code_hash, coins, given_to, partner, reason, made_by, made_at, expires_at)
    values (${row.code_hash}, ${row.coins}, ${row.given_to}, ${row.partner}, ${row.reason}, ${row.made_by}, ${row.made_at}, ${row.expires_at})`.execute(
    tx,
  );
}

/** Held until the transaction ends: of two who redeem one at once, the second sees that it was used. */
export async function lockGiftCode(tx: Tx, hash: Buffer): Promise<GiftCodeRow | null> {
  const { rows } = await sql<GiftCodeRow>`
    select * from payouts.gift_codes where code_hash = ${hash} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function markRedeemed(tx: Tx, hash: Buffer, userId: string, at: Date): Promise<void> {
  await sql`
    update payouts.gift_codes set redeemed_by = ${userId}, redeemed_at = ${at} where code_hash = ${hash}`.execute(tx);
}

/** The newest first: those that were given to a member, and those that they used. */
export async function readGiftCodes(db: Database, userId: string, most: number): Promise<GiftCodeRow[]> {
  const { rows } = await sql<GiftCodeRow>`
    select * from payouts.gift_codes where given_to = ${userId} or redeemed_by = ${userId}
    order by made_at desc limit ${most}`.execute(db);
  return rows;
}

/** Two accounts became one: what either was given or used is the one's. */
export async function moveGiftCodes(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update payouts.gift_codes set given_to = ${to} where given_to = ${from}`.execute(tx);
  await sql`update payouts.gift_codes set redeemed_by = ${to} where redeemed_by = ${from}`.execute(tx);
}
