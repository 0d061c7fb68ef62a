/** SQL of feeds, their runs, and the rows that were not taken. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { FeedSource, Reject } from "../feeds/feed.types.ts";

type Runner = Database | Tx;

/**
 * `held`: waits for a person, who lets it count or drops it. What failed goes on where it stood, or is abandoned with the next run.
 * Whatever changed something can be taken back.
 */
export const RUN_TRANSITIONS = {
  running: ["complete", "short", "held", "failed", "abandoned", "rolled_back"],
  held: ["complete", "dropped", "abandoned", "rolled_back"],
  failed: ["running", "rolled_back"],
  complete: ["rolled_back"],
  short: ["rolled_back"],
  dropped: ["rolled_back"],
  abandoned: ["rolled_back"],
  rolled_back: [],
} as const satisfies Record<string, readonly string[]>;
export type RunState = keyof typeof RUN_TRANSITIONS;
export const RUN_STATES = Object.keys(RUN_TRANSITIONS) as RunState[];
export type RunCounts = {
  rows: number;
  bytes: number;
  added: number;
  changed: number;
  unchanged: number;
  gone: number;
  rejected: number;
};
export type FeedRow = FeedSource & {
  feed_id: number;
  last_rows: number | null;
  last_complete_at: Date | null;
  ends_bare: boolean;
  /** A person holds it. */
  held_at: Date | null;
};
export type RunRow = RunCounts & {
  run_id: string;
  run_number: number;
  state: RunState;
  started_at: Date;
  checkpoint_rows: number;
  checkpoint_sum: number;
};

/** Of a run's bad rows as many are kept as a person might read; the count goes on. */
export const MAX_REJECTS = 1_000;

export async function saveFeed(runner: Runner, feed: FeedSource): Promise<FeedRow> {
  const { rows } = await sql<FeedRow & { last_rows: bigint | null }>`
    insert into catalog.feeds (feed_name, kind, network, network_programme_id, address)
    values (${feed.feed_name}, ${feed.kind}, ${feed.network}, ${feed.network_programme_id}, ${feed.address})
    on conflict (feed_name) do update set network_programme_id = excluded.network_programme_id, address = excluded.address
    returning *`.execute(runner);
  const row = rows[0];
  if (!row) throw new Error("a feed was not stored");
  return { ...row, last_rows: row.last_rows === null ? null : Number(row.last_rows) };
}

export async function readFeeds(runner: Runner): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select feed_id, feed_name, kind, network, network_programme_id, address, last_rows::float8 as last_rows, last_complete_at, ends_bare, held_at
    from catalog.feeds order by kind = 'products', kind desc, feed_name`.execute(runner);
  return rows;
}

/** The last run of a feed that stopped half-way, if it is recent enough to be gone on with. */
export async function unfinishedRun(runner: Runner, feedId: number, since: Date): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    select run_id, run_number, state, started_at, checkpoint_rows::float8 as checkpoint_rows, checkpoint_sum::float8 as checkpoint_sum, rows::float8 as rows, bytes::float8 as bytes, added::float8 as added,
      changed::float8 as changed, unchanged::float8 as unchanged, gone::float8 as gone, rejected::float8 as rejected
    from catalog.import_runs where feed_id = ${feedId} order by started_at desc, run_id desc limit 1`.execute(runner);
  const run = rows[0];
  const open =
    run && (run.state === "running" || run.state === "failed") && run.checkpoint_rows > 0 && run.started_at >= since;
  return open ? run : null;
}

/** Opens a run and answers its number. Older ones of the feed that never ended, or that wait for a person, are closed as abandoned. */
export async function openRun(tx: Tx, run: { run_id: string; feed_id: number; started_at: Date }): Promise<number> {
  await sql`delete from catalog.import_seen where run_id in (select run_id from catalog.import_runs where feed_id = ${run.feed_id})`.execute(
    tx,
  );
  const held = await sql<{ run_id: string }>`
    select run_id from catalog.import_runs where feed_id = ${run.feed_id} and state = 'held' and keeps_before`.execute(
    tx,
  );
  await sql`
    with closed as (
      update catalog.import_runs set state = 'abandoned', finished_at = ${run.started_at}
      where feed_id = ${run.feed_id} and state in ('running', 'held') returning run_id
    )
    delete from catalog.import_held h using closed where h.run_id = closed.run_id`.execute(tx);
  const { rows } = await sql<{ run_number: number }>`
    insert into catalog.import_runs (run_id, feed_id, state, started_at) values (${run.run_id}, ${run.feed_id}, 'running', ${run.started_at})
    returning run_number`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("a run was not opened");
  // Nobody has said yet whether what a held list changed may stand: dropped later, the list puts that back too.
  for (const { run_id } of held.rows) await handOnBefore(tx, run_id, run.run_id);
  return row.run_number;
}

