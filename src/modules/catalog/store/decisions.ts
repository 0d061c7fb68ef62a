/** SQL of what operators decided for programmes, what terms propose, and what follows for the programmes. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import type { Proposal } from "../feeds/feed.types.ts";

type Runner = Database | Tx;

export type Decision = Proposal["decision"];
export type ProgrammeDecision = {
  programme_id: string;
  network: Network;
  network_programme_id: string;
  name: string;
  internal_name: string;
  decision: Decision;
  locking_days: number | null;
  decided_by: string | null;
  decided_at: Date | null;
  proposed: Decision;
  proposed_words: string | null;
  proposed_locking_days: number | null;
  rates: number;
  terms: string | null;
};

/** Keeps what terms propose. A proposal never changes a decision. */
export async function saveProposals(
  tx: Tx,
  proposals: readonly (Proposal & { programme_id: string })[],
  now: Date,
): Promise<void> {
  if (proposals.length === 0) return;
  await sql`
    insert into catalog.programme_decisions as d (programme_id, proposed, proposed_words, proposed_locking_days, proposed_at)
    select r.programme_id, r.decision, r.words, r.locking_days, ${now}
    from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as r(programme_id uuid, decision text, words text, locking_days integer)
    on conflict (programme_id) do update set proposed = excluded.proposed, proposed_words = excluded.proposed_words,
      proposed_locking_days = coalesce(excluded.proposed_locking_days, d.proposed_locking_days), proposed_at = excluded.proposed_at
    where (d.proposed, d.proposed_words, d.proposed_locking_days)
      is distinct from (excluded.proposed, excluded.proposed_words, coalesce(excluded.proposed_locking_days, d.proposed_locking_days))`.execute(
    tx,
  );
}

