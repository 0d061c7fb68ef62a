/** What a member handed in. When they leave, all of it goes; who decided a claim keeps the facts of it and not the paper. */
import type { Database, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { sql } from "#platform/sql";
import { SWEEP_FILES } from "./job-kinds.ts";
import { eraseReceipts } from "./store.ts";

export async function readMemberData(runner: Database, userId: string) {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(r) - 'user_id' - 'look' - 'sha256' - 'merchant_key' as row
    from receipts.receipts r where user_id = ${userId} order by added_at`.execute(runner);
  return { receipts: rows.map(({ row }) => row) };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  if ((await eraseReceipts(tx, { user_id: userId })) > 0) await addJobs(tx, [SWEEP_FILES.with({})]);
}

export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update receipts.receipts set user_id = ${to} where user_id = ${from}`.execute(tx);
}
