/** Migrations: plain SQL, a folder for each module, forward only. Which have run stands in `platform.migrations`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError } from "#platform/config";
import type { DatabaseHandle, Tx } from "#platform/database";
import { type Runner, sql } from "#platform/sql";

export const PLATFORM_MIGRATIONS = join(import.meta.dirname, "migrations");

/** Texts by name, in the order in which they run. `order`: the places by which databases know the modules. */
async function findMigrations(modulesDirectory: string, order: readonly string[]): Promise<Map<string, string>> {
  const found: [name: string, text: string][] = [];
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
    for (const file of files.filter((name) => name.endsWith(".sql"))) {
      // The number of a migration comes first, so that a later module's first migration never precedes what it needs.
      const name = `${file.slice(0, 4)}-${place}-${module}-${file.slice(5, -4)}`;
      found.push([name, await readFile(join(folder, file), "utf8")]);
    }
  }
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const LIST = "platform.migrations";
/** What the list is called in databases of earlier versions, after the library that kept it then. */
const EARLIER_LIST = "platform.kysely_migration";

/** The first of these tables that is there. */
async function findList(runner: Runner, ...names: string[]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) with ordinality as l (name, place)
    where to_regclass(name) is not null order by place limit 1`.execute(runner);
  return rows[0]?.name ?? null;
}

const readRun = async (runner: Runner, list: string): Promise<Set<string>> =>
  new Set(
    (await sql<{ name: string }>`select name from ${sql.raw(list)}`.execute(runner)).rows.map(({ name }) => name),
  );

/** Names of migrations that have not run, for who may only look. */
export async function missingMigrations(
  { db }: DatabaseHandle,
  modulesDirectory: string,
  order: readonly string[],
): Promise<string[]> {
  const found = await findMigrations(modulesDirectory, order);
  const list = await findList(db, LIST, EARLIER_LIST);
  const run = list === null ? new Set() : await readRun(db, list);
  return [...found.keys()].filter((name) => !run.has(name));
}

/** Runs every migration that is missing, all of them or none, with what `finish` does behind them; returns their names. */
export async function migrate(
  handle: DatabaseHandle,
  modulesDirectory: string,
  order: readonly string[],
  finish: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  const found = await findMigrations(modulesDirectory, order);
  return handle.transaction(async (tx) => {
    await sql`create schema if not exists platform`.execute(tx);
    // An earlier version that is started once more makes both of its tables anew and fails: what it left is nobody's.
    if (await findList(tx, LIST))
      await sql`drop table if exists platform.kysely_migration, platform.kysely_migration_lock`.execute(tx);
    else await sql`alter table if exists platform.kysely_migration rename to migrations`.execute(tx);
    await sql`
      create table if not exists platform.migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      tx,
    );
    const run = await readRun(tx, LIST);
    const unknown = [...run].filter((name) => !found.has(name));
    if (unknown.length)
      throw new SettingsError(`DATABASE_URL: a newer version has migrated this database (${unknown.join(", ")})`);
    const missing = [...found].filter(([name]) => !run.has(name));
    for (const [name, text] of missing) {
      await sql.raw(text).execute(tx);
      await sql`insert into platform.migrations (name, timestamp) values (${name}, now()::text)`.execute(tx);
    }
    await finish(tx);
    return missing.map(([name]) => name);
  });
}
