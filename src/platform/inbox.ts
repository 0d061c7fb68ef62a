/**
 * Everything foreign that is acted on later: networks' reports and postbacks, signed messages of processor and payout
 * providers. A row is stored under its unique key together with the job that acts on it, and only then is anybody answered;
 * told again, it changes nothing. What cannot be settled is parked with its reason and seen.
 */
import { addDays, type Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { definePublicId, newId, sha256 } from "#platform/ids";
import {
  dropSettled,
  findParked,
  findPostbacks,
  findWaiting,
  type InboxName,
  type InboxRow,
  type InboxSource,
  insertInbox,
  listParked,
  listPostbacks,
  lockParked,
  lockWaiting,
  type ParkedRow,
  readParked,
  readSeen,
  reopen,
  type Settled,
  settleInbox,
  takeAlong,
  takeForgotten,
} from "#platform/inbox-store";
import { type JobEntry, type JobSpec, onSchedule } from "#platform/job";
import { addJobs } from "#platform/jobs";
import { INBOX_PARKED, type Metrics } from "#platform/metrics";
import { assert } from "#platform/outcome";
import { storableText } from "#platform/storable-json";

export const inboxId = definePublicId("inbox", "inb");
export type {
  InboxName,
  InboxRow,
  InboxSource,
  InboxState,
  ParkedRow,
  ParkedRows,
  SeenRow,
} from "#platform/inbox-store";

/** Rows of one sweep; the others come next time, and before those. */
const MAX_SWEEP = 1_000;
const DROP_AT_ONCE = 5_000;
/** About a day: from here on a row that still waits is shown to a person. */
const MAX_LOOKS = 12;

/** Who acts on rows of a source, and how. */
export type InboxReader = {
  readonly providers: readonly string[];
  readonly source: InboxSource;
  /** What was done at once by its own job needs no look before. */
  readonly first_look_minutes: number;
  /** The jobs of rows that have just arrived. */
  readonly jobs: (rows: readonly InboxName[]) => JobSpec[];
  /** The job of a row whose job was lost: keyed, so that there is one however often the row is looked at. */
  readonly again: (row: InboxName) => JobSpec;
};

export type Foreign = {
  provider: string;
  source: InboxSource;
  row_key: string;
  /** What makes it another telling of the same key; absent: the key alone. */
  content?: string;
  /** Of signed messages: `raw` is the message, which goes once it was acted on; the rest is what we read of it. */
  payload: unknown;
  said_at: Date;
};

/** A message without a name of its own is named by its bytes. */
export const nameOf = (named: unknown, raw: Buffer): string =>
  typeof named === "string" && named !== "" ? named : sha256(raw).toString("hex");

const LONGEST_KEY = 200;

/** A key as an index can hold it: of one that is longer its hash is a part, so that two that begin alike stay two. */
function keyOf(told: string): string {
  const key = storableText(told);
  return key.length <= LONGEST_KEY ? key : `${key.slice(0, 100).toWellFormed()}#${sha256(key).toString("hex")}`;
}

export type Inbox = ReturnType<typeof createInbox>;

export function createInbox(deps: { database: DatabaseHandle; clock: Clock; keepDays: number }) {
  const { db } = deps.database;
  const readers = new Map<string, InboxReader>();
  const readerOf = ({ provider, source }: { provider: string; source: InboxSource }): InboxReader => {
    const reader = readers.get(`${provider}.${source}`);
    assert(reader, `somebody reads the ${source}s of ${provider}`);
    return reader;
  };
  const lookAt = (reader: InboxReader) => addDays(deps.clock.now(), reader.first_look_minutes / 1_440);

  function jobsOf(rows: readonly InboxName[]): JobSpec[] {
    const byReader = new Map<InboxReader, InboxName[]>();
    for (const row of rows) byReader.set(readerOf(row), [...(byReader.get(readerOf(row)) ?? []), row]);
    return [...byReader].flatMap(([reader, own]) => reader.jobs(own));
  }

  async function dropOld(): Promise<number> {
    const before = addDays(deps.clock.now(), -deps.keepDays);
    for (let sum = 0; ; ) {
      const rows = await dropSettled(db, before, DROP_AT_ONCE);
      sum += rows;
      if (rows < DROP_AT_ONCE) return sum;
    }
  }

  async function sweep(): Promise<number> {
    return deps.database.transaction(async (tx) => {
      // A source that nobody reads any more is none of this version's: its rows are kept, and seen.
      const rows = await takeForgotten(tx, deps.clock.now(), MAX_SWEEP);
      const ours = rows.filter((row) => readers.has(`${row.provider}.${row.source}`));
      await addJobs(
        tx,
        ours.map((row) => readerOf(row).again(row)),
      );
      return rows.length;
    });
  }

  return {
    register(reader: InboxReader): void {
      for (const provider of reader.providers) {
        const name = `${provider}.${reader.source}`;
        assert(!readers.has(name), `${name} has one reader`);
        readers.set(name, reader);
      }
    },
    /** Stores what is new of it, with its jobs. Answers which rows were. */
    async put(tx: Tx, told: readonly Foreign[]): Promise<InboxName[]> {
      const received_at = deps.clock.now();
      const fresh = await insertInbox(
        tx,
        told.map((row) => {
          const { provider, source, payload } = row;
          const row_key = keyOf(row.row_key);
          return {
            ...{ inbox_id: newId("inbox"), provider, source, row_key, payload, received_at },
            content_hash: sha256(row.content ?? row_key).toString("hex"),
            fetched_at: row.said_at,
            next_look_at: lookAt(readerOf(row)),
          };
        }),
      );
      await addJobs(tx, jobsOf(fresh));
      return fresh;
    },
    lock: lockWaiting,
    takeAlong,
    find: (provider: string, rowKey: string): Promise<InboxRow | null> => findWaiting(db, provider, rowKey),
    settle: (tx: Tx, rows: readonly Settled[]): Promise<void> => settleInbox(tx, rows, deps.clock.now()),
    sweep,
    dropOld,
    parked: () => readParked(db, MAX_LOOKS),
    /** How many rows of each provider wait for a person. */
    async countParked(): Promise<Map<string, number>> {
      const sums = new Map<string, number>();
      for (const { provider, rows } of await readParked(db, MAX_LOOKS))
        sums.set(provider, (sums.get(provider) ?? 0) + rows);
      return sums;
    },
    listParked: (most = 200): Promise<ParkedRow[]> => listParked(db, MAX_LOOKS, most),
    /** Of what waits for a person, by the name that its sender gave it. */
    findParked: (rowKey: string, most: number) => findParked(db, MAX_LOOKS, rowKey, most),
    /** As a person reads them, whatever became of them. */
    see: (inboxId: string) => readSeen(db, inboxId),
    listPostbacks: (asked: Parameters<typeof listPostbacks>[1]) => listPostbacks(db, asked),
    findPostbacks: (asked: Parameters<typeof findPostbacks>[1]) => findPostbacks(db, asked),
    /** A person lets a row that waits for them be acted on once more; false when it is none. */
    retry: (inboxId: string): Promise<boolean> =>
      deps.database.transaction(async (tx) => {
        const row = await reopen(tx, inboxId, MAX_LOOKS, addDays(deps.clock.now(), 1 / 144));
        if (row) await addJobs(tx, [readerOf(row).again(row)]);
        return row !== null;
      }),
    /** A person says that nothing follows from a row that waits for them, and why. */
    close: (inboxId: string, reason: string): Promise<boolean> =>
      deps.database.transaction(async (tx) => {
        const parked = await lockParked(tx, inboxId, MAX_LOOKS);
        if (parked) await settleInbox(tx, [{ inbox_id: inboxId, state: "refused", reason }], deps.clock.now());
        return parked;
      }),
    jobs: (): readonly JobEntry[] => [
      onSchedule("inbox.sweep", { every_seconds: 60 }, sweep),
      onSchedule(
        "inbox.drop_old",
        { cron: "19 4 * * *" },
        async ({ log }) => {
          const rows = await dropOld();
          if (rows > 0) log.info({ rows }, "what others told and is no longer kept was dropped");
        },
        { max_attempts: 3 },
      ),
    ],
  };
}

/** Read from the database, so that each process tells the same of all. */
export function registerInboxMetrics(metrics: Metrics, inbox: Pick<Inbox, "parked">): void {
  metrics.read({
    metric: INBOX_PARKED,
    read: async () =>
      (await inbox.parked()).map(({ provider, source, reason, rows }) => ({
        labels: { provider, source, reason },
        value: rows,
      })),
  });
}
