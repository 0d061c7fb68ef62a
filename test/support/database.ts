/**
 * Real databases for tests: one PostgreSQL for the whole run, one migrated template, one clone for each test file (about
 * 30 ms). Nothing is mocked.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type DatabaseHandle, openDatabase, PLATFORM_MIGRATIONS } from "#platform/database";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { MODULES } from "../../src/modules/order.ts";
import { prepareDatabase } from "../../src/server/prepare-database.ts";

/** `url` and `handle` are of the role that the server works as; `ownerUrl` of one that may do everything, tampering too. */
export type TestDatabase = { handle: DatabaseHandle; url: string; ownerUrl: string; drop(): Promise<void> };

/** Durability is what production keeps; tests of durability (the crash test) start their own server. */
export const FAST_SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "shared_buffers=256MB",
  "max_connections=300",
];

export async function startTestPostgres(): Promise<string> {
  const folder = process.env.TEST_POSTGRES_DIR ?? join(tmpdir(), `tuppence-test-postgres-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true });
  // Test files run in several processes: one starts the server, the others find it running.
  const lock = join(folder, "starting");
  for (let tries = 0; ; tries += 1) {
    try {
      await mkdir(lock);
      break;
    } catch {
      // A lock that outlives any start was left by a process that was killed.
      if (tries > 300) await rmdir(lock).catch(() => {});
      await new Promise((next) => setTimeout(next, 100));
    }
  }
  try {
    return (await startLocalPostgres(join(folder, "data"), { settings: FAST_SETTINGS, database: "postgres" })).ownerUrl;
  } finally {
    await rmdir(lock).catch(() => {});
  }
}

function migrationsDigest(): string {
  const hash = createHash("sha256");
  for (const module of ["platform", ...MODULES]) {
    const folder = module === "platform" ? PLATFORM_MIGRATIONS : `src/modules/${module}/migrations`;
    let files: string[] = [];
    try {
      files = readdirSync(folder).sort();
    } catch {
      continue;
    }
    for (const file of files) hash.update(module + file).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 12);
}

const withName = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`);

/** The same database as the server's role, which the first template makes. */
function asServer(url: string): string {
  const address = new URL(url);
  address.username = "tuppence_server";
  return address.href;
}

let template: Promise<{ admin: string; name: string }> | null = null;

async function makeTemplate(): Promise<{ admin: string; name: string }> {
  const admin = process.env.TEST_DATABASE_URL ?? (await startTestPostgres());
  const name = `template_${migrationsDigest()}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // Test files run in several processes: one makes the template, the others wait for it.
    await client.query("select pg_advisory_lock(7420003)");
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) {
      await client.query(`create database "${name}_making"`);
      const making = withName(admin, `${name}_making`);
      try {
        await prepareDatabase({ url: asServer(making), ownerUrl: making, log: createLog({ level: "silent" }) });
        const inside = new pg.Client({ connectionString: making });
        await inside.connect();
        // Tests make tables of their own there.
        await inside.query("grant create on schema public to public");
        await inside.end();
        await client.query(`alter database "${name}_making" rename to "${name}"`);
      } catch (error) {
        await client.query(`drop database if exists "${name}_making" with (force)`);
        throw error;
      }
    }
  } finally {
    await client.end();
  }
  return { admin, name };
}

export async function createTestDatabase(options: { connections?: number } = {}): Promise<TestDatabase> {
  template ??= makeTemplate();
  const { admin, name } = await template;
  const own = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query("select pg_advisory_lock(7420003)");
  await client.query(`create database "${own}" template "${name}"`);
  await client.end();
  const ownerUrl = withName(admin, own);
  const url = asServer(ownerUrl);
  const handle = openDatabase({ url, connections: options.connections ?? 8, log: createLog({ level: "silent" }) });
  return {
    handle,
    url,
    ownerUrl,
    async drop() {
      await handle.close();
      const last = new pg.Client({ connectionString: admin });
      await last.connect();
      await last.query(`drop database if exists "${own}" with (force)`);
      await last.end();
    },
  };
}
