/** SQL of limits with windows. Schema `ledger` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Key = { limit_name: string; subject: string; time_window: string };
type Use = { limit: string; subject: string; cause: string };

/** What a window holds, locked until the transaction ends. Its row is made when it is met first. */
export async function lockTotal(tx: Tx, key: Key): Promise<bigint> {
  await sql`
    insert into ledger.limit_totals (limit_name, subject, time_window, used)
    values (${key.limit_name}, ${key.subject}, ${key.time_window}, 0) on conflict do nothing`.execute(tx);
  const found = await sql<{ used: bigint }>`
    select used from ledger.limit_totals
    where limit_name = ${key.limit_name} and subject = ${key.subject} and time_window = ${key.time_window} for update`.execute(
    tx,
  );
  return found.rows[0]?.used ?? 0n;
}

export async function addToTotal(tx: Tx, key: Key, amount: bigint): Promise<void> {
  await sql`
    update ledger.limit_totals set used = used + ${amount}
    where limit_name = ${key.limit_name} and subject = ${key.subject} and time_window = ${key.time_window}`.execute(tx);
}

export async function readUse(
  tx: Tx,
  use: Use,
): Promise<{ amount: bigint; time_window: string; returned: boolean } | null> {
  const result = await sql<{ amount: bigint; time_window: string; returned: boolean }>`
    select amount, time_window, returned_at is not null as returned from ledger.limit_uses
    where limit_name = ${use.limit} and subject = ${use.subject} and cause = ${use.cause}`.execute(tx);
  return result.rows[0] ?? null;
}

/** A use that was given back may be taken again, in whatever window it is by now. */
export async function insertUse(tx: Tx, row: Key & { cause: string; amount: bigint; at: Date }): Promise<void> {
  await sql`
    insert into ledger.limit_uses (limit_name, subject, cause, time_window, amount, at)
    values (${row.limit_name}, ${row.subject}, ${row.cause}, ${row.time_window}, ${row.amount}, ${row.at})
    on conflict (limit_name, subject, cause) do update
      set time_window = excluded.time_window, amount = excluded.amount, at = excluded.at, returned_at = null`.execute(
    tx,
  );
}

export async function returnUse(tx: Tx, use: Use, at: Date): Promise<void> {
  await sql`
    with given as (
      update ledger.limit_uses set returned_at = ${at}
      where limit_name = ${use.limit} and subject = ${use.subject} and cause = ${use.cause} and returned_at is null
      returning limit_name, subject, time_window, amount)
    update ledger.limit_totals t set used = t.used - g.amount from given g
    where t.limit_name = g.limit_name and t.subject = g.subject and t.time_window = g.time_window`.execute(tx);
}
