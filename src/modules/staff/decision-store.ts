/** SQL of decisions and their history. Schema `staff` only. */
import type { Database, Tx } from "#platform/database";
import type { Permission } from "#platform/operator";
import { sql } from "#platform/sql";
import type { DecisionState } from "./rules.ts";

type Runner = Database | Tx;

export type DecisionRow = {
  decision_id: string;
  place: "queue" | "object";
  name: string;
  item: string;
  line: string;
  act: string;
  reason: string;
  told: Record<string, string>;
  content_hash: Buffer;
  state: DecisionState;
  by_person: string;
  second_permission: Permission | null;
  second_person: string | null;
  due_at: Date | null;
  decided_at: Date;
  carry_at: Date;
  expires_at: Date | null;
  leased_until: Date | null;
  sequence: number;
  outcome: string | null;
  state_at: Date;
};
/** With the names of those who decided. */
export type NamedDecision = DecisionRow & { by_name: string; second_name: string | null };

/**
 * Who keeps a decision of an item and who ends one do so one after the other: one that ended while another was being kept was seen
 * neither as open nor as done.
 */
export const holdItem = (tx: Tx, item: string) =>
  sql`select pg_advisory_xact_lock(hashtext('staff.decisions'), hashtext(${item}))`.execute(tx);

/** False when the item has an open one already, or one that was done since somebody looked whether it still waits. */
export async function insertDecision(tx: Tx, row: DecisionRow, by: string, looked: Date): Promise<boolean> {
  const result = await sql`
    insert into staff.decisions (decision_id, place, name, item, line, act, reason, told, content_hash, state, by_person,
      second_permission, due_at, decided_at, carry_at, expires_at, sequence, state_at)
    select ${row.decision_id}, ${row.place}, ${row.name}, ${row.item}, ${row.line}, ${row.act}, ${row.reason},
      ${JSON.stringify(row.told)}::jsonb, ${row.content_hash}, ${row.state}, ${row.by_person}, ${row.second_permission},
      ${row.due_at}, ${row.decided_at}, ${row.carry_at}, ${row.expires_at}, ${row.sequence}, ${row.state_at}
    where not exists (select 1 from staff.decisions d where d.item = ${row.item} and d.state = 'done' and d.state_at >= ${looked})
    on conflict (item) where state in ('second', 'waiting', 'running') do nothing`.execute(tx);
  if (result.rowCount !== 1) return false;
  await insertEvent(tx, row, { from: null, by, detail: null });
  return true;
}

async function insertEvent(
  tx: Tx,
  row: DecisionRow,
  event: { from: DecisionState | null; by: string; detail: string | null },
): Promise<void> {
  await sql`
    insert into staff.decision_events (decision_id, sequence, from_state, to_state, by, detail, at)
    values (${row.decision_id}, ${row.sequence}, ${event.from}, ${row.state}, ${event.by}, ${event.detail}, ${row.state_at})`.execute(
    tx,
  );
}

export async function saveDecision(
  tx: Tx,
  row: DecisionRow,
  event: { from: DecisionState; by: string; detail: string | null },
): Promise<void> {
  await sql`
    update staff.decisions set state = ${row.state}, second_person = ${row.second_person}, carry_at = ${row.carry_at},
      leased_until = ${row.leased_until}, sequence = ${row.sequence}, outcome = ${row.outcome}, state_at = ${row.state_at}
    where decision_id = ${row.decision_id}`.execute(tx);
  await insertEvent(tx, row, event);
}

export async function lease(tx: Tx, decisionId: string, until: Date): Promise<void> {
  await sql`update staff.decisions set leased_until = ${until} where decision_id = ${decisionId}`.execute(tx);
}

