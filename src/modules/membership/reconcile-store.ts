/** SQL of the comparison with the processor's balance. Schema `membership` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Alone, Pairs } from "./pair-entries.ts";
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
    insert into membership.balance_entries (entry_id, kind, payment_id, payout_id, amount_minor, fee_minor, at, read_at)
    values (${entry.entry_id}, ${entry.kind}, ${entry.payment_id}, ${entry.payout_id}, ${entry.amount_minor}, ${entry.fee_minor}, ${entry.at}, ${at}) on conflict do nothing`.execute(
    tx,
  );
  return result.rowCount === 1;
}

/** Payments of which an entry or a line of ours has not found the other side. */
export async function findPaymentsAlone(runner: Runner): Promise<string[]> {
  return (
    await sql<{ payment_id: string }>`
      select distinct payment_id from membership.balance_entries
      where matched_at is null and payment_id is not null and kind in ('charge', 'refund', 'dispute') order by payment_id`.execute(
      runner,
    )
  ).rows.map((row) => row.payment_id);
}

/** Those of one payment, oldest first, locked against another look at the same time. */
export async function findAlone(
  tx: Tx,
  paymentId: string,
): Promise<{ payment_id: string; entries: Alone[]; movements: Alone[] }> {
  const entries = await sql<Alone>`
    select entry_id as id, payment_id, kind, amount_minor from membership.balance_entries
    where matched_at is null and payment_id = ${paymentId} and kind in ('charge', 'refund', 'dispute') order by at, entry_id for update`.execute(
    tx,
  );
  const movements = await sql<Alone>`
    select cause as id, payment_id, kind, amount_minor from membership.movements
    where matched_at is null and payment_id = ${paymentId} order by at, cause for update`.execute(tx);
  return { payment_id: paymentId, entries: entries.rows, movements: movements.rows };
}

export async function markMatched(tx: Tx, pairs: Pairs, at: Date): Promise<void> {
  if (pairs.entries.length > 0)
    await sql`update membership.balance_entries set matched_at = ${at} where entry_id = any (${pairs.entries}::text[])`.execute(
      tx,
    );
  if (pairs.causes.length > 0)
    await sql`update membership.movements set matched_at = ${at} where cause = any (${pairs.causes}::text[])`.execute(
      tx,
    );
}

/** What of a payment went back, by refunds and disputes; negative. */
export async function sumReturned(tx: Tx, paymentId: string): Promise<bigint> {
  return (
    (
      await sql<{ total: bigint }>`
        select coalesce(sum(amount_minor), 0)::bigint as total from membership.movements
        where payment_id = ${paymentId} and kind in ('refund', 'dispute')`.execute(tx)
    ).rows[0]?.total ?? 0n
  );
}

/**
 * What of a payment went back without us: at the processor's own desk, less what bounced there, or to the cardholder's bank. A refund of
 * ours that bounced or was never made counts as ours: neither its bounce nor the same sum given back at the desk instead is another.
 */
export const wentElsewhere = (paymentId: ReturnType<typeof sql>) => sql<bigint>`(
  select greatest(0, coalesce(sum(desk.amount * (
      greatest(desk.went - coalesce(ours.n, 0), 0) - greatest(desk.bounced - coalesce(ours.n, 0), 0))), 0)
    - (select coalesce(sum(v.amount_minor), 0) from membership.movements v
      where v.payment_id = ${paymentId} and v.kind = 'dispute'))::bigint
  from (
    select abs(v.amount_minor) as amount, count(*) filter (where v.amount_minor < 0) as went,
      count(*) filter (where v.amount_minor > 0) as bounced
    from membership.movements v
    where v.payment_id = ${paymentId} and v.kind = 'refund' and v.cause like 'processor_entry:%' group by 1
  ) desk left join (
    select r.amount_minor as amount, count(*) as n from membership.refunds r
    where r.payment_id = ${paymentId} and r.state in ('failed', 'closed') group by 1
  ) ours using (amount))`;

export async function sumElsewhere(runner: Runner, paymentId: string): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`select ${wentElsewhere(sql`${paymentId}`)} as total`.execute(runner);
  return rows[0]?.total ?? 0n;
}

/** Whether a refund of just this sum was asked for, and nobody knows yet whether it was made. */
export async function isRefundAsked(tx: Tx, paymentId: string, amountMinor: bigint): Promise<boolean> {
  const result = await sql`
    select 1 from membership.refunds where payment_id = ${paymentId} and state = 'asked' and amount_minor = ${amountMinor}`.execute(
    tx,
  );
  return result.rows.length > 0;
}

export type Compared = {
  payment_id: string;
  kind: "charge" | "refund" | "dispute";
  ours: bigint;
  theirs: bigint;
  /** Our own refund, made a few minutes ago, whose answer is being booked. */
  under_way: boolean;
};
/** What has not found the other side, by payment and kind. Only that is looked at, not the whole of history. */
export async function comparePayments(runner: Runner, since: Date): Promise<Compared[]> {
  return (
    await sql<Compared>`
      select payment_id, kind, sum(ours)::bigint as ours, sum(theirs)::bigint as theirs,
        kind = 'refund' and max(at) >= ${since}
          and exists (select 1 from membership.refunds r where r.payment_id = x.payment_id and r.state = 'asked') as under_way
      from (
        select payment_id, kind, amount_minor as ours, 0 as theirs, at from membership.movements where matched_at is null
        union all
        select payment_id, kind, 0, amount_minor, at from membership.balance_entries
        where matched_at is null and payment_id is not null and kind in ('charge', 'refund', 'dispute')
      ) x
      group by payment_id, kind order by payment_id, kind`.execute(runner)
  ).rows;
}

/** What the processor holds by its own entries. */
export async function readTotal(runner: Runner): Promise<bigint> {
  return (
    (await sql<{ total: bigint }>`select total_minor as total from membership.balance_total`.execute(runner)).rows[0]
      ?.total ?? 0n
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
