/** What operators do about feeds: ask for one now, hold it, and take its last import back. */
import { done, type Outcome, refused } from "#platform/outcome";
import { withFeedLock } from "./feed-lock.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { scheduleFeeds } from "./import-feed.ts";
import { comesByItself } from "./list-feeds.ts";
import { putBackList } from "./put-back-list.ts";
import { settleIn } from "./refresh-catalog.ts";
import { holdRates, refreshRates } from "./refresh-rates.ts";
import type { PutBack } from "./store/import-before.ts";
import {
  type FeedFacts,
  holdFeed,
  keepFeedEntry,
  lastChange,
  markRolledBack,
  readFeedFacts,
  releaseFeed,
} from "./store/operator-feeds.ts";

type By = { by: string; reason: string };
export type FeedRefusal =
  | "unknown_feed"
  | "by_hand"
  | "held"
  | "not_held"
  | "busy"
  | "products"
  | "nothing"
  | "not_kept";

async function openFeed(deps: ImportDeps, feedName: string): Promise<Outcome<FeedFacts, "unknown_feed" | "by_hand">> {
  const feed = await readFeedFacts(deps.database.db, feedName);
  if (!feed) return refused("unknown_feed");
  return comesByItself(feed) ? done(feed) : refused("by_hand");
}

/** Adds its job; the schedule goes on as it does. */
export async function runFeedNow(
  deps: ImportDeps,
  wish: By & { feed_name: string },
): Promise<Outcome<null, FeedRefusal>> {
  const found = await openFeed(deps, wish.feed_name);
  if (!found.ok) return found;
  if (found.value.held_at) return refused("held");
  await scheduleFeeds(deps, [found.value]);
  const entry = { at: deps.clock.now(), by: wish.by, what: "asked for now", reason: wish.reason };
  await deps.database.transaction((tx) => keepFeedEntry(tx, found.value.feed_id, entry));
  return done(null);
}

/** Twice is the same as once. */
export async function holdFeedNow(
  deps: ImportDeps,
  wish: By & { feed_name: string },
): Promise<Outcome<null, FeedRefusal>> {
  const found = await openFeed(deps, wish.feed_name);
  if (!found.ok) return found;
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if (await holdFeed(tx, found.value.feed_id, wish.by, at))
      await keepFeedEntry(tx, found.value.feed_id, { at, by: wish.by, what: "held", reason: wish.reason });
  });
  return done(null);
}

export async function releaseFeedNow(
  deps: ImportDeps,
  wish: By & { feed_name: string },
): Promise<Outcome<null, FeedRefusal>> {
  const found = await openFeed(deps, wish.feed_name);
  if (!found.ok) return found;
  return deps.database.transaction(async (tx) => {
    if (!(await releaseFeed(tx, found.value.feed_id))) return refused("not_held");
    const entry = { at: deps.clock.now(), by: wish.by, what: "goes on", reason: wish.reason };
    await keepFeedEntry(tx, found.value.feed_id, entry);
    return done(null);
  });
}

/**
 * What the last import that changed something brought goes, what it changed or took away is as it was, and the feed is held, or its next
 * import would do the same again. Of products only a part of what was is kept, so that theirs are not taken back.
 */
export async function rollBackImport(
  deps: ImportDeps,
  wish: By & { feed_name: string },
): Promise<Outcome<PutBack, FeedRefusal>> {
  const feed = await readFeedFacts(deps.database.db, wish.feed_name);
  if (!feed) return refused("unknown_feed");
  const { kind } = feed;
  if (kind === "products") return refused("products");
  const answer = await withFeedLock(deps.database, feed.feed_id, () =>
    deps.database.transaction(async (tx): Promise<Outcome<PutBack, FeedRefusal>> => {
      await holdRates(tx);
      const run = await lastChange(tx, feed.feed_id);
      if (!run) return refused("nothing");
      if (!run.keeps_before) return refused("not_kept");
      const now = deps.clock.now();
      const put = await putBackList(tx, deps, { ...run, kind }, now);
      await markRolledBack(tx, run, wish.by);
      await holdFeed(tx, feed.feed_id, wish.by, now);
      await keepFeedEntry(tx, feed.feed_id, {
        ...{ at: now, by: wish.by, reason: wish.reason },
        what: `import of ${run.started_at.toISOString().slice(0, 16).replace("T", " ")} UTC taken back, and held`,
      });
      const { programmes, ...counts } = put;
      await refreshRates(tx, programmes);
      await settleIn(tx, deps, { changed: true, products: programmes.length > 0, rates: false }, feed.feed_name);
      return done(counts);
    }),
  );
  return answer ?? refused("busy");
}
