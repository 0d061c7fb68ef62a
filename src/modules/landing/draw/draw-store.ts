/** All SQL of the monthly draw. Schema `landing` only. Months are civil dates of their first day. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type EntryRow = {
  entry_id: string;
  brand: string;
  month: string;
  email: string | null;
  language: "en" | "es";
  confirmed_at: Date | null;
};
export type WinnerRow = EntryRow & { claim_until: string; prize_minor: bigint; winners: number };
export type DrawnMonth = { month: string; entries: number; prize_minor: bigint; drawn_at: Date };

const entryColumns = sql`e.entry_id, e.brand, to_char(e.month, 'YYYY-MM-DD') as month, e.email, e.language, e.confirmed_at`;

/** A new secret for an entry that waits; null when this mailbox has confirmed its entry for the month. */
export async function keepEntry(
  tx: Tx,
  entry: {
    entry_id: string;
    brand: string;
    month: string;
    email: string;
    mailbox_hash: Buffer;
    token_hash: Buffer;
    language: "en" | "es";
    at: Date;
  },
): Promise<string | null> {
  const result = await sql<{ entry_id: string }>`
    insert into landing.draw_entries (entry_id, brand, month, email, mailbox_hash, token_hash, language, created_at)
    values (${entry.entry_id}, ${entry.brand}, ${entry.month}, ${entry.email}, ${entry.mailbox_hash}, ${entry.token_hash}, ${entry.language}, ${entry.at})
    on conflict (brand, month, mailbox_hash) do update set token_hash = excluded.token_hash, email = excluded.email,
      language = excluded.language where draw_entries.confirmed_at is null
    returning entry_id`.execute(tx);
  return result.rows[0]?.entry_id ?? null;
}

export async function findEntry(runner: Runner, tokenHash: Buffer): Promise<EntryRow | null> {
  const result = await sql<EntryRow>`
    select ${entryColumns} from landing.draw_entries e where token_hash = ${tokenHash}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function confirmEntry(runner: Runner, entryId: string, at: Date): Promise<void> {
  await sql`
    update landing.draw_entries set confirmed_at = ${at} where entry_id = ${entryId} and confirmed_at is null`.execute(
    runner,
  );
}

export async function countEntries(runner: Runner, brand: string, month: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from landing.draw_entries where brand = ${brand} and month = ${month} and confirmed_at is not null`.execute(
    runner,
  );
  return result.rows[0]?.n ?? 0;
}

/** False when the month was drawn before. */
export async function insertDrawnMonth(
  tx: Tx,
  row: { brand: string; month: string; entries: number; prize_minor: bigint; winners: number; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into landing.monthly_draws (brand, month, entries, prize_minor, winners, drawn_at)
    values (${row.brand}, ${row.month}, ${row.entries}, ${row.prize_minor}, ${row.winners}, ${row.at})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function findDrawnMonths(runner: Runner, brand: string, limit: number): Promise<DrawnMonth[]> {
  const result = await sql<DrawnMonth>`
    select to_char(month, 'YYYY-MM-DD') as month, entries, prize_minor, drawn_at from landing.monthly_draws
    where brand = ${brand} and entries > 0 order by month desc limit ${limit}`.execute(runner);
  return result.rows;
}

/** The confirmed entry at a place, counted over those that were never drawn, in the order of their ids. */
export async function findUndrawnAt(tx: Tx, brand: string, month: string, place: number): Promise<EntryRow | null> {
  const result = await sql<EntryRow>`
    select ${entryColumns} from landing.draw_entries e
    where e.brand = ${brand} and e.month = ${month} and e.confirmed_at is not null and e.email is not null
      and not exists (select 1 from landing.draw_winners w where w.entry_id = e.entry_id)
    order by e.entry_id offset ${place} limit 1`.execute(tx);
  return result.rows[0] ?? null;
}

export async function countUndrawn(tx: Tx, brand: string, month: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from landing.draw_entries e
    where e.brand = ${brand} and e.month = ${month} and e.confirmed_at is not null and e.email is not null
      and not exists (select 1 from landing.draw_winners w where w.entry_id = e.entry_id)`.execute(tx);
  return result.rows[0]?.n ?? 0;
}

export async function insertWinner(tx: Tx, entry: EntryRow, claimUntil: string, at: Date): Promise<void> {
  await sql`
    insert into landing.draw_winners (entry_id, brand, month, state, claim_until, drawn_at)
    values (${entry.entry_id}, ${entry.brand}, ${entry.month}, 'open', ${claimUntil}, ${at})`.execute(tx);
}

const winnerFrom = sql`
  from landing.draw_winners w join landing.draw_entries e using (entry_id)
  join landing.monthly_draws m on m.brand = w.brand and m.month = w.month`;
const winnerColumns = sql`${entryColumns}, to_char(w.claim_until, 'YYYY-MM-DD') as claim_until, m.prize_minor, m.winners`;

export async function findOpenWinners(runner: Runner): Promise<WinnerRow[]> {
  const result = await sql<WinnerRow>`
    select ${winnerColumns} ${winnerFrom} where w.state = 'open' order by w.drawn_at, w.entry_id`.execute(runner);
  return result.rows;
}

export async function lockOpenWinner(tx: Tx, entryId: string): Promise<WinnerRow | null> {
  const result = await sql<WinnerRow>`
    select ${winnerColumns} ${winnerFrom} where w.entry_id = ${entryId} and w.state = 'open' for update of w`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

export async function settleWinner(
  tx: Tx,
  entryId: string,
  end: { state: "given"; user_id: string; at: Date } | { state: "lapsed"; user_id: null; at: Date },
): Promise<void> {
  await sql`
    update landing.draw_winners set state = ${end.state}, user_id = ${end.user_id}, settled_at = ${end.at}
    where entry_id = ${entryId} and state = 'open'`.execute(tx);
}

/** Addresses of draws that are settled are of no use any more; entries that nobody confirmed go altogether. */
export async function forgetEntries(runner: Runner, before: string): Promise<void> {
  await sql`delete from landing.draw_entries where month < ${before} and confirmed_at is null`.execute(runner);
  await sql`
    update landing.draw_entries e set email = null
    where e.month < ${before} and e.email is not null
      and not exists (select 1 from landing.draw_winners w where w.brand = e.brand and w.month = e.month and w.state = 'open')`.execute(
    runner,
  );
}
