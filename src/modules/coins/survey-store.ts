/** SQL of surveys and of the answers that members keep for them. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { VisitRow } from "./start-store.ts";

type Runner = Database | Tx;

export const readVisits = async (runner: Runner, userId: string, most: number): Promise<VisitRow[]> =>
  (
    await sql<VisitRow>`
      select * from coins.survey_visits where user_id = ${userId} order by started_at desc, visit_id limit ${most}`.execute(
      runner,
    )
  ).rows;

/** The newest visit at a provider since an instant. */
export const newestVisit = async (
  runner: Runner,
  userId: string,
  provider: string,
  since: Date,
): Promise<VisitRow | null> =>
  (
    await sql<VisitRow>`
      select * from coins.survey_visits where user_id = ${userId} and provider = ${provider} and started_at > ${since}
      order by started_at desc limit 1`.execute(runner)
  ).rows[0] ?? null;

/** Surveys that this member went through or was turned away from: they are not shown again. */
export const endedSurveys = async (runner: Runner, userId: string, since: Date): Promise<Set<string>> =>
  new Set(
    (
      await sql<{ name: string }>`
        select provider || ':' || survey_id as name from coins.survey_visits
        where user_id = ${userId} and survey_id is not null and result is not null and started_at > ${since}`.execute(
        runner,
      )
    ).rows.map(({ name }) => name),
  );

/** Coins for each minute that members really spent, by provider: of surveys that were finished. Null below ten. */
export const paceOf = async (runner: Runner, since: Date): Promise<Map<string, number>> =>
  new Map(
    (
      await sql<{ provider: string; pace: number }>`
        select v.provider, (sum(r.coins) / greatest(1, sum(extract(epoch from v.ended_at - v.started_at) / 60)))::float as pace
        from coins.survey_visits v join coins.rewards r on r.visit_id = v.visit_id and r.state = 'credited' and r.kind = 'survey'
        where v.started_at > ${since} and v.ended_at is not null group by v.provider having count(*) >= 10`.execute(
        runner,
      )
    ).rows.map(({ provider, pace }) => [provider, pace]),
  );

export const readAnswers = async (runner: Runner, userId: string): Promise<Map<string, unknown>> =>
  new Map(
    (
      await sql<{ question_id: string; answer: unknown }>`
        select question_id, answer from coins.answers where user_id = ${userId} order by question_id`.execute(runner)
    ).rows.map(({ question_id, answer }) => [question_id, answer]),
  );

export async function setAnswer(tx: Tx, userId: string, questionId: string, answer: unknown, at: Date): Promise<void> {
  if (answer === null)
    await sql`delete from coins.answers where user_id = ${userId} and question_id = ${questionId}`.execute(tx);
  else
    await sql`
      insert into coins.answers (user_id, question_id, answer, at) values (${userId}, ${questionId}, ${JSON.stringify(answer)}::text::jsonb, ${at})
      on conflict (user_id, question_id) do update set answer = excluded.answer, at = excluded.at`.execute(tx);
}

export const deleteAnswers = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`delete from coins.answers where user_id = ${userId}`.execute(tx));

export type ConsentRow = { given: boolean; at: Date };

/** The newest word of a member on whether answers may leave. */
export const readConsent = async (runner: Runner, userId: string): Promise<ConsentRow | null> =>
  (
    await sql<ConsentRow>`
      select given, at from coins.answer_consents where user_id = ${userId} order by at desc, consent_id desc limit 1`.execute(
      runner,
    )
  ).rows[0] ?? null;

export async function insertConsent(
  tx: Tx,
  consent: { consent_id: string; user_id: string; text_hash: Buffer; language: string; given: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into coins.answer_consents (consent_id, user_id, text_hash, language, given, at)
    values (${consent.consent_id}, ${consent.user_id}, ${consent.text_hash}, ${consent.language}, ${consent.given}, ${consent.at})`.execute(
    tx,
  );
}
