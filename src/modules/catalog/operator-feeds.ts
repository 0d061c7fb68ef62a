/** What operators see and do of feeds: each run with its report and its bad rows, one more run, a hold, and the last one taken back. */
import type { Database } from "#platform/database";
import type { ActRefusal, ObjectLink, OperatorAct, OperatorList, OperatorObject, Told } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CatalogDesk } from "./desk.ts";
import type { FeedKind } from "./feeds/feed.types.ts";
import { runId } from "./ids.ts";
import type { FeedRefusal } from "./roll-back-import.ts";
import { RUN_STATES, readRejectReasons } from "./store/imports.ts";
import * as store from "./store/operator-feeds.ts";

const KINDS: readonly FeedKind[] = ["programmes", "offers", "products"];
const SHOWN = { runs: 20, reasons: 20, rows: 100 };

const WHY: Partial<Record<FeedRefusal, string>> = {
  by_hand: "Its files are handed in by a person: no schedule asks for it.",
  held: "It is held: let it go on first.",
  not_held: "Nobody holds it.",
  busy: "It is being imported: ask again when that has ended.",
  products:
    "Of products only a part of what they were is kept, so that they cannot be put back exactly. Hold the feed, and let a right one come.",
  nothing: "No import of it changed anything that could be taken back.",
  not_kept: "Before its last import nothing was kept of how things were: that is too long ago.",
};

const whole = (count: number): string => count.toLocaleString("en-US");
const feedLink = (row: store.FeedFacts): ObjectLink => ({
  kind: "feed",
  id: row.feed_name,
  line: `${row.feed_name}${row.held_at ? ", held" : ""}`,
});
const stateOf = ({ state }: store.RunFacts): string => state.replaceAll("_", " ");
const reportOf = (row: store.RunFacts): string =>
  `${whole(row.rows)} rows: ${whole(row.added)} new, ${whole(row.changed)} changed, ${whole(row.gone)} gone, ${whole(row.rejected)} refused`;
const runLink = (row: store.RunFacts): ObjectLink => ({
  kind: "import run",
  id: runId.show(row.run_id),
  line: `${row.feed_name}, ${stateOf(row)}: ${reportOf(row)}`,
});

function feedActs(desk: CatalogDesk): readonly OperatorAct[] {
  const answer = <Value>(
    outcome: Outcome<Value, FeedRefusal>,
    words: (value: Value) => string,
  ): Outcome<string, ActRefusal> =>
    outcome.ok
      ? done(words(outcome.value))
      : outcome.code === "unknown_feed"
        ? refused("unknown")
        : refused("not_possible", { why: WHY[outcome.code] ?? "" });
  const wish = (feed_name: string, { by, reason }: Told) => ({ feed_name, by, reason });
  return [
    {
      name: "run",
      what: "It is imported as soon as a worker is free.",
      permission: "imports.decide",
      atOnce: true,
      reason: false,
      run: async (id, told) =>
        answer(await desk.runFeed(wish(id, told)), () => "It is imported as soon as a worker is free."),
    },
    {
      name: "hold",
      what: "It is not imported until somebody lets it go on; what it brought stays.",
      permission: "imports.decide",
      atOnce: true,
      reason: true,
      run: async (id, told) => answer(await desk.holdFeed(wish(id, told)), () => "It is held."),
    },
    {
      name: "go on",
      what: "It is imported again, by its schedule.",
      permission: "imports.decide",
      atOnce: true,
      reason: false,
      run: async (id, told) => answer(await desk.releaseFeed(wish(id, told)), () => "It goes on by its schedule."),
    },
    {
      name: "roll back",
      what: "What its last import brought goes, what that changed or took away is as it was, and the feed is held until somebody lets it go on.",
      permission: "imports.decide",
      atOnce: true,
      reason: true,
      run: async (id, told) =>
        answer(
          await desk.rollBackImport(wish(id, told)),
          ({ brought, changed }) =>
            `Taken back: ${brought} that it brought are gone, ${changed} are as they were. The feed is held.`,
        ),
    },
  ];
}

