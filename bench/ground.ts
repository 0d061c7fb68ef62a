/** The ground that benchmarks stand on: one PostgreSQL on its default, durable settings, and databases with our tables. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { systemClock } from "#platform/clock";
import { type DatabaseHandle, openDatabase } from "#platform/database";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { prepareJobs } from "#platform/jobs";
import { createLog } from "#platform/log";
import { readConfig } from "#settings";
import { migrateAll } from "../src/server/prepare-database.ts";
import { makeOpenFolder } from "../test/support/open-folder.ts";

export type Ground = {
  full: boolean;
  folder: string;
  say(text: string): void;
  /** An empty database with all tables of the product. */
  migrated(name: string): Promise<{ handle: DatabaseHandle; url: string }>;
  /** An empty database without any table. */
  bare(name: string): Promise<string>;
  /** The site with its generated catalogue, made once for all who need it. */
  site(): Promise<string>;
  close(): Promise<void>;
};

export const silent = createLog({ level: "silent" });
export const clock = systemClock;
export const configFor = (more: Record<string, string>) =>
  readConfig({
    NODE_ENV: "production",
    RATE_LIMIT_FACTOR: "100000",
    LOG_LEVEL: "error",
    POLL_SECONDS: "86400",
    ...more,
  });

/**
 * Waits until a worker has done what a node of the service does when it comes up, the first count of all figures above all: its schedules
 * have taken their first slots, and nothing of it waits or is in hand (the only attempt of such a job is told as soon as it begins).
 */
export async function untilStarted({ pool }: DatabaseHandle): Promise<void> {
  const started = `select exists (select 1 from platform.schedule_slots) and not exists (
    select 1 from graphile_worker.jobs where locked_at is not null or (run_at <= now() and attempts < max_attempts)) as started`;
  while (!(await pool.query(started)).rows[0].started) await new Promise((wake) => setTimeout(wake, 500));
}

export async function prepareGround(options: {
  full: boolean;
  makeSite(ground: Ground): Promise<string>;
}): Promise<Ground> {
  const folder = await makeOpenFolder("tuppence-bench-");
  const postgres = await startLocalPostgres(join(folder, "data"), { database: "postgres" });
  const opened: DatabaseHandle[] = [];
  let site: Promise<string> | null = null;
  async function create(name: string): Promise<string> {
    const admin = new pg.Client({ connectionString: postgres.ownerUrl });
    await admin.connect();
    await admin.query(`drop database if exists "${name}" with (force)`);
    await admin.query(`create database "${name}"`);
    await admin.end();
    return postgres.ownerUrl.replace(/\/[^/]*$/, `/${name}`);
  }
  const ground: Ground = {
    full: options.full,
    folder,
    say: (text) => console.log(`  ${text}`),
    bare: create,
    async migrated(name) {
      const url = await create(name);
      const handle = openDatabase({ url, connections: 20, log: silent });
      opened.push(handle);
      await migrateAll(handle);
      await prepareJobs(handle);
      return { handle, url };
    },
    site() {
      site ??= options.makeSite(ground);
      return site;
    },
    async close() {
      for (const handle of opened) await handle.close().catch(() => {});
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return ground;
}
