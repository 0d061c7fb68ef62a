/** SQL of the comparison with the processor's balance. Schema `membership` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import type { BalanceEntry } from "./processor.types.ts";

type Runner = Database | Tx;

export async function newestEntryAt(runner: Runner): Promise<Date | null> {
  return (
    (await sql<{ at: Date | null }>`select max(at) as at from membership.balance_entries`.execute(runner)).rows[0]
      ?.at ?? null
  );
}

/** False when it was read before. */
export async function insertEntry(tx: Tx, entry: BalanceEntry, at: Date): Promise<boolean> {
  const result = await sql`
    insert into membership.balance_entries (entry_id, kind, payment_id, amount_minor, fee_minor, at, read_at)
    values (${entry.entry_id}, ${entry.kind}, ${entry.payment_id}, ${entry.amount_minor}, ${entry.fee_minor}, ${entry.at}, ${at}) on conflict do nothing`.execute(
    tx,
  );
  return result.numAffectedRows === 1n;
}

export type Compared = {
  payment_id: string;
  kind: "charge" | "refund" | "dispute";
  ours: bigint;
  theirs: bigint;
  last_entry: string | null;
  last_at: Date;
  refund_asked: boolean;
};
/** Payments whose sums differ, by kind of movement. */
export async function comparePayments(runner: Runner): Promise<Compared[]> {
  return (
    await sql<Compared>`
      select payment_id, kind, sum(ours)::bigint as ours, sum(theirs)::bigint as theirs, max(entry_id) as last_entry, max(at) as last_at,
        exists (select 1 from membership.refunds r where r.payment_id = x.payment_id and r.state = 'asked') as refund_asked
      from (
        select payment_id, kind, amount_minor as ours, 0 as theirs, null as entry_id, at from membership.movements
        union all
        select payment_id, kind, 0, amount_minor, entry_id, at from membership.balance_entries
        where payment_id is not null and kind in ('charge', 'refund', 'dispute')
      ) x
      group by payment_id, kind having sum(ours) <> sum(theirs) order by payment_id, kind`.execute(runner)
  ).rows;
}

/** What the processor holds by its own entries. */
export async function sumEntries(runner: Runner): Promise<bigint> {
  return (
    (
      await sql<{
        total: bigint;
      }>`select coalesce(sum(amount_minor - fee_minor), 0)::bigint as total from membership.balance_entries`.execute(
        runner,
      )
    ).rows[0]?.total ?? 0n
  );
}

export type Difference = { subject: string; kind: string; ours: bigint; theirs: bigint };
/** Opens differences that are new, and closes those that are gone. */
export async function keepDifferences(tx: Tx, found: readonly Difference[], at: Date): Promise<void> {
  await sql`
    update membership.differences d set resolved_at = ${at} where resolved_at is null and not exists (
      select 1 from unnest(${found.map((one) => one.subject)}::text[], ${found.map((one) => one.kind)}::text[],
        ${found.map((one) => one.ours)}::bigint[], ${found.map((one) => one.theirs)}::bigint[]) as f(s, k, o, t)
      where f.s = d.subject and f.k = d.kind and f.o = d.ours_minor and f.t = d.theirs_minor)`.execute(tx);
  await sql`
    insert into membership.differences (subject, kind, ours_minor, theirs_minor, found_at)
    select f.s, f.k, f.o, f.t, ${at} from unnest(${found.map((one) => one.subject)}::text[], ${found.map((one) => one.kind)}::text[],
      ${found.map((one) => one.ours)}::bigint[], ${found.map((one) => one.theirs)}::bigint[]) as f(s, k, o, t)
    on conflict do nothing`.execute(tx);
}

export async function readDifferences(runner: Runner): Promise<Difference[]> {
  return (
    await sql<Difference>`
      select subject, kind, ours_minor as ours, theirs_minor as theirs from membership.differences where resolved_at is null order by difference_id`.execute(
      runner,
    )
  ).rows;
}