export async function saveProposedLocking(
  tx: Tx,
  proposals: readonly { programme_id: string; locking_days: number | null }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into catalog.programme_decisions (programme_id, proposed_locking_days, proposed_at)
    select r.programme_id, r.locking_days, ${now}
    from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as r(programme_id uuid, locking_days integer) where r.locking_days is not null
    on conflict (programme_id) do update set proposed_locking_days = excluded.proposed_locking_days`.execute(tx);
}

/**
 * Brings the programmes in step with what was decided and proposed. Answers how many changed, and those that pay otherwise now: how long
 * orders stay open, no product shows.
 */
export async function applyDecisions(tx: Tx): Promise<{ changed: number; rates: string[] }> {
  const { rows } = await sql<{ programme_id: string; pays_otherwise: boolean }>`
    update catalog.programmes p set cash_back_allowed = d.decision = 'allowed', locking_days = coalesce(d.locking_days, d.proposed_locking_days)
    from catalog.programme_decisions d join catalog.programmes b using (programme_id)
    where d.programme_id = p.programme_id
      and (b.cash_back_allowed, b.locking_days) is distinct from (d.decision = 'allowed', coalesce(d.locking_days, d.proposed_locking_days))
    returning p.programme_id, p.cash_back_allowed <> b.cash_back_allowed as pays_otherwise`.execute(tx);
  return {
    changed: rows.length,
    rates: rows.flatMap(({ programme_id, pays_otherwise }) => (pays_otherwise ? [programme_id] : [])),
  };
}

/** Decides, and writes down who did. Only programmes that are there are decided; returns how many. */
export async function decide(
  tx: Tx,
  programmeIds: readonly string[],
  what: { decision?: Decision | undefined; locking_days?: number | null | undefined },
  by: string,
  now: Date,
): Promise<number> {
  const keepDays = what.locking_days === undefined;
  const { rows } = await sql<{ programme_id: string }>`
    with decided as (
      insert into catalog.programme_decisions as d (programme_id, decision, locking_days, decided_by, decided_at, proposed_at)
      select programme_id, ${what.decision ?? "undecided"}, ${what.locking_days ?? null}::integer, ${by}, ${now}, ${now}
      from catalog.programmes where programme_id = any(${programmeIds as string[]}::uuid[])
      on conflict (programme_id) do update set decision = coalesce(${what.decision ?? null}::text, d.decision),
        locking_days = case when ${keepDays} then d.locking_days else excluded.locking_days end,
        decided_by = excluded.decided_by, decided_at = excluded.decided_at
      returning programme_id, decision, locking_days
    )
    insert into catalog.programme_decision_history (programme_id, at, by, decision, locking_days)
    select programme_id, ${now}, ${by}, decision, locking_days from decided returning programme_id`.execute(tx);
  return rows.length;
}

/** Undecided programmes whose terms propose something, by what they propose. */
export async function openProposals(
  runner: Runner,
): Promise<{ programme_id: string; proposed: "allowed" | "denied" }[]> {
  return (
    await sql<{ programme_id: string; proposed: "allowed" | "denied" }>`
      select programme_id, proposed from catalog.programme_decisions where decision = 'undecided' and proposed <> 'undecided'`.execute(
      runner,
    )
  ).rows;
}

export type DecisionFilter = {
  network?: Network | undefined;
  decision?: Decision | undefined;
  text?: string | undefined;
  limit: number;
};

const ROW = sql`
  p.programme_id, p.network, p.network_programme_id, p.name, m.internal_name, p.terms,
  coalesce(d.decision, 'undecided') as decision, d.locking_days, d.decided_by, d.decided_at, coalesce(d.proposed, 'undecided') as proposed,
  d.proposed_words, d.proposed_locking_days,
  (select count(*)::integer from catalog.programme_rates r where r.programme_id = p.programme_id) as rates
  from catalog.programmes p join catalog.merchants m using (merchant_id) left join catalog.programme_decisions d on d.programme_id = p.programme_id`;

export async function readDecisions(runner: Runner, filter: DecisionFilter): Promise<ProgrammeDecision[]> {
  const { rows } = await sql<ProgrammeDecision>`
    select ${ROW}
    where p.gone_at is null and (${filter.network ?? null}::text is null or p.network = ${filter.network ?? null})
      and (${filter.decision ?? null}::text is null or coalesce(d.decision, 'undecided') = ${filter.decision ?? null})
      and (${filter.text ?? null}::text is null or position(lower(${filter.text ?? ""}) in lower(p.name)) > 0 or m.internal_name = ${filter.text ?? ""})
    order by m.popularity desc, p.network, p.network_programme_id limit ${filter.limit}`.execute(runner);
  return rows;
}

export async function readDecision(
  runner: Runner,
  network: Network,
  networkProgrammeId: string,
): Promise<ProgrammeDecision | null> {
  const { rows } = await sql<ProgrammeDecision>`
    select ${ROW} where p.network = ${network} and p.network_programme_id = ${networkProgrammeId}`.execute(runner);
  return rows[0] ?? null;
}

export type DecisionEntry = { at: Date; by: string; decision: Decision; locking_days: number | null };

export async function readDecisionHistory(runner: Runner, programmeId: string): Promise<DecisionEntry[]> {
  return (
    await sql<DecisionEntry>`
      select at, by, decision, locking_days from catalog.programme_decision_history where programme_id = ${programmeId} order by at, entry`.execute(
      runner,
    )
  ).rows;
}

export async function countDecisions(runner: Runner): Promise<Record<Decision, number>> {
  const { rows } = await sql<{ decision: Decision; n: number }>`
    select coalesce(d.decision, 'undecided') as decision, count(*)::integer as n
    from catalog.programmes p left join catalog.programme_decisions d on d.programme_id = p.programme_id where p.gone_at is null group by 1`.execute(
    runner,
  );
  const found = new Map(rows.map((row) => [row.decision, row.n]));
  return {
    allowed: found.get("allowed") ?? 0,
    denied: found.get("denied") ?? 0,
    undecided: found.get("undecided") ?? 0,
  };
}
