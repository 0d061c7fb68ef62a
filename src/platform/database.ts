/** PostgreSQL: one pool, Kysely for the `sql` tag, transactions and migrations, plain SQL migrations per module. */
import { AsyncLocalStorage } from "node:async_hooks";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Clock } from "#platform/clock";
import type { Log } from "#platform/log";
import { dressPool } from "#platform/statements";

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
/** A query runner that cannot be mistaken for a transaction. */
export type Database = Kysely<Record<string, never>>;
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
  close(): Promise<void>;
};

/** The worker fetches and completes in batches, so that few are enough. */
const JOB_CONNECTIONS = 4;

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
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool: dressPool(pool) }) });
  return {
    db,
    pool,
    jobsPool,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          // The brand of `Tx` says that it came from here.
          return await db.transaction().execute(async (tx) => {
            const here = { open: true };
            try {
              // `Tx` is branded: only here is one made.
              return await inside.run(here, () => work(tx as unknown as Tx));
            } finally {
              here.open = false;
            }
          });
        } catch (error) {
          if (attempt >= 5 || !isRetryable(error)) throw error;
        }
      }
    },
    async close() {
      closing = true;
      await db.destroy();
      await jobsPool.end();
    },
  };
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

export const PLATFORM_MIGRATIONS = join(import.meta.dirname, "migrations");

/** Every migration of all modules. `order`: the places by which databases know them. */
async function findMigrations(modulesDirectory: string, order: readonly string[]): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {};
  // What belongs to no module comes before all of them.
  const places = [
    { place: "pp", module: "platform", folder: PLATFORM_MIGRATIONS },
    ...order.map((module, place) => ({
      place: String(place).padStart(2, "0"),
      module,
      folder: join(modulesDirectory, module, "migrations"),
    })),
  ];
  for (const { place, module, folder } of places) {
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter((name) => name.endsWith(".sql")).sort()) {
      const text = await readFile(join(folder, file), "utf8");
      // The number of a migration comes first, so that a later module's first migration never precedes what it needs.
      const number = file.slice(0, 4);
      found[`${number}-${place}-${module}-${file.slice(5, -4)}`] = {
        up: (runner) =>
          sql
            .raw(text)
            .execute(runner)
            .then(() => undefined),
      };
    }
  }
  return found;
}

/** Names of migrations that have not run, for who may only look. */
export async function missingMigrations(
  handle: DatabaseHandle,
  modulesDirectory: string,
  order: readonly string[],
): Promise<string[]> {
  const found = await findMigrations(modulesDirectory, order);
  const run = await sql<{ name: string }>`select name from platform.kysely_migration`.execute(handle.db);
  const done = new Set(run.rows.map((row) => row.name));
  return Object.keys(found).filter((name) => !done.has(name));
}

/** Runs every migration that is missing. Forward only. */
export async function migrate(
  handle: DatabaseHandle,
  modulesDirectory: string,
  order: readonly string[],
): Promise<string[]> {
  const found = await findMigrations(modulesDirectory, order);
  await sql`create schema if not exists platform`.execute(handle.db);
  const migrator = new Migrator({
    db: handle.db,
    provider: { getMigrations: async () => found },
    migrationTableSchema: "platform",
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
