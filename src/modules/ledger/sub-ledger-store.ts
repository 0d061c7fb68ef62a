/** All SQL of the law between the ledger and the modules above it. Schema `ledger` only. */
import type { Tx } from "#platform/database";
import type { Unit } from "#platform/money";
import { sql } from "#platform/sql";
import { MEMBER_ACCOUNTS } from "./accounts.ts";

export type StandingRow = { owner: string; pending: bigint; settled: bigint; held: bigint; closed: boolean };

/**
 * Members' balances by owner, in cents or coins: `settled` is what is free, set aside and (negative) owed together. Whether their
 * account has ended is noted at their dollars.
 */
export async function readStandings(tx: Tx, unit: Unit, after: string | null, most: number): Promise<StandingRow[]> {
  const { pending, available, held, clawback } = MEMBER_ACCOUNTS[unit];
  const all = [pending.name, available.name, held.name, clawback.name];
  const settled = [available.name, held.name, clawback.name];
  // Pages follow an index; the plan for whole tables, which the other laws ask for, would read them again for each page.
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx);
  const first = (kind: string) => sql`
    (select owner from ledger.accounts where kind = ${kind} and unit = ${unit} and (${after}::text is null or owner > ${after}) order by owner limit ${most})`;
  const page = await sql<{ owner: string }>`
    select distinct owner from (${sql.join(all.map(first), " union all ")}) o order by owner limit ${most}`.execute(tx);
  // Asked for by name: joined, the planner would take the owners of a page for two rows where it has no statistics yet.
  const result = await sql<StandingRow>`
    select a.owner,
      coalesce(sum(h.balance) filter (where a.kind = ${pending.name}), 0)::bigint as pending,
      coalesce(sum(h.balance) filter (where a.kind = any (${settled}::text[])), 0)::bigint as settled,
      coalesce(sum(h.balance) filter (where a.kind = ${held.name}), 0)::bigint as held,
      coalesce(bool_or(h.closed_at is not null) filter (where a.kind = 'member_available'), false) as closed
    from ledger.accounts a join ledger.heads h using (account_id)
    where a.kind = any(${[...all, "member_available"]}::text[]) and a.owner = any(${page.rows.map((row) => row.owner)}::text[])
    group by a.owner order by a.owner`.execute(tx);
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
  return result.rows;
}

/** What an operator gave, and what members gave up when they left: told by the ledger alone. */
export async function readGiven(tx: Tx, unit: Unit): Promise<{ owner: string; pending: bigint; settled: bigint }[]> {
  const { name: pending } = MEMBER_ACCOUNTS[unit].pending;
  const result = await sql<{ owner: string; pending: bigint; settled: bigint }>`
    select a.owner, coalesce(sum(l.amount) filter (where a.kind = ${pending}), 0)::bigint as pending,
      coalesce(sum(l.amount) filter (where a.kind <> ${pending}), 0)::bigint as settled
    from ledger.transfers t join ledger.lines l using (transfer_id) join ledger.accounts a using (account_id)
    where t.kind in ('goodwill.given', 'account.given_up') and not a.house and a.unit = ${unit} group by a.owner`.execute(
    tx,
  );
  return result.rows;
}

/** Which account went into which. */
export async function readMerges(tx: Tx): Promise<Map<string, string>> {
  const result = await sql<{ former: string; owner: string }>`
    select data->>'from' as former, data->>'to' as owner from ledger.transfers where kind = 'account.merged'`.execute(
    tx,
  );
  return new Map(result.rows.map((row) => [row.former, row.owner]));
}
