/** SQL of whether conversations were solved. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Topic } from "./messages.ts";

type Runner = Database | Tx;
type Span = { from: Date; to: Date };
type Asked = { user_id: string | null; number: string; topic: Topic; solved: boolean | null };

/** Only what is settled is asked about. */
export async function readAsked(runner: Runner, messageId: string): Promise<Asked | null> {
  const { rows } = await sql<Asked>`
    select m.user_id, m.number, m.topic, v.solved from help.messages m left join help.verdicts v using (message_id)
    where m.message_id = ${messageId} and m.state in ('resolved', 'closed')`.execute(runner);
  return rows[0] ?? null;
}

export async function readVerdict(runner: Runner, messageId: string): Promise<{ solved: boolean; at: Date } | null> {
  const { rows } = await sql<{ solved: boolean; at: Date }>`
    select solved, at from help.verdicts where message_id = ${messageId}`.execute(runner);
  return rows[0] ?? null;
}

export async function upsertVerdict(
  runner: Runner,
  row: { message_id: string; solved: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into help.verdicts (message_id, solved, at) values (${row.message_id}, ${row.solved}, ${row.at})
    on conflict (message_id) do update set solved = excluded.solved, at = excluded.at`.execute(runner);
}

export async function countVerdicts(db: Database, { from, to }: Span, solved: boolean): Promise<bigint> {
  const { rows } = await sql<{ n: string }>`
    select count(*)::text as n from help.verdicts where solved = ${solved} and at >= ${from} and at < ${to}`.execute(
    db,
  );
  return BigInt(rows[0]?.n ?? 0);
}

export type VerdictsOfTopic = { topic: Topic; solved: number; unsolved: number };

export async function readVerdicts(db: Database, { from, to }: Span): Promise<VerdictsOfTopic[]> {
  const { rows } = await sql<VerdictsOfTopic>`
    select m.topic, count(*) filter (where v.solved)::int as solved, count(*) filter (where not v.solved)::int as unsolved
    from help.verdicts v join help.messages m using (message_id)
    where v.at >= ${from} and v.at < ${to} group by m.topic order by unsolved desc, m.topic`.execute(db);
  return rows;
}
