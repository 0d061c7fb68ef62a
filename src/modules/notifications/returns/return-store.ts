/** SQL of returned mail. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { MailReturn } from "./returns.types.ts";

type Runner = Database | Tx;
export type ReturnedRow = {
  address: string;
  reason: MailReturn["reason"];
  detail: string;
  told_by: string;
  since: Date;
};

/** A complaint outlives a bounce, because it is somebody's wish. */
export async function insertReturned(runner: Runner, row: ReturnedRow): Promise<void> {
  await sql`
    insert into notifications.returned as r (address, reason, detail, told_by, since)
    values (${row.address.toLowerCase()}, ${row.reason}, ${row.detail}, ${row.told_by}, ${row.since})
    on conflict (address) do update set reason = excluded.reason, detail = excluded.detail, told_by = excluded.told_by, since = excluded.since
      where r.reason = 'bounce'`.execute(runner);
}

export async function readReturned(runner: Runner, address: string): Promise<ReturnedRow | null> {
  const { rows } = await sql<ReturnedRow>`
    select * from notifications.returned where address = ${address.toLowerCase()}`.execute(runner);
  return rows[0] ?? null;
}

export const listReturned = async (runner: Runner, most: number): Promise<ReturnedRow[]> =>
  (await sql<ReturnedRow>`select * from notifications.returned order by since limit ${most}`.execute(runner)).rows;

/** False when mail to it never came back. */
export async function deleteReturned(runner: Runner, address: string): Promise<boolean> {
  const result = await sql`delete from notifications.returned where address = ${address.toLowerCase()}`.execute(runner);
  return result.rowCount > 0;
}

/** Whom a mail of ours went to; null when there is none of this id. */
export async function readRecipient(runner: Runner, mailId: string): Promise<string | null> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from notifications.mails where mail_id = ${mailId}`.execute(runner);
  return rows[0]?.recipient ?? null;
}

/** Mails of the last day, and how many of them came back or were refused. */
export async function countReturned(runner: Runner, since: Date): Promise<{ mails: number; returned: number }> {
  const { rows } = await sql<{ mails: number; returned: number }>`
    select (select count(*)::int from notifications.mails where created_at >= ${since}) as mails,
      (select count(*)::int from notifications.returned where since >= ${since}) as returned`.execute(runner);
  return rows[0] ?? { mails: 0, returned: 0 };
}