/** How rows stood before one run becomes how they stood before the next. */
async function handOnBefore(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update catalog.import_before set run_id = ${to} where run_id = ${from}`.execute(tx);
  await sql`
    update catalog.import_runs r set keeps_before = true, feed_before = o.feed_before
    from catalog.import_runs o where r.run_id = ${to} and o.run_id = ${from}`.execute(tx);
  await sql`update catalog.import_runs set keeps_before = false where run_id = ${from}`.execute(tx);
}

export async function reopenRun(runner: Runner, runId: string): Promise<void> {
  await sql`update catalog.import_runs set state = 'running', finished_at = null, problem = null where run_id = ${runId}`.execute(
    runner,
  );
}

/** How many rows a run has merged: those it wrote, and the others in an unlogged table, which a crash of the database empties. */
export async function seenCount(
  runner: Runner,
  run: { run_id: string; run_number: number },
  feedId: number,
): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    select ((select count(*) from catalog.import_seen where run_id = ${run.run_id})
      + (select count(*) from catalog.listings where feed_id = ${feedId} and gone_at is null and written_run = ${run.run_number}))::float8 as seen`.execute(
    runner,
  );
  return rows[0]?.seen ?? 0;
}

export async function closeRun(
  runner: Runner,
  run: {
    run_id: string;
    state: RunState;
    finished_at: Date;
    problem: string | null;
    ends_bare?: boolean;
  } & RunCounts,
): Promise<void> {
  await sql`
    update catalog.import_runs set state = ${run.state}, finished_at = ${run.finished_at}, problem = ${run.problem},
      rows = ${run.rows}, bytes = ${run.bytes}, added = ${run.added}, changed = ${run.changed},
      unchanged = ${run.unchanged}, gone = ${run.gone}, rejected = ${run.rejected}, ends_bare = ${run.ends_bare ?? false}
    where run_id = ${run.run_id}`.execute(runner);
}

/** A failed run keeps the counts of its last checkpoint, from which it can be gone on with. */
export async function failRun(
  runner: Runner,
  run: { run_id: string; finished_at: Date; problem: string },
): Promise<void> {
  await sql`update catalog.import_runs set state = 'failed', finished_at = ${run.finished_at}, problem = ${run.problem} where run_id = ${run.run_id}`.execute(
    runner,
  );
}

export async function completeFeed(
  tx: Tx,
  feedId: number,
  validRows: number,
  at: Date,
  endsBare = false,
): Promise<void> {
  await sql`update catalog.feeds set last_rows = ${validRows}, last_complete_at = ${at}, ends_bare = ${endsBare} where feed_id = ${feedId}`.execute(
    tx,
  );
}

export async function saveRejects(
  runner: Runner,
  runId: string,
  rejects: readonly (Reject & { row_number: number })[],
): Promise<void> {
  if (rejects.length === 0) return;
  // A run that is taken up again may meet the bad rows around its checkpoint a second time.
  await sql`
    insert into catalog.import_rejects (run_id, row_number, external_id, reason, sample)
    select ${runId}::uuid, r.row_number, r.external_id, r.reason, r.sample
    from jsonb_to_recordset(${JSON.stringify(rejects)}::jsonb) as r(row_number bigint, external_id text, reason text, sample text)
    where not exists (select 1 from catalog.import_rejects k where k.run_id = ${runId} and k.row_number = r.row_number and k.reason = r.reason)`.execute(
    runner,
  );
}

/** Why rows of a run were refused, the most frequent reason first; of the bad rows that are kept. */
export async function readRejectReasons(
  runner: Runner,
  runId: string,
  most: number,
): Promise<{ reason: string; rows: number; example: string | null }[]> {
  const { rows } = await sql<{ reason: string; rows: number; example: string | null }>`
    select reason, count(*)::integer as rows, (array_agg(coalesce(external_id, nullif(sample, '')) order by row_number))[1] as example
    from catalog.import_rejects where run_id = ${runId} group by reason order by count(*) desc, reason limit ${most}`.execute(
    runner,
  );
  return rows;
}

/** Page caches of every process listen to this; it is sent when the transaction is committed. */
export async function notifyPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('tuppence_pages', 'catalog')`.execute(tx);
}
