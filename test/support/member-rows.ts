/** Rows about a member in every table that has such rows, whichever these are: the database's own catalogue says. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { newId } from "#platform/ids";

type Column = { name: string; type: string; needed: boolean };
export type Table = { name: string; columns: Column[]; checks: string };

/** Each table with a column `user_id`, and what its checks say: values of closed lists are taken from there. */
export async function tablesOfMembers(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.oid::regclass::text as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'needed', a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '') order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '') as checks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)
    order by 1`);
  return rows;
}

/** Anything that the column takes; only who it is about matters here. */
function valueFor({ name, type }: Column, { checks }: Table, user: Whose): unknown {
  if (name === "user_id") return user.user_id;
  const listed = new RegExp(`\\b${name} = (?:ANY \\(ARRAY\\[)?'([^']*)'`).exec(checks)?.[1];
  if (listed !== undefined) return listed;
  if (type === "uuid") return newId("row");
  if (/int|numeric/.test(type)) return 1;
  if (/^(timestamp|date)/.test(type)) return user.at;
  if (type.endsWith("[]") || type.startsWith("json")) return "{}";
  if (type === "boolean") return false;
  if (type === "bytea") return randomBytes(32);
  if (type.startsWith("bit")) return "0".repeat(64);
  return type === "text" ? `words ${randomBytes(6).toString("hex")}` : "1";
}

/** Rows that are about nothing else: what tables ask of each other and of their values is no matter here. */
async function forgetConstraints(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare k record; begin
    for k in select conrelid::regclass as place, conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where contype in ('c', 'f') and conparentid = 0 and nspname not in ('pg_catalog', 'information_schema') loop
      execute format('alter table %s drop constraint %I', k.place, k.conname);
    end loop; end $$`);
  await owner.query("create table if not exists attribution.events_of_any_day partition of attribution.events default");
}

type Whose = { user_id: string; at: Date };

/** A row of theirs in each table but the one that they are themselves. `whole`: with every id that the row may have. */
export async function fillTables(owner: pg.Client, user: Whose, { whole = false } = {}): Promise<Table[]> {
  const tables = await tablesOfMembers(owner);
  await forgetConstraints(owner);
  for (const table of tables) {
    if (table.name === "identity.users") continue;
    const used = table.columns.filter(
      ({ name, type, needed }) => needed || name === "user_id" || (whole && type === "uuid"),
    );
    await owner.query(
      `insert into ${table.name} (${used.map(({ name }) => `"${name}"`)}) values (${used.map((_, at) => `$${at + 1}`)})`,
      used.map((column) => valueFor(column, table, user)),
    );
  }
  return tables;
}

/** Rows that came from nowhere are no books: who verifies these when the world ends finds none. */
export async function emptyTables(owner: pg.Client, tables: readonly Table[], ids: readonly string[]): Promise<void> {
  await owner.query("set session_replication_role = replica");
  for (const { name } of tables)
    if (name !== "identity.users") await owner.query(`delete from ${name} where user_id = any($1)`, [ids]);
}
