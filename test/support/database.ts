/**
 * Real databases for tests: one PostgreSQL for the whole run, one migrated template, one clone for each test file (about
 * 30 ms). Nothing is mocked. A template can be furnished once for many files (`furnish`), when its content takes its time.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type DatabaseHandle, openDatabase } from "#platform/database";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { PLATFORM_MIGRATIONS } from "#platform/migrate";
import { MODULE_NAMES } from "../../src/modules/order.ts";
import { ACCOUNT_KINDS } from "../../src/server/account-kinds.ts";
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
  // A story opens a dozen connections, and each would prove its password by 4,096 rounds on both sides.
  "scram_iterations=1",
];

/** By the socket in the file system where there is one: a round trip costs both sides a third less than through the network's own. */
export function bySocket(url: string): string {
  const { hostname, port } = new URL(url);
  return existsSync(`/tmp/.s.PGSQL.${port}`) ? url.replace(`@${hostname}:`, "@%2Ftmp:") : url;
}

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
    const options = { settings: FAST_SETTINGS, database: "postgres" };
    return bySocket((await startLocalPostgres(join(folder, "data"), options)).ownerUrl);
  } finally {
    await rmdir(lock).catch(() => {});
  }
}

/** Copied as files: half of the work of writing each of its pages into the log, which nothing here is restored from. */
const cloneOf = (name: string, template: string) =>
  `create database "${name}" template "${template}" strategy file_copy`;

/** What a template is made of beside migrations: a name, and who brings the content in. */
export type Furniture = {
  name: string;
  /** What it is settled for. */
  place: string;
  /** Fills the empty, migrated database; what it answers is kept with the template and told to each clone. */
  furnish(base: { url: string }): Promise<string>;
  /** Mends what holds for the template's own surroundings only: once for this process, whose files clone what was mended. */
  settle(clone: pg.Client, note: string): Promise<void>;
};

/** Of all that preparing writes: migrations, and the kinds of accounts that modules declare. */
function migrationsDigest(): string {
  const hash = createHash("sha256").update(JSON.stringify(ACCOUNT_KINDS));
  for (const module of ["platform", ...MODULE_NAMES]) {
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

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const templates = new Map<string, Promise<{ admin: string; name: string }>>();

/** Tests run in several processes: one of them makes what all need, under this lock and its name; the others wait for it. */
const MAKING = 7420003;
const LOCK = "select pg_advisory_lock($1, hashtext($2))";
const UNLOCK = "select pg_advisory_unlock($1, hashtext($2))";

async function runIn(url: string, query: string): Promise<void> {
  const inside = new pg.Client({ connectionString: url });
  await inside.connect();
  await inside.query(query);
  await inside.end();
}

/** Makes the template, and the empty one that it comes from, unless they are there. Returns its name. */
async function make(client: pg.Client, admin: string, furniture?: Furniture): Promise<string> {
  const bare = `template_${migrationsDigest()}`;
  const makeOne = async (target: string, from: string | null, fill: (making: string) => Promise<string>) => {
    await client.query(LOCK, [MAKING, target]);
    const found = await client.query("select 1 from pg_database where datname = $1", [target]);
    if (!found.rowCount) {
      await client.query(`drop database if exists "${target}_making" with (force)`);
      await client.query(`create database "${target}_making"${from ? ` template "${from}"` : ""}`);
      const note = await fill(withName(admin, `${target}_making`));
      await client.query(`comment on database "${target}_making" is ${client.escapeLiteral(note)}`);
      await client.query(`alter database "${target}_making" rename to "${target}"`);
    }
    await client.query(UNLOCK, [MAKING, target]);
  };
  await makeOne(bare, null, async (making) => {
    await prepareDatabase({ url: asServer(making), ownerUrl: making, log: createLog({ level: "silent" }) });
    // Tests make tables of their own there.
    await runIn(making, "grant create on schema public to public");
    return "";
  });
  if (!furniture) return bare;
  const name = `${bare}_${furniture.name}`;
  await makeOne(name, bare, async (making) => {
    const note = await furniture.furnish({ url: asServer(making) });
    await runIn(making, "vacuum analyze");
    return note;
  });
  return name;
}

/** For whoever clones it later, in this process or in another. */
export async function makeTemplate(furniture: Furniture): Promise<void> {
  const admin = process.env.TEST_DATABASE_URL ?? (await startTestPostgres());
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await make(client, admin, furniture).finally(() => client.end());
}

async function findTemplate(furniture?: Furniture): Promise<{ admin: string; name: string }> {
  const admin = process.env.TEST_DATABASE_URL ?? (await startTestPostgres());
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    const name = await make(client, admin, furniture);
    if (!furniture) return { admin, name };
    await client.query(LOCK, [MAKING, name]);
    const { rows } = await client.query<{ note: string | null }>(
      "select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1",
      [name],
    );
    const { rows: kept } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^own_'",
    );
    // What processes that are gone have left behind.
    for (const { datname } of kept)
      if (!lives(Number(datname.split("_")[1]))) await client.query(`drop database if exists "${datname}"`);
    const own = `own_${process.pid}_${randomBytes(3).toString("hex")}`;
    await client.query(cloneOf(own, name));
    const inside = new pg.Client({ connectionString: withName(admin, own) });
    await inside.connect();
    await furniture.settle(inside, rows[0]?.note ?? "");
    await inside.end();
    return { admin, name: own };
  } finally {
    await client.end();
  }
}

export async function createTestDatabase(
  options: { connections?: number; furniture?: Furniture | undefined } = {},
): Promise<TestDatabase> {
  const { furniture } = options;
  const key = furniture ? `${furniture.name} ${furniture.place}` : "";
  const template = templates.get(key) ?? findTemplate(furniture);
  templates.set(key, template);
  const { admin, name } = await template;
  const own = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(LOCK, [MAKING, name]);
  await client.query(cloneOf(own, name));
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
      // A pool says that it has ended while its connections still take their leave: one that is thrown out then has nobody to tell.
      const used = async () => (await last.query("select 1 from pg_stat_activity where datname = $1", [own])).rowCount;
      for (let tries = 0; tries < 100 && (await used()); tries += 1) await pause(10);
      await last.query(`drop database if exists "${own}" with (force)`);
      await last.end();
    },
  };
}
