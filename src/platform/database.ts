/** PostgreSQL: one pool, and transactions on it. */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Clock } from "#platform/clock";
import type { Log } from "#platform/log";
import type { Question, Runner } from "#platform/sql";
import { listText } from "#platform/statements";

/**
 * Whole numbers of 64 bits are money: they must never pass through a float. Set per pool, because the job library reads
 * its own ids through the same driver and expects them as they come.
 */
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.INT8]: (value) => BigInt(value),
  [pg.types.builtins.DATE]: (value) => value,
};
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format),
};

declare const transactional: unique symbol;
/** Whoever can be asked, where it need not be a transaction. */
export type Database = Runner;
/** What a verb opens and passes on as its first argument. */
export type Tx = Database & { readonly [transactional]: true };

const moments = new WeakMap<Tx, Date>();
/**
 * The one instant of a transaction. What money did and the row that says so carry the same, however long a lock was waited for
 * between them: a month that ends in that while has both or neither. Several callers who share a transaction share its clock.
 */
export function momentOf(tx: Tx, clock: Clock): Date {
  const known = moments.get(tx);
  if (known) return known;
  const now = clock.now();
  moments.set(tx, now);
  return now;
}

export type DatabaseHandle = {
  db: Database;
  pool: pg.Pool;
  /** Connections of the job library, with the driver's own readings. */
  jobsPool: pg.Pool;
  /** Opens a transaction; a serialisation failure or deadlock is tried again, as PostgreSQL asks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction in which all that is read is of one moment. Another may be opened inside, on a connection of its own. */
  momentary<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The worker fetches and completes in batches, so that few are enough. */
const JOB_CONNECTIONS = 4;

/** So long may a connection be silent before the other end is asked whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Which transaction the running code is inside of. Code that goes on after its end is inside of none. */
const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Who asks for a second connection inside a transaction waits for one that the others hold, who wait for theirs: a pool of
 * ten and ten such callers stand still. Tests look for it everywhere; a verb that is called inside passes `tx` on.
 */
function forbidSecondConnection(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown;
  pool.connect = ((...parameters: unknown[]) => {
    if (inside.getStore()?.open) throw new Error("a second connection inside a transaction: pass tx on");
    return connect(...parameters);
  }) as typeof pool.connect;
}

/** For tests that play another process while their own transaction is open. */
export const likeAnotherProcess = <T>(work: () => Promise<T>): Promise<T> => inside.run({ open: false }, work);

export function openDatabase(options: { url: string; connections: number; log: Log }): DatabaseHandle {
  const connect = (connections: number, more: object) =>
    new pg.Pool({
      connectionString: options.url,
      max: connections,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // A connection that only listens never learns by itself that the other end is gone without a word.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: "tuppence",
      ...more,
    });
  const pool = connect(options.connections, { types });
  const jobsPool = connect(JOB_CONNECTIONS, {});
  // A connection that dies while idle must not take the process with it; the next query opens a new one.
  let closing = false;
  const lost = (error: Error) => {
    if (!closing) options.log.warn({ err: error }, "a database connection was lost");
  };
  for (const one of [pool, jobsPool]) {
    one.on("error", lost);
    one.on("connect", (client) => client.on("error", lost));
  }
  if (process.env.NODE_ENV === "test") forbidSecondConnection(pool);
  return {
    db: {
      async ask(question) {
        const client = await pool.connect();
        try {
          return await runnerOf(client).ask(question);
        } finally {
          client.release();
        }
      },
    },
    pool,
    jobsPool,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTransaction(pool, "begin", async (tx) => {
            const here = { open: true };
            try {
              return await inside.run(here, () => work(tx));
            } finally {
              here.open = false;
            }
          });
        } catch (error) {
          if (attempt >= 5 || !isRetryable(error)) throw error;
        }
      }
    },
    momentary: (work) => inTransaction(pool, "begin isolation level repeatable read", work),
    async close() {
      closing = true;
      await pool.end();
      await jobsPool.end();
    },
  };
}

const runnerOf = (client: pg.ClientBase): Runner => ({
  async ask<Row>({ text, values, name }: Question) {
    const { rows, rowCount } = await client.query({
      ...(name !== undefined && { name }),
      text,
      values: values.map((value) => (Array.isArray(value) ? listText(value) : value)),
    });
    // What a row is says whoever writes the statement.
    return { rows: rows as Row[], rowCount: rowCount ?? 0 };
  },
});

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const runner = runnerOf(client);
  let [open, usable] = [true, true];
  const tx: Runner = {
    ask: async (question) => {
      // The connection is somebody else's by then.
      if (!open) throw new Error("asked in a transaction that has ended");
      return runner.ask(question);
    },
  };
  try {
    await client.query(begin);
    try {
      // `Tx` is branded: only here is one made.
      const result = await work(tx as Tx);
      open = false;
      await client.query("commit");
      return result;
    } catch (error) {
      open = false;
      // Whose end cannot be told is closed, and with it ends the transaction.
      await client.query("rollback").catch(() => {
        usable = false;
      });
      throw error;
    }
  } finally {
    client.release(!usable);
  }
}

/** PostgreSQL ended this one of several that waited for each other, or saw what could not be: the same again may work. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01");

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "53300",
]);
/** The driver names a lost connection by its words alone. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)/;

/** The database is away, starting, stopping or full: the same may work later, and nobody's input is at fault. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (UNREACHABLE.has((error as { code?: string }).code ?? "") || LOST.test(error.message));

/** A row is at fault, and not the database: PostgreSQL's classes of data exceptions and of broken constraints. */
export const isRowAtFault = (error: unknown): boolean =>
  error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? "");

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === "23505" &&
  (constraint === undefined || error.constraint === constraint);
