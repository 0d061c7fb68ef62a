/** Two members become one: what either did and allowed. A "no" of one of them holds for both. Schema `attribution` only. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import type { Move } from "#platform/member-parts";
import { sql } from "#platform/sql";

export async function moveMember(tx: Tx, { from, to, round }: Move, now: Date): Promise<void> {
  await repeatRefusals(tx, from, to, now);
  await sql`update attribution.consents set user_id = ${to} where user_id = ${from}`.execute(tx);
  await moveEvents(tx, { from, to, round }, now);
  await sql`update attribution.analytics_outbox set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`
    insert into attribution.analytics_clients (user_id, client_id, at)
    select ${to}, client_id, at from attribution.analytics_clients where user_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from attribution.analytics_clients where user_id = ${from}`.execute(tx);
  await sql`
    insert into attribution.pixel_fires (user_id, kind, transaction_id, partner, at)
    select ${to}, kind, transaction_id, partner, at from attribution.pixel_fires where user_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from attribution.pixel_fires where user_id = ${from}`.execute(tx);
}

/** The rounds of the first hour: sessions end with the merge, so that what they did is written by then. */
const MAX_LATE_ROUND = 2;

/** Events have no index by member: the first round reads all days, those of its hour the newest, and those of every day after it none. */
async function moveEvents(tx: Tx, { from, to, round }: Move, now: Date): Promise<void> {
  if (round > MAX_LATE_ROUND) return;
  const since = round === 0 ? new Date(0) : addDays(now, -2);
  await sql`update attribution.events set user_id = ${to} where user_id = ${from} and day >= ${since}::date`.execute(
    tx,
  );
}

/** An account holds its newest word on each purpose: an older "no" of one is said once more, as it was said, over a newer "yes" of the other. */
async function repeatRefusals(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  await sql`
    with said as (
      select distinct on (user_id, purpose) * from attribution.consents
      where user_id in (${from}, ${to}) order by user_id, purpose, consent_id desc
    )
    insert into attribution.consents (visitor_id, user_id, purpose, given, version, language, source, country, gpc, at)
    select n.visitor_id, ${to}, n.purpose, false, n.version, n.language, n.source, n.country, n.gpc, ${now}
    from said n join said y using (purpose)
    where n.user_id <> y.user_id and not n.given and y.given and y.consent_id > n.consent_id`.execute(tx);
}
