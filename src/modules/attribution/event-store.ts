/** SQL of tracking events. The insert is prepared by name: it is the statement of a hot write. */
import type { Database, DatabaseHandle } from "#platform/database";
import { sql } from "#platform/sql";
import type { EventRow } from "./events.ts";

const ROWS = `
  insert into attribution.events (day, event_id, at, action, user_id, sid, webpartner_id, document)
  select * from unnest($1::date[], $2::uuid[], $3::timestamptz[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[]::json[])
  on conflict do nothing`;
/** The same, and in the same statement what Google Analytics shall hear: of members whose client id is known. */
const ROWS_AND_OUTBOX = `
  with kept as (${ROWS} returning event_id, user_id, action, at)
  insert into attribution.analytics_outbox (event_id, user_id, client_id, name, marketing, at)
  select k.event_id, k.user_id, c.client_id, n.name, m.marketing, k.at
  from kept k join attribution.analytics_clients c on c.user_id = k.user_id
    join unnest($9::text[], $10::text[]) as n(action, name) on n.action = k.action
    join unnest($2::uuid[], $11::boolean[]) as m(event_id, marketing) on m.event_id = k.event_id
  on conflict do nothing`;

/** `names`: what Google Analytics calls each action; null when nothing goes there. */
export async function insertEvents(
  database: DatabaseHandle,
  rows: readonly EventRow[],
  names: readonly (readonly [string, string])[] | null,
): Promise<void> {
  const column = <K extends keyof EventRow>(name: K) => rows.map((row) => row[name]);
  const values: unknown[] = [
    column("day"),
    column("event_id"),
    column("at"),
    column("action"),
    column("user_id"),
    column("sid"),
    column("webpartner_id"),
    column("document"),
  ];
  if (names)
    values.push(
      names.map(([action]) => action),
      names.map(([, name]) => name),
      column("marketing"),
    );
  await database.pool.query({
    name: names ? "attribution.insert_events_and_outbox" : "attribution.insert_events",
    text: names ? ROWS_AND_OUTBOX : ROWS,
    values,
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const partitionOf = (day: string): string => `events_${day.replaceAll("-", "")}`;

/** Any constant does, so long as nothing else takes the same advisory lock. */
const PARTITIONS = 7_420_010;

/** Makes a day's partition; several processes may ask at once. */
export async function makeDay(database: DatabaseHandle, day: string, next: string): Promise<void> {
  if (!DAY.test(day) || !DAY.test(next)) throw new Error(`${day} is no day`);
  await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${PARTITIONS})`.execute(tx);
    await sql
      .raw(
        `create table if not exists attribution.${partitionOf(day)} partition of attribution.events for values from ('${day}') to ('${next}')`,
      )
      .execute(tx);
  });
}

/** Drops the partitions of days before `day`; returns how many. */
export async function dropDaysBefore(database: DatabaseHandle, day: string): Promise<number> {
  const found = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'attribution.events'::regclass and c.relname < ${partitionOf(day)} order by 1`.execute(
    database.db,
  );
  for (const { name } of found.rows) {
    if (!/^events_\d{8}$/.test(name)) continue;
    await database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${PARTITIONS})`.execute(tx);
      await sql.raw(`drop table if exists attribution.${name}`).execute(tx);
    });
  }
  return found.rows.length;
}

/** A day's events in order of their ids, a page at a time. */
export async function readEvents(
  runner: Database,
  day: string,
  after: string | null,
  most: number,
): Promise<{ event_id: string; document: Record<string, unknown> }[]> {
  const result = await sql<{ event_id: string; document: Record<string, unknown> }>`
    select event_id, document from attribution.events
    where day = ${day}::date and (${after}::uuid is null or event_id > ${after}::uuid) order by event_id limit ${most}`.execute(
    runner,
  );
  return result.rows;
}

export type OutboxRow = {
  event_id: string;
  user_id: string;
  client_id: string;
  name: string;
  marketing: boolean;
  at: Date;
};

/** Oldest first, those of one client together, each locked so that two jobs never send the same. */
export async function takeOutbox(tx: Database, most: number): Promise<OutboxRow[]> {
  const result = await sql<OutboxRow>`
    select event_id, user_id, client_id, name, marketing, at from attribution.analytics_outbox
    order by at limit ${most} for update skip locked`.execute(tx);
  return result.rows;
}

export async function dropOutbox(tx: Database, eventIds: readonly string[]): Promise<void> {
  await sql`delete from attribution.analytics_outbox where event_id = any (${eventIds}::uuid[])`.execute(tx);
}
