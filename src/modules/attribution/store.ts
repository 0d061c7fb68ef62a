/** SQL of consent, analytics clients and pixels. Schema `attribution` only; events have a store of their own. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Choices, Purpose } from "./choices.ts";
import type { Wording } from "./words.ts";

type Runner = Database | Tx;

export async function insertWordings(runner: Runner, wordings: readonly Wording[], now: Date): Promise<void> {
  for (const { version, language, words } of wordings)
    await sql`insert into attribution.wordings (version, language, words, since)
      values (${version}, ${language}, ${JSON.stringify(words)}::jsonb, ${now}) on conflict do nothing`.execute(runner);
}

export async function findWording(runner: Runner, version: string): Promise<{ language: "en" | "es" } | null> {
  const result = await sql<{ language: "en" | "es" }>`
    select language from attribution.wordings where version = ${version}`.execute(runner);
  return result.rows[0] ?? null;
}

export type ConsentSource = "banner" | "settings" | "signal" | "request";
export type ConsentEntry = {
  visitor_id: string;
  user_id: string | null;
  choices: Partial<Choices>;
  version: string;
  language: "en" | "es";
  source: ConsentSource;
  country: string | null;
  gpc: boolean;
  at: Date;
};

export async function insertConsents(tx: Tx, entry: ConsentEntry): Promise<void> {
  const purposes = Object.keys(entry.choices) as Purpose[];
  await sql`
    insert into attribution.consents (visitor_id, user_id, purpose, given, version, language, source, country, gpc, at)
    select ${entry.visitor_id}, ${entry.user_id}::uuid, purpose, given, ${entry.version}, ${entry.language}, ${entry.source},
      ${entry.country}, ${entry.gpc}, ${entry.at}
    from unnest(${purposes}::text[], ${purposes.map((purpose) => entry.choices[purpose] ?? false)}::boolean[]) as c(purpose, given)`.execute(
    tx,
  );
}

/** What a browser said before its reader had an account belongs to the account from then on. */
export async function adoptVisitor(runner: Runner, visitorId: string, userId: string): Promise<void> {
  await sql`update attribution.consents set user_id = ${userId} where visitor_id = ${visitorId} and user_id is null`.execute(
    runner,
  );
}

export type ConsentRow = {
  purpose: Purpose;
  given: boolean;
  version: string;
  language: "en" | "es";
  source: ConsentSource;
  gpc: boolean;
  at: Date;
  what: string;
};

/** Newest first, with the words that stood there. */
export async function readConsents(runner: Runner, userId: string, most: number): Promise<ConsentRow[]> {
  const result = await sql<ConsentRow>`
    select c.purpose, c.given, c.version, c.language, c.source, c.gpc, c.at, w.words #>> array['purposes', c.purpose, 'what'] as what
    from attribution.consents c join attribution.wordings w using (version)
    where c.user_id = ${userId} order by c.consent_id desc limit ${most}`.execute(runner);
  return result.rows;
}

/** What an account holds: its newest word on each purpose, or null when it never said anything. */
export async function readAccountChoices(
  runner: Runner,
  userId: string,
): Promise<{ choices: Partial<Choices>; version: string; at: Date } | null> {
  const result = await sql<{ purpose: Purpose; given: boolean; version: string; at: Date }>`
    select distinct on (purpose) purpose, given, version, at from attribution.consents
    where user_id = ${userId} order by purpose, consent_id desc`.execute(runner);
  const [first] = result.rows;
  if (!first) return null;
  const choices: Partial<Choices> = {};
  let newest = first;
  for (const row of result.rows) {
    choices[row.purpose] = row.given;
    if (row.at > newest.at) newest = row;
  }
  return { choices, version: newest.version, at: newest.at };
}

export async function setAnalyticsClient(runner: Runner, userId: string, clientId: string, now: Date): Promise<void> {
  await sql`
    insert into attribution.analytics_clients (user_id, client_id, at) values (${userId}, ${clientId}, ${now})
    on conflict (user_id) do update set client_id = excluded.client_id, at = excluded.at`.execute(runner);
}

export type PixelKind = "conversion" | "globaldelayed";

/** True for the first who asks for this transaction's pixels, and for nobody after. */
export async function claimFire(
  runner: Runner,
  fire: { user_id: string; kind: PixelKind; transaction_id: string; partner: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into attribution.pixel_fires (user_id, kind, transaction_id, partner, at)
    values (${fire.user_id}, ${fire.kind}, ${fire.transaction_id}, ${fire.partner}, ${fire.at}) on conflict do nothing`.execute(
    runner,
  );
  return result.rowCount === 1;
}
