/** A schema as text, read from PostgreSQL's own catalogue: tables with columns, constraints and indexes, and functions. */
import type pg from "pg";

const TABLES = `
  select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p') order by c.relname`;
const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.attidentity <> '' as identity,
    pg_get_expr(d.adbin, d.adrelid) as value, a.attgenerated <> '' as generated
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const CONSTRAINTS = `
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1 and contype in ('p', 'u', 'f', 'c', 'x')
  order by array_position(array['p', 'u', 'f', 'c', 'x'], contype::text), conname`;
const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid = $1 and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid) order by i.indexrelid::regclass::text`;
const FUNCTIONS = `
  select pg_get_function_identity_arguments(p.oid) as arguments, p.proname as name, pg_get_function_result(p.oid) as result
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 order by p.proname, 1`;

export async function describeSchema(pool: pg.Pool, schema: string): Promise<string | null> {
  const tables = (await pool.query<{ oid: number; name: string }>(TABLES, [schema])).rows;
  if (tables.length === 0) return null;
  const parts = [`-- The schema \`${schema}\` as it stands after all migrations. Written by \`npm run tables\`.`];
  for (const table of tables) parts.push(await describeTable(pool, schema, table));
  const functions = (await pool.query<{ name: string; arguments: string; result: string }>(FUNCTIONS, [schema])).rows;
  if (functions.length)
    parts.push(
      functions.map((row) => `-- function ${schema}.${row.name}(${row.arguments}) returns ${row.result}`).join("\n"),
    );
  return `${parts.join("\n\n")}\n`;
}

async function describeTable(pool: pg.Pool, schema: string, table: { oid: number; name: string }): Promise<string> {
  type Column = {
    name: string;
    type: string;
    required: boolean;
    identity: boolean;
    generated: boolean;
    value: string | null;
  };
  const columns = (await pool.query<Column>(COLUMNS, [table.oid])).rows.map((column) => {
    const value = column.identity
      ? " generated always as identity"
      : column.generated
        ? ` generated always as (${column.value}) stored`
        : column.value
          ? ` default ${column.value}`
          : "";
    return `  ${column.name} ${column.type}${column.required ? " not null" : ""}${value}`;
  });
  const constraints = (await pool.query<{ name: string; definition: string }>(CONSTRAINTS, [table.oid])).rows.map(
    (row) => `  constraint ${row.name} ${row.definition}`,
  );
  const indexes = (await pool.query<{ definition: string }>(INDEXES, [table.oid])).rows.map(
    (row) => `${row.definition};`,
  );
  return [`create table ${schema}.${table.name} (`, [...columns, ...constraints].join(",\n"), ");", ...indexes].join(
    "\n",
  );
}
