/** All SQL of receipts but what operators look for. Schema `receipts` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { EditSign, Likeness, Receipt, ReceiptRead, ReceiptState } from "./receipts.types.ts";

export type ReceiptRow = Omit<Receipt, "added_at"> & {
  user_id: string;
  added_at: Date;
  read_at: Date | null;
  signs: EditSign[];
  own_text: string;
  text: string;
  cause: string | null;
  used_at: Date | null;
};
const COLUMNS = sql`receipt_id, user_id, state, name, type, size_bytes, pages, signs, own_text, text, read, cause, used_at, added_at, read_at`;

export async function readReceipt(runner: Database | Tx, receiptId: string): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${COLUMNS} from receipts.receipts where receipt_id = ${receiptId}`.execute(runner);
  return rows[0] ?? null;
}

/** Locked until the transaction ends, so that two causes cannot both find it free. */
export async function lockReceipt(tx: Tx, receiptId: string): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${COLUMNS} from receipts.receipts where receipt_id = ${receiptId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The same bytes by the same member, still unused. */
export async function readSame(
  runner: Database | Tx,
  { user_id, sha256 }: { user_id: string; sha256: Buffer },
): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${COLUMNS} from receipts.receipts where user_id = ${user_id} and sha256 = ${sha256} and cause is null
    order by added_at, receipt_id limit 1`.execute(runner);
  return rows[0] ?? null;
}

/** One at a time for each member and file: the same file sent twice at once is one receipt. */
export const lockFile = (tx: Tx, userId: string, sha256: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`receipts:${userId}:${sha256.toString("hex")}`}, 0))`.execute(tx);

export type NewReceipt = Pick<Receipt, "receipt_id" | "name" | "type" | "size_bytes" | "pages"> & {
  user_id: string;
  sha256: Buffer;
  look: string;
  signs: readonly EditSign[];
  own_text: string;
  at: Date;
};

export async function insertReceipt(tx: Tx, row: NewReceipt): Promise<void> {
  await sql`
    insert into receipts.receipts (receipt_id, user_id, name, type, size_bytes, pages, sha256, look, signs, own_text, added_at, free_since)
    values (${row.receipt_id}, ${row.user_id}, ${row.name}, ${row.type}, ${row.size_bytes}, ${row.pages}, ${row.sha256},
      ${row.look}::bit(64), ${[...row.signs]}::text[], ${row.own_text}, ${row.at}, ${row.at})`.execute(tx);
  await insertHistory(tx, row.receipt_id, { state: "reading", why: "", at: row.at });
}

const insertHistory = (tx: Tx, receiptId: string, { state, why, at }: { state: ReceiptState; why: string; at: Date }) =>
  sql`insert into receipts.history (receipt_id, state, why, at) values (${receiptId}, ${state}, ${why}, ${at})`.execute(
    tx,
  );

export type StoredFile = { file_key: string; page: number; size_bytes: number };

/** Known before they are stored: a server that dies in between leaves files that are taken away later. False: no space. */
export async function reserveFiles(
  tx: Tx,
  files: readonly StoredFile[],
  { space, at }: { space: number; at: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('receipts.files'))`.execute(tx);
  const size = files.reduce((sum, file) => sum + file.size_bytes, 0);
  if ((await measureFiles(tx)) + size > space) return false;
  await sql`
    insert into receipts.files (file_key, page, size_bytes, created_at)
    select file_key, page, size_bytes, ${at}
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f(file_key text, page int, size_bytes int)`.execute(tx);
  return true;
}

/** Bytes of all files. */
export async function measureFiles(runner: Database | Tx): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select coalesce(sum(size_bytes), 0)::text as size from receipts.files`.execute(runner);
  return Number(rows[0]?.size ?? 0);
}

export async function bindFiles(tx: Tx, receiptId: string, keys: readonly string[]): Promise<void> {
  await sql`update receipts.files set receipt_id = ${receiptId} where file_key = any(${[...keys]}::text[])`.execute(tx);
}

export async function readFileKeys(runner: Database | Tx, receiptId: string): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from receipts.files where receipt_id = ${receiptId} order by page`.execute(runner);
  return rows.map((row) => row.file_key);
}

/** Files without a receipt, begun before an instant. */
export async function readLostFiles(runner: Database, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from receipts.files where receipt_id is null and created_at < ${before} order by created_at limit ${most}`.execute(
    runner,
  );
  return rows.map((row) => row.file_key);
}