const feedObject = (db: Database, desk: CatalogDesk): OperatorObject => ({
  kind: "feed",
  permission: "catalog.see",
  search: async (text, most) => (text.length < 3 ? [] : (await store.findFeeds(db, text, most)).map(feedLink)),
  async show(id) {
    const row = await store.readFeedFacts(db, id);
    if (!row) return null;
    const runs = await store.listRunFacts(db, {
      feed_id: row.feed_id,
      kind: null,
      state: null,
      after: null,
      most: SHOWN.runs,
    });
    const history = await store.readFeedHistory(db, row.feed_id);
    return {
      facts: known({
        brings: row.kind === "programmes" ? "programs" : row.kind,
        network: row.network,
        address: row.address,
        "counted when it was whole": row.last_rows !== null && whole(row.last_rows),
        "last whole": row.last_complete_at,
        held: row.held_at,
      }),
      timeline: [
        ...runs.map((run) => ({ at: run.started_at, what: `${stateOf(run)}: ${reportOf(run)}`, by: "import" })),
        ...history.map(({ at, by, what, reason }) => ({ at, by, what: reason ? `${what}: ${reason}` : what })),
      ].toSorted((one, other) => +one.at - +other.at),
      links: [
        ...(row.store ? [{ kind: "store", id: row.store, line: "the store whose goods these are" }] : []),
        ...runs.map(runLink),
      ],
    };
  },
  acts: feedActs(desk),
});

const runObject = (db: Database): OperatorObject => ({
  kind: "import run",
  permission: "catalog.see",
  async search(text) {
    const id = runId.read(text);
    const row = id && (await store.readRunFacts(db, id));
    return row ? [runLink(row)] : [];
  },
  async show(shown) {
    const id = runId.read(shown);
    const row = id && (await store.readRunFacts(db, id));
    if (!row) return null;
    const reasons = await readRejectReasons(db, row.run_id, SHOWN.reasons);
    const rows = await store.readRefusedRows(db, row.run_id, SHOWN.rows);
    return {
      facts: {
        ...known({
          feed: row.feed_name,
          state: stateOf(row),
          problem: row.problem,
          rows: whole(row.rows),
          new: whole(row.added),
          changed: whole(row.changed),
          unchanged: whole(row.unchanged),
          gone: whole(row.gone),
          refused: whole(row.rejected),
          bytes: whole(row.bytes),
          "can be taken back": row.keeps_before && "yes, when it is the last that changed something",
        }),
        ...Object.fromEntries(reasons.map((one, n) => [`reason ${n + 1}`, `${one.rows} × ${one.reason}`])),
        ...Object.fromEntries(
          rows.map((one) => [
            `row ${one.row_number}`,
            `${one.external_id ?? "no id"}: ${one.reason}${one.sample ? ` (${one.sample.slice(0, 80)})` : ""}`,
          ]),
        ),
      },
      timeline: [
        { at: row.started_at, what: "began", by: "import" },
        ...(row.finished_at ? [{ at: row.finished_at, what: stateOf(row), by: row.decided_by ?? "import" }] : []),
      ],
      links: [{ kind: "feed", id: row.feed_name, line: "the feed that it read" }],
    };
  },
});

export const feedObjects = (db: Database, desk: CatalogDesk): readonly OperatorObject[] => [
  feedObject(db, desk),
  runObject(db),
];

export const feedLists = (db: Database): readonly OperatorList[] => [
  {
    name: "feeds",
    what: "Where programs, coupons and products come from",
    empty: "A feed stands here from its first import on: npm run import, or wait for the schedule.",
    permission: "catalog.see",
    filters: [
      { name: "brings", values: ["all", ...KINDS] },
      { name: "held", values: ["all", "yes"] },
    ],
    async read({ filters, after, most }) {
      const rows = await store.listFeedFacts(db, {
        ...{ kind: readFilter(filters.brings, KINDS), held: filters.held === "yes", after, most },
      });
      return {
        rows: rows.map((row) => ({
          ...feedLink(row),
          facts: known({
            feed: row.feed_name,
            held: row.held_at,
            brings: row.kind === "programmes" ? "programs" : row.kind,
            counted: row.last_rows !== null && whole(row.last_rows),
            "last whole": row.last_complete_at,
          }),
        })),
        after: rows.length === most ? (rows.at(-1)?.feed_name ?? null) : null,
      };
    },
  },
  {
    name: "imports",
    what: "Every import with its report, newest first",
    empty: "Nothing was imported yet: npm run import, or wait for the schedule.",
    permission: "catalog.see",
    filters: [
      { name: "brings", values: ["all", ...KINDS] },
      { name: "state", values: ["all", ...RUN_STATES] },
    ],
    async read({ filters, after, most }) {
      const rows = await store.listRunFacts(db, {
        kind: readFilter(filters.brings, KINDS),
        state: readFilter(filters.state, RUN_STATES),
        after: readPlace(after, runId),
        most,
      });
      return {
        rows: rows.map((row) => ({
          ...runLink(row),
          facts: known({
            feed: row.feed_name,
            began: row.started_at,
            state: stateOf(row),
            report: reportOf(row),
            problem: row.problem,
          }),
        })),
        after: placeAfter(rows, most, ({ started_at, run_id }) => ({ at: started_at, shown: runId.show(run_id) })),
      };
    },
  },
];