export async function lockDecision(tx: Tx, decisionId: string): Promise<DecisionRow | null> {
  const result = await sql<DecisionRow>`
    select * from staff.decisions where decision_id = ${decisionId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

const NAMED = sql`
  select d.*, p.name as by_name, s.name as second_name from staff.decisions d
  join staff.people p on p.person_id = d.by_person left join staff.people s on s.person_id = d.second_person`;

export async function findDecision(runner: Runner, decisionId: string): Promise<NamedDecision | null> {
  const result = await sql<NamedDecision>`${NAMED} where d.decision_id = ${decisionId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findOpen(runner: Runner, item: string): Promise<NamedDecision | null> {
  const result = await sql<NamedDecision>`
    ${NAMED} where d.item = ${item} and d.state in ('second', 'waiting', 'running')`.execute(runner);
  return result.rows[0] ?? null;
}

export async function listOpen(runner: Runner): Promise<NamedDecision[]> {
  const result = await sql<NamedDecision>`
    ${NAMED} where d.state in ('second', 'waiting', 'running') order by d.decided_at`.execute(runner);
  return result.rows;
}

export async function listOfItem(runner: Runner, item: string): Promise<NamedDecision[]> {
  const result = await sql<NamedDecision>`
    ${NAMED} where d.item = ${item} order by d.decided_at desc limit 20`.execute(runner);
  return result.rows;
}

export async function listEnded(runner: Runner, since: Date): Promise<NamedDecision[]> {
  const result = await sql<NamedDecision>`
    ${NAMED} where d.state not in ('second', 'waiting', 'running') and d.state_at >= ${since}
    order by d.state_at desc limit 100`.execute(runner);
  return result.rows;
}

/** Waiting for a second person past their time; and due ones, whose job may be lost. */
export async function findOverdue(runner: Runner, now: Date): Promise<{ expired: string[]; due: string[] }> {
  const result = await sql<{ decision_id: string; state: DecisionState }>`
    select decision_id, state from staff.decisions
    where (state = 'second' and expires_at <= ${now})
      or (state = 'waiting' and carry_at <= ${now}) or (state = 'running' and leased_until <= ${now})
    order by decided_at limit 500`.execute(runner);
  const of = (second: boolean) =>
    result.rows.filter(({ state }) => (state === "second") === second).map((row) => row.decision_id);
  return { expired: of(true), due: of(false) };
}

/** Acts of queues that settle nothing: no promise is kept by them. */
export type Asides = readonly { readonly queue: string; readonly act: string }[];
const isAside = (asides: Asides) => sql`
  (name, act) in (select * from unnest(${asides.map(({ queue }) => queue)}::text[], ${asides.map(({ act }) => act)}::text[]))`;

export type KeptRow = { name: string; kept: number; late: number };
/** By queue, of what was decided in a span and stands: by its promised day, and after it. */
export async function readKept(
  runner: Runner,
  { from, to }: { from: Date; to: Date },
  asides: Asides,
): Promise<KeptRow[]> {
  const result = await sql<KeptRow>`
    select name, count(*) filter (where due_at is null or decided_at <= due_at)::int as kept,
      count(*) filter (where decided_at > due_at)::int as late
    from staff.decisions
    where place = 'queue' and decided_at >= ${from} and decided_at < ${to} and state not in ('undone', 'rejected', 'expired')
      and not ${isAside(asides)}
    group by name order by name`.execute(runner);
  return result.rows;
}

export type DayRow = { day: string; decided: number; kept: number; undone: number };

/** Decisions of each day, and how many were made by the day that was promised. */
export async function loadByDay(
  runner: Runner,
  names: readonly string[],
  since: Date,
  asides: Asides,
): Promise<DayRow[]> {
  const result = await sql<DayRow>`
    select to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as decided,
      count(*) filter (where due_at is null or decided_at <= due_at)::int as kept,
      count(*) filter (where state in ('undone', 'rejected', 'expired'))::int as undone
    from staff.decisions where place = 'queue' and name = any (${[...names]}::text[]) and decided_at >= ${since}
      and not ${isAside(asides)}
    group by 1 order by 1`.execute(runner);
  return result.rows;
}