export async function forgetFiles(runner: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from receipts.files where file_key = any(${[...keys]}::text[]) and receipt_id is null`.execute(
    runner,
  );
}

/** Whoever erases a receipt lets its files be taken away at once. */
export async function eraseReceipts(tx: Tx, whose: { user_id: string } | { unused_before: Date }): Promise<number> {
  const which =
    "user_id" in whose ? sql`user_id = ${whose.user_id}` : sql`cause is null and free_since < ${whose.unused_before}`;
  await sql`
    update receipts.files set receipt_id = null, created_at = '-infinity'
    where receipt_id in (select receipt_id from receipts.receipts where ${which})`.execute(tx);
  const result = await sql`delete from receipts.receipts where ${which}`.execute(tx);
  return result.rowCount;
}

export async function bindReceipt(
  tx: Tx,
  receiptId: string,
  { cause, at }: { cause: string; at: Date },
): Promise<void> {
  await sql`update receipts.receipts set cause = ${cause}, used_at = ${at} where receipt_id = ${receiptId}`.execute(tx);
}

/** Days count anew from when it was let go. */
export async function releaseReceipts(tx: Tx, cause: string, at: Date): Promise<void> {
  await sql`update receipts.receipts set cause = null, used_at = null, free_since = ${at} where cause = ${cause}`.execute(
    tx,
  );
}

export type Reading = {
  state: "read" | "unreadable";
  why: string;
  read: ReceiptRead | null;
  text: string;
  signs: readonly EditSign[];
  merchant_key: string | null;
  at: Date;
};

/** False when it was read already, or is gone. */
export async function saveReading(tx: Tx, receiptId: string, reading: Reading): Promise<boolean> {
  const { read } = reading;
  const result = await sql`
    update receipts.receipts set state = ${reading.state}, read = ${read ? JSON.stringify(read) : null}::jsonb, text = ${reading.text},
      signs = (select coalesce(array_agg(distinct s order by s), '{}') from unnest(signs || ${[...reading.signs]}::text[]) s),
      merchant_key = ${reading.merchant_key}, bought_on = ${read?.date?.value ?? null}::date,
      total_minor = ${read?.total?.value ?? null}::bigint, read_at = ${reading.at}
    where receipt_id = ${receiptId} and state = 'reading'`.execute(tx);
  if (result.rowCount !== 1) return false;
  await insertHistory(tx, receiptId, reading);
  return true;
}

/** False when it is being read already, or is gone. */
export async function beginAnew(tx: Tx, receiptId: string, at: Date): Promise<boolean> {
  const result = await sql`
    update receipts.receipts set state = 'reading', read_at = null where receipt_id = ${receiptId} and state <> 'reading'`.execute(
    tx,
  );
  if (result.rowCount !== 1) return false;
  await insertHistory(tx, receiptId, { state: "reading", why: "read anew", at });
  return true;
}

/** Of a 64-bit look so many bits may differ: the same paper turned a little, and another of the same layout too. */
const ALIKE_BITS = 12;
const MAX_LIKE = 20;

/**
 * Used ones alone, never itself; the strongest reason of each. Papers of one till look alike: what was read decides, so that one
 * whose day and amount are others, or whose store is, is another purchase, while one changed figure on a known picture is told.
 */
export async function readLikenesses(runner: Database | Tx, receiptId: string): Promise<Likeness[]> {
  const { rows } = await sql<Likeness>`
    with mine as (select * from receipts.receipts where receipt_id = ${receiptId}),
    found as (
      select r.receipt_id, r.user_id, 1 as rank, 0 as bits from receipts.receipts r join mine m on r.sha256 = m.sha256
      where r.cause is not null
      union all
      select r.receipt_id, r.user_id, 2, 0 from receipts.receipts r join mine m
        on r.bought_on = m.bought_on and r.total_minor = m.total_minor and r.merchant_key = m.merchant_key
      where r.cause is not null
      union all
      (select r.receipt_id, r.user_id, 3, bit_count(r.look # m.look)::int from receipts.receipts r cross join mine m
      where r.cause is not null and r.receipt_id <> m.receipt_id and bit_count(r.look # m.look) <= ${ALIKE_BITS}
        and (r.merchant_key <> m.merchant_key or (r.bought_on <> m.bought_on and r.total_minor <> m.total_minor)) is not true
      order by 4, r.receipt_id limit ${MAX_LIKE})
    ), best as (select distinct on (receipt_id) * from found where receipt_id <> ${receiptId} order by receipt_id, rank)
    select receipt_id, user_id, (array['same_file', 'same_fields', 'looks_alike'])[rank] as how
    from best order by rank, bits, receipt_id limit ${MAX_LIKE}`.execute(runner);
  return rows;
}
