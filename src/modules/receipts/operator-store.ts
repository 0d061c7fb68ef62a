/** SQL of what operators look for among receipts. Schema `receipts` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { ReceiptState } from "./receipts.types.ts";

export type ListedReceipt = {
  receipt_id: string;
  state: ReceiptState;
  name: string;
  pages: number;
  cause: string | null;
  added_at: Date;
};
const COLUMNS = sql`receipt_id, state, name, pages, cause, added_at`;

export async function readReceiptsOf(db: Database, userId: string, most: number): Promise<ListedReceipt[]> {
  const { rows } = await sql<ListedReceipt>`
    select ${COLUMNS} from receipts.receipts where user_id = ${userId} order by added_at desc limit ${most}`.execute(
    db,
  );
  return rows;
}

export type HistoryRow = { state: ReceiptState; why: string; at: Date };
export async function readHistory(db: Database, receiptId: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select state, why, at from receipts.history where receipt_id = ${receiptId} order by history_id`.execute(db);
  return rows;
}

/** Receipts that have waited to be read since before an instant, by when their reading began last. */
export async function readStuck(db: Database, before: Date): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(began) as oldest from (
      select (select max(h.at) from receipts.history h where h.receipt_id = r.receipt_id) as began
      from receipts.receipts r where r.state = 'reading' and r.added_at < ${before}
    ) waiting where began < ${before}`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

const WHICH = {
  added: sql`state = 'reading' and why = ''`,
  read: sql`state = 'read'`,
  unreadable: sql`state = 'unreadable'`,
} as const;

export async function countHistory(
  db: Database,
  which: keyof typeof WHICH,
  { from, to }: { from: Date; to: Date },
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from receipts.history where ${WHICH[which]} and at >= ${from} and at < ${to}`.execute(db);
  return rows[0]?.count ?? 0n;
}
