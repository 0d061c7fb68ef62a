/** The PostgreSQL that comes with the product, for a start without any setting. Production sets DATABASE_URL. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { chown, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
import { chooseUser, type DatabaseUser, findPrograms, prepareFiles } from "#platform/embedded-programs";

const PASSWORD = "tuppence-local";

/** `ownerUrl`: who may do everything. `url`: as whom the server works, a role that is made with the first migrations. */
export type LocalPostgres = { ownerUrl: string; url: string; stop(): Promise<void> };

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
    /** Where programs and files lie for a user who may not enter the project's folder. */
    ground?: string;
  } = {},
): Promise<LocalPostgres> {
  const wanted = resolve(folder);
  const database = options.database ?? "tuppence";
  const running = await findRunning(wanted);
  if (running) return { ...addressesOf(running, database), stop: async () => {} };
  const port = options.port ?? (await freePort());
  const user = await chooseUser(wanted);
  const programs = await findPrograms(user, options.ground);
  const directory = await prepareFiles(wanted, user, options.ground);
  if (!existsSync(join(directory, "PG_VERSION"))) await makeCluster(programs.initdb, directory, user);
  else await removeStalePidFile(directory);
  const settings = ["listen_addresses=127.0.0.1", "max_connections=200", "lc_messages=C", ...(options.settings ?? [])];
  const child = spawn(
    programs.postgres,
    ["-D", directory, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...user, cwd: "/", stdio: ["ignore", "ignore", "pipe"] },
  );
  const stop = stopWithUs(child, options.stoppedByUs ?? false);
  await untilReady(child);
  const admin = new pg.Client({ connectionString: addressOf(port, "postgres") });
  await admin.connect();
  const found = await admin.query("select 1 from pg_database where datname = $1", [database]);
  if (found.rowCount === 0) await admin.query(`create database "${database}"`);
  await admin.end();
  return { ...addressesOf(port, database), stop };
}

async function makeCluster(initdb: string, directory: string, user: DatabaseUser | null): Promise<void> {
  // Beside the files, where their user can read it; the folder of the files must be empty.
  const passwordFile = join(dirname(directory), `.password-${randomBytes(6).toString("hex")}`);
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    const args = [`--pgdata=${directory}`, "--username=tuppence", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    const child = spawn(initdb, [...args, "--encoding=UTF8", "--locale=C.UTF-8", "--lc-messages=C"], {
      ...user,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += String(chunk);
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`The database could not be made in ${directory}: ${said.trim()}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function untilReady(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let said = "";
  return new Promise((settle, fail) => {
    child.stderr.on("data", (chunk) => {
      said = (said + String(chunk)).slice(-2_000);
      if (said.includes("ready to accept connections")) settle();
    });
    child.on("error", fail);
    child.on("close", () => fail(new Error(`The database did not start: ${said.trim()}`)));
  });
}

const STOPPING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The server never outlives us. Returns how it is stopped: connections are cut, what was committed is kept. */
function stopWithUs(child: ChildProcess, stoppedByUs: boolean): () => Promise<void> {
  const ended = new Promise<void>((settle) => child.once("exit", () => settle()));
  const interrupt = () => void child.kill("SIGINT");
  const stop = async () => {
    interrupt();
    await ended;
  };
  const atSignal = () => void stop().then(() => process.exit(1));
  process.once("exit", interrupt);
  if (!stoppedByUs) for (const signal of STOPPING) process.once(signal, atSignal);
  void ended.then(() => {
    process.removeListener("exit", interrupt);
    for (const signal of STOPPING) process.removeListener(signal, atSignal);
  });
  return stop;
}

const addressOf = (port: number, database: string, role = "tuppence") =>
  `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`;
const addressesOf = (port: number, database: string) => ({
  ownerUrl: addressOf(port, database),
  url: addressOf(port, database, "tuppence_server"),
});

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
    return realpathSync(where.rows[0]?.data_directory ?? "") === realpathSync(directory) ? port : null;
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

/** Below the range from which systems give ports to connections and to whoever asks for any: nobody is given one of these. */
const PORTS = { from: 20_000, to: 32_000 };
const PORT_TRIES = 50;

/**
 * A port on loopback that is free now, and that nobody else is given while it is not listened on yet: for a minute, or, where it is
 * listened on again and again, as long as this process lives.
 */
export async function freePort(held: "for a minute" | "while we live" = "for a minute"): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if ((await hold(port, held === "for a minute")) && (await isFree(port))) return port;
  }
  throw new Error("no free port was found");
}

/** From when a port is given away until somebody listens on it, in milliseconds. */
const HELD_MS = 60_000;

/** Each port has a mark, far above those that are given away, of a protocol in which it is nobody's number but for a moment. */
export const MARKS_ABOVE = 12_000;

/** Whose mark is taken was given away a moment ago, in whatever process. */
const hold = (port: number, ends: boolean): Promise<boolean> =>
  new Promise((settle) => {
    const mark = createSocket("udp4");
    mark.once("error", () => {
      mark.close();
      settle(false);
    });
    mark.bind({ port: port + MARKS_ABOVE, address: "127.0.0.1", exclusive: true }, () => {
      mark.unref();
      if (ends) setTimeout(() => mark.close(), HELD_MS).unref();
      settle(true);
    });
  });

const isFree = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => settle(true)));
  });
