/** SQL of the log of what operators did and saw: added to, read, and verified. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type AuditEntry = {
  at: Date;
  by_person: string | null;
  who: string;
  as_whom: string | null;
  what: string;
  object: string;
  facts: Record<string, unknown>;
  reason: string;
  address: string;
  request_id: string;
};
export type AuditRow = AuditEntry & { number: bigint; hash: Buffer };

/** Number and hash are the database's own: its trigger chains each row to the one before it. */
export async function insertAudit(runner: Runner, entry: AuditEntry): Promise<void> {
  await sql`
    insert into staff.audit (at, by_person, who, as_whom, what, object, facts, reason, address, request_id)
    values (${entry.at}, ${entry.by_person}, ${entry.who}, ${entry.as_whom}, ${entry.what}, ${entry.object},
      ${JSON.stringify(entry.facts)}::jsonb, ${entry.reason}, ${entry.address}, ${entry.request_id})`.execute(runner);
}

export type AuditAsked = {
  person: string | null;
  what: string | null;
  object: string | null;
  from: Date | null;
  to: Date | null;
  /** Number of the last row of the page before. */
  before: bigint | null;
  most: number;
};

export async function readAudit(runner: Runner, asked: AuditAsked): Promise<AuditRow[]> {
  const result = await sql<AuditRow>`
    select * from staff.audit
    where (${asked.person}::uuid is null or by_person = ${asked.person}::uuid)
      and (${asked.what}::text is null or what = ${asked.what}::text)
      and (${asked.object}::text is null or object = ${asked.object}::text)
      and (${asked.from}::timestamptz is null or at >= ${asked.from}::timestamptz)
      and (${asked.to}::timestamptz is null or at < ${asked.to}::timestamptz)
      and (${asked.before}::bigint is null or number < ${asked.before}::bigint)
    order by number desc limit ${asked.most}`.execute(runner);
  return result.rows;
}

export async function auditKinds(runner: Runner): Promise<string[]> {
  // One jump of the index for each kind, however long the log is.
  const result = await sql<{ what: string }>`
    with recursive kinds as (
      (select what from staff.audit order by what limit 1)
      union all
      select (select a.what from staff.audit a where a.what > k.what order by a.what limit 1) from kinds k where k.what is not null)
    select what from kinds where what is not null`.execute(runner);
  return result.rows.map((row) => row.what);
}

export type AuditVerdict = { rows: bigint; broken: bigint | null };

/**
 * Works every hash out anew from the one before it. `broken`: the first row that is not what was written, or the first place where
 * one is missing; null when the log is whole.
 */
export async function verifyAudit(tx: Tx): Promise<AuditVerdict> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  const result = await sql<{ rows: bigint; broken: bigint | null; last: bigint | null; ends: boolean }>`
    with chained as (
      select a.number, a.hash = staff.audit_hash(coalesce(lag(a.hash) over w, sha256('staff.audit')), a) as good,
        a.number = coalesce(lag(a.number) over w, 0) + 1 as follows
      from staff.audit a window w as (order by a.number))
    select count(*) as rows, min(number) filter (where not good or not follows) as broken, max(number) as last,
      coalesce((select h.number = coalesce((select max(number) from staff.audit), 0)
        and h.hash = coalesce((select hash from staff.audit order by number desc limit 1), sha256('staff.audit'))
        from staff.audit_head h), false) as ends
    from chained`.execute(tx);
  const [found] = result.rows;
  if (!found) return { rows: 0n, broken: 1n };
  return { rows: found.rows, broken: found.broken ?? (found.ends ? null : (found.last ?? 0n) + 1n) };
}
