/** SQL of feeds and their runs as operators see them, hold them and take their last run back. */
import type { Database, Tx } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import type { FeedKind } from "../feeds/feed.types.ts";
import type { RunCounts, RunState } from "./imports.ts";

type Runner = Database | Tx;

export type FeedFacts = {
  feed_id: number;
  feed_name: string;
  kind: FeedKind;
  network: Network;
  address: string | null;
  store: string | null;
  last_rows: number | null;
  last_complete_at: Date | null;
  held_at: Date | null;
  held_by: string | null;
};
const FEEDS = sql`select f.feed_id, f.feed_name, f.kind, f.network, f.address, f.held_at, f.held_by, f.last_rows::float8 as last_rows, f.last_complete_at,
    (select m.internal_name from catalog.merchants m where m.merchant_id = coalesce(f.merchant_id,
      (select p.merchant_id from catalog.programmes p where p.network = f.network and p.network_programme_id = f.network_programme_id))) as store
  from catalog.feeds f`;

export async function readFeedFacts(runner: Runner, feedName: string): Promise<FeedFacts | null> {
  const { rows } = await sql<FeedFacts>`${FEEDS} where f.feed_name = ${feedName}`.execute(runner);
  return rows[0] ?? null;
}

const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
export async function findFeeds(runner: Runner, text: string, most: number): Promise<FeedFacts[]> {
  const { rows } = await sql<FeedFacts>`
    ${FEEDS} where f.feed_name like ${`${literal(text.toLowerCase())}%`} order by f.feed_name limit ${most}`.execute(
    runner,
  );
  return rows;
}

export async function listFeedFacts(
  runner: Runner,
  asked: { kind: FeedKind | null; held: boolean; after: string | null; most: number },
): Promise<FeedFacts[]> {
  const { rows } = await sql<FeedFacts>`
    ${FEEDS} where (${asked.kind}::text is null or f.kind = ${asked.kind}) and (not ${asked.held}::boolean or f.held_at is not null)
      and (${asked.after}::text is null or f.feed_name > ${asked.after})
    order by f.feed_name limit ${asked.most}`.execute(runner);
  return rows;
}

export type RunFacts = RunCounts & {
  run_id: string;
  run_number: number;
  feed_id: number;
  feed_name: string;
  kind: FeedKind;
  network: Network;
  state: RunState;
  started_at: Date;
  finished_at: Date | null;
  problem: string | null;
  decided_by: string | null;
  keeps_before: boolean;
};
const RUNS = sql`select r.run_id, r.run_number, f.feed_id, f.feed_name, f.kind, f.network, r.state, r.started_at, r.finished_at, r.problem, r.decided_by,
    r.keeps_before, r.rows::float8 as rows, r.bytes::float8 as bytes, r.added::float8 as added, r.changed::float8 as changed,
    r.unchanged::float8 as unchanged, r.gone::float8 as gone, r.rejected::float8 as rejected
  from catalog.import_runs r join catalog.feeds f using (feed_id)`;

export async function readRunFacts(runner: Runner, runId: string): Promise<RunFacts | null> {
  const { rows } = await sql<RunFacts>`${RUNS} where r.run_id = ${runId}`.execute(runner);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listRunFacts(
  runner: Runner,
  asked: { feed_id?: number; kind: FeedKind | null; state: RunState | null; after: Place | null; most: number },
): Promise<RunFacts[]> {
  const { feed_id = null, kind, state, after, most } = asked;
  const { rows } = await sql<RunFacts>`
    ${RUNS} where (${feed_id}::integer is null or r.feed_id = ${feed_id}) and (${kind}::text is null or f.kind = ${kind})
      and (${state}::text is null or r.state = ${state})
      and (${after?.at ?? null}::timestamptz is null or (date_trunc('milliseconds', r.started_at), r.run_id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
    order by date_trunc('milliseconds', r.started_at) desc, r.run_id desc limit ${most}`.execute(runner);
  return rows;
}

export async function readRefusedRows(
  runner: Runner,
  runId: string,
  most: number,
): Promise<{ row_number: number; external_id: string | null; reason: string; sample: string }[]> {
  const { rows } = await sql<{ row_number: number; external_id: string | null; reason: string; sample: string }>`
    select row_number::float8 as row_number, external_id, reason, sample from catalog.import_rejects
    where run_id = ${runId} order by row_number limit ${most}`.execute(runner);
  return rows;
}

/** The newest run that changed something and was not taken back or dropped: the one that can be. */
export async function lastChange(runner: Runner, feedId: number): Promise<RunFacts | null> {
  const { rows } = await sql<RunFacts>`
    ${RUNS} where r.feed_id = ${feedId} and r.state not in ('rolled_back', 'dropped') and (r.keeps_before or r.added + r.changed + r.gone > 0)
    order by r.run_number desc limit 1`.execute(runner);
  return rows[0] ?? null;
}

/** The run is as if it had not been, and so is what the feed is measured by. */
export async function markRolledBack(tx: Tx, run: RunFacts, by: string): Promise<void> {
  await sql`
    update catalog.feeds f set last_rows = (r.feed_before ->> 'last_rows')::bigint, last_complete_at = (r.feed_before ->> 'last_complete_at')::timestamptz
    from catalog.import_runs r where r.run_id = ${run.run_id} and f.feed_id = r.feed_id`.execute(tx);
  await sql`
    update catalog.import_runs set state = 'rolled_back', decided_by = ${by}, keeps_before = false where run_id = ${run.run_id}`.execute(
    tx,
  );
  await sql`delete from catalog.import_before where run_id = ${run.run_id}`.execute(tx);
  await sql`delete from catalog.import_held where run_id = ${run.run_id}`.execute(tx);
}

/** False when it was so already. */
export async function holdFeed(tx: Tx, feedId: number, by: string, at: Date): Promise<boolean> {
  const result = await sql`
    update catalog.feeds set held_at = ${at}, held_by = ${by} where feed_id = ${feedId} and held_at is null`.execute(
    tx,
  );
  return result.rowCount > 0;
}
export async function releaseFeed(tx: Tx, feedId: number): Promise<boolean> {
  const result = await sql`
    update catalog.feeds set held_at = null, held_by = null where feed_id = ${feedId} and held_at is not null`.execute(
    tx,
  );
  return result.rowCount > 0;
}

export type FeedEntry = { at: Date; by: string; what: string; reason: string };
export async function keepFeedEntry(tx: Tx, feedId: number, { at, by, what, reason }: FeedEntry): Promise<void> {
  await sql`
    insert into catalog.feed_history (feed_id, at, by, what, reason) values (${feedId}, ${at}, ${by}, ${what}, ${reason})`.execute(
    tx,
  );
}
export async function readFeedHistory(runner: Runner, feedId: number): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select at, by, what, reason from catalog.feed_history where feed_id = ${feedId} order by entry`.execute(runner);
  return rows;
}
