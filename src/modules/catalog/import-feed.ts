/** Imports one feed by its name. One run of a feed at a time, in the whole system; expected failures are reports. */
import { stopwatch } from "#platform/clock";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { decideBeside } from "./decide-programmes.ts";
import { withFeedLock } from "./feed-lock.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importOffers } from "./import-offers.ts";
import { importProducts } from "./import-products.ts";
import { importProgrammes } from "./import-programmes.ts";
import { tellProgress } from "./import-progress.ts";
import { FeedChangedError, type OpenRun, type RunResult } from "./import-run.ts";
import { IMPORT_FEED } from "./job-kinds.ts";
import { listFeeds } from "./list-feeds.ts";
import { readDueTerms } from "./read-awin-terms.ts";
import { nothingPending, settlePending } from "./refresh-catalog.ts";
import { type FeedRow, failRun, openRun, reopenRun, saveFeed, seenCount, unfinishedRun } from "./store/imports.ts";

const RESUME_HOURS = 24;

export async function importFeed(
  deps: ImportDeps,
  feedName: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const known = (await listFeeds(deps)).find((feed) => feed.feed_name === feedName);
  if (!known) return failure(feedName, `no feed is called ${feedName}`);
  if (known.kind === "products" && known.address === null)
    return failure(feedName, "this feed is read from a file: npm run import -- <file> --store <name>");
  if (known.held_at) return { ...failure(feedName, "a person holds this feed"), state: "busy" };
  const feed = known.feed_id > 0 ? known : await saveFeed(deps.database.db, known);
  const importer = { programmes: importProgrammes, offers: importOffers, products: importProducts }[feed.kind];
  return importInto(deps, feed, options, (run) => importer(deps, run, options), { resume: feed.kind === "products" });
}

/**
 * Runs an importer for a feed, with all that goes around it. `resume`: a run that was interrupted goes on; not with files, since
 * whoever hands in a second one may have mended the first.
 */
export async function importInto(
  deps: ImportDeps,
  feed: FeedRow,
  options: ImportOptions,
  importer: (run: OpenRun) => Promise<RunResult>,
  { resume }: { resume: boolean } = { resume: false },
): Promise<ImportReport> {
  return (
    (await withFeedLock(deps.database, feed.feed_id, () => runFeed(deps, feed, options, importer, resume))) ?? {
      ...failure(feed.feed_name, "another process is importing this feed"),
      state: "busy",
    }
  );
}

/** As many as a first look wants; the rest comes with the schedule, as calls are left. */
const TERMS_AT_ONCE = 50;

/** Whether rates changed by it. */
async function afterProgrammes(deps: ImportDeps, feed: FeedRow): Promise<boolean> {
  let changed = false;
  if (feed.network === "awin")
    await readDueTerms(deps, TERMS_AT_ONCE).then(
      (terms) => {
        changed = terms.rates_changed;
      },
      (error) => deps.log.warn({ err: error }, "terms of programmes could not be read; the schedule asks again"),
    );
  return (await decideBeside(deps)) || changed;
}

async function runFeed(
  deps: ImportDeps,
  feed: FeedRow,
  options: ImportOptions,
  importer: (run: OpenRun) => Promise<RunResult>,
  resume: boolean,
): Promise<ImportReport> {
  const started = stopwatch();
  let run = await openOrResume(deps, feed, resume);
  const resumed_at = run.skip_rows > 0 ? run.skip_rows : null;
  try {
    let result: RunResult;
    try {
      result = await importer(run);
    } catch (error) {
      if (!(error instanceof FeedChangedError)) throw error;
      run = await openNew(deps, feed);
      result = await importer(run);
    }
    const pending = options.pending ?? nothingPending();
    if (feed.kind === "programmes" && (await afterProgrammes(deps, feed))) pending.rates = true;
    if (result.added + result.changed + result.gone > 0) {
      pending.changed = true;
      pending.products ||= feed.kind === "products";
    }
    if (!options.pending) await settlePending(deps, pending, feed.feed_name);
    tellProgress(options, feed.feed_name, result, started, run.skip_rows, true);
    const told = {
      complete: "feed imported",
      short: "a feed was short; nothing was retired",
      held: "a feed lacks much of what it had; a person decides with `npm run desk -- imports`",
    }[result.state];
    deps.log[result.problem ? "warn" : "info"](
      {
        feed: feed.feed_name,
        rows: result.rows,
        added: result.added,
        changed: result.changed,
        gone: result.gone,
        rejected: result.rejected,
        problem: result.problem,
      },
      told,
    );
    return {
      feed_name: feed.feed_name,
      run_id: run.run_id,
      ...result,
      resumed_at,
      seconds: (stopwatch() - started) / 1_000,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    deps.log.warn({ err: error, feed: feed.feed_name }, "a feed could not be imported; what was there stays");
    await failRun(deps.database.db, {
      run_id: run.run_id,
      finished_at: deps.clock.now(),
      problem: problem.slice(0, 500),
      // With the database away the run stays open: the next one finds it unfinished and goes on from its checkpoint.
    }).catch((away) => deps.log.warn({ err: away }, "the end of an import could not be written down"));
    return {
      ...failure(feed.feed_name, problem),
      run_id: run.run_id,
      resumed_at,
      seconds: (stopwatch() - started) / 1_000,
    };
  }
}

async function openOrResume(deps: ImportDeps, feed: FeedRow, resume: boolean): Promise<OpenRun> {
  if (resume) {
    const since = new Date(deps.clock.now().getTime() - RESUME_HOURS * 3_600_000);
    const old = await unfinishedRun(deps.database.db, feed.feed_id, since);
    // What a run has seen lies in an unlogged table: when it was emptied, the run's merges are kept but seen anew.
    if (old && (await seenCount(deps.database.db, old, feed.feed_id)) + old.rejected >= old.checkpoint_rows) {
      await reopenRun(deps.database.db, old.run_id);
      const { run_id, run_number, checkpoint_rows, checkpoint_sum } = old;
      return { run_id, run_number, feed, skip_rows: checkpoint_rows, skip_sum: checkpoint_sum, before: old };
    }
  }
  return openNew(deps, feed);
}

async function openNew(deps: ImportDeps, feed: FeedRow): Promise<OpenRun> {
  const run_id = newId("run");
  const run_number = await deps.database.transaction((tx) =>
    openRun(tx, { run_id, feed_id: feed.feed_id, started_at: deps.clock.now() }),
  );
  return { run_id, run_number, feed, skip_rows: 0, skip_sum: 0, before: null };
}

/**
 * Adds a job for each feed; the key keeps one job waiting for each, however often it is asked for. They wait in two rows, so
 * that two are read at a time: more would keep pages and all other jobs waiting for as long as the longest feed takes.
 */
export async function scheduleFeeds(
  deps: ImportDeps,
  feeds: readonly Pick<FeedRow, "feed_name" | "kind">[],
): Promise<void> {
  await addJobs(
    deps.database.db,
    feeds.map(({ feed_name, kind }) =>
      IMPORT_FEED.with(
        { feed_name },
        { queue: kind === "products" ? "catalog.products" : "catalog.programmes_and_offers" },
      ),
    ),
  );
}

const failure = (feed_name: string, problem: string): ImportReport => ({
  feed_name,
  run_id: null,
  state: "failed",
  rows: 0,
  bytes: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  gone: 0,
  rejected: 0,
  resumed_at: null,
  seconds: 0,
  problem,
  warnings: [],
});
