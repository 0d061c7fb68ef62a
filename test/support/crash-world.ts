/**
 * The world of the crash test: a PostgreSQL with production's own durable settings, the sandbox, and the real server in
 * a process that is killed and started again on the same port.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#platform/clock";
import { type DatabaseHandle, openDatabase } from "#platform/database";
import { freePort, startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { readConfig } from "#settings";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { prepareDatabase } from "../../src/server/prepare-database.ts";
import { type Wired, wire } from "../../src/server/wiring.ts";
import { toldMember } from "./account-calls.ts";
import { makeOpenFolder } from "./open-folder.ts";

export const PASSWORD = "copper penny passbook";
export type Shopper = { name: string; user_id: string; email: string; cookie: string };
export type LogLine = { level: number; msg?: string; err?: { message?: string } };

/** Figures that follow from a seed, so that a failure can be repeated: CRASH_SEED=<seed>. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (most: number) => Math.floor(next() * most),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}
export type Chance = ReturnType<typeof seeded>;

export const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

const SWEEP_MINUTES = 15;

export type CrashWorld = Awaited<ReturnType<typeof createCrashWorld>>;

export async function createCrashWorld() {
  const folder = await makeOpenFolder("tuppence-crash-");
  const data = join(folder, "data");
  const databasePort = await freePort();
  // No settings: fsync, synchronous commit and full page writes are what a production server has.
  let postgres = await startLocalPostgres(data, { port: databasePort });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: null,
    productUrl: url,
    payoutDelayMs: 50,
    retryDelaysMs: [150, 300, 600, ...Array.from({ length: 24 }, () => 1_200)],
  });
  const environment = {
    NODE_ENV: "test",
    // Seals of a database that a developer keeps beside this one are not this one's.
    DATA_DIR: join(tmpdir(), `tuppence-${randomUUID()}`),
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: postgres.url,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    IMAP_HOSTS: `mailbox.example=imap://127.0.0.1:${sandbox.imapPort}`,
    APNS_URL: `http://127.0.0.1:${sandbox.apnsPort}`,
    MAIL_DNS_SERVERS: `127.0.0.1:${sandbox.namesPort}`,
    RATE_LIMIT_FACTOR: "10000",
    POLL_SECONDS: "86400",
  };

  // The catalogue: the programmes of all networks, once, through the importers.
  const log = createLog({ level: "silent" });
  const database: DatabaseHandle = openDatabase({ url: postgres.url, connections: 6, log });
  await prepareDatabase({ url: postgres.url, ownerUrl: postgres.ownerUrl, log });
  const wired: Wired = await wire({ config: readConfig(environment), clock: systemClock, log, database });
  for (const network of ["impact", "cj", "awin"]) {
    const report = await wired.catalog.importFeed(`${network}.programmes`);
    if (report.state !== "complete") throw new Error(`${network}: ${report.problem}`);
  }

  // The same services some minutes later: what is swept up by schedule then can be swept up without waiting.
  const later: Wired = await wire({
    config: readConfig(environment),
    clock: { now: () => new Date(Date.now() + SWEEP_MINUTES * 60_000) },
    log,
    database,
  });

  const lines: LogLine[] = [];
  let child: ChildProcess | null = null;

  /** Starts the server; settles when it listens, or when it was killed before. */
  async function start(more: Record<string, string> = {}): Promise<boolean> {
    const started = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "test/support/crash-server.ts"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment, LOG_LEVEL: "warn", NODE_COMPILE_CACHE: join(folder, "compiled"), ...more },
    });
    child = started;
    let rest = "";
    return new Promise((settle, fail) => {
      let ready = false;
      started.stdout?.on("data", (chunk) => {
        const parts = (rest + String(chunk)).split("\n");
        rest = parts.pop() ?? "";
        for (const part of parts) {
          if (!part.startsWith("{")) continue;
          const line = JSON.parse(part) as LogLine & { ready?: string };
          if (!line.ready) lines.push(line);
          else {
            ready = true;
            settle(true);
          }
        }
      });
      started.stderr?.on("data", (chunk) => lines.push({ level: 60, msg: String(chunk) }));
      started.on("exit", (code, signal) => {
        if (ready || signal === "SIGKILL") settle(false);
        else fail(new Error(`the server ended with ${code ?? signal}: ${JSON.stringify(lines.slice(-5))}`));
      });
    });
  }

  async function end(signal: "SIGKILL" | "SIGTERM") {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((settle) => ending.once("exit", settle));
    ending.kill(signal);
    await gone;
  }

  async function control<T = unknown>(path: string, json?: unknown): Promise<{ status: number; body: T }> {
    const response = await fetch(
      `${sandbox.url}/control${path}`,
      json === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(json) },
    );
    return { status: response.status, body: (await response.json()) as T };
  }

  return {
    url,
    wired,
    database,
    lines,
    control,
    start,
    /** What the schedules of the next minutes do for work whose job was lost. Returns how many rows of the inbox that was. */
    async sweep(): Promise<number> {
      await later.payouts.sweep();
      return later.inbox.sweep();
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    /** Registers through the real call; the cookies are what a browser would keep. */
    async register(name: string): Promise<Shopper> {
      const email = `${name.toLowerCase()}@example.com`;
      const response = await fetch(`${url}/api/web/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, email, password: PASSWORD, password_confirmation: PASSWORD }),
      });
      const body = (await response.json()) as { user?: { user_id: string } };
      if (!body.user) throw new Error(`${response.status} ${JSON.stringify(body)}`);
      return {
        name,
        email,
        user_id: toldMember(body.user),
        cookie: response.headers
          .getSetCookie()
          .map((line) => line.split(";")[0])
          .join("; "),
      };
    },
    /** `crash`: no checkpoint, and recovery from its log at the next start. `stop`: as an operator stops it, connections cut. */
    async stopDatabase(how: "crash" | "stop") {
      const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
      process.kill(pid, how === "crash" ? "SIGQUIT" : "SIGINT");
      while (await alive(pid)) await sleep(20);
    },
    async startDatabase() {
      postgres = await startLocalPostgres(data, { port: databasePort });
    },
    async close() {
      await end("SIGKILL");
      await wired.cashback.close();
      wired.notifications.close();
      later.notifications.close();
      await database.close();
      await sandbox.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function alive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
