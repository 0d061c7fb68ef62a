/** All SQL of the extension's bundles. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CodeTry } from "./extension.types.ts";

export type BundleRow = {
  brand: string;
  version: number;
  made_at: Date;
  hash: string;
  signature: string;
  stores: number;
  body: Buffer;
};

export async function lockBrand(tx: Tx, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('extension.bundles'), hashtext(${brand}))`.execute(tx);
}

/** Without its body, which is large. */
export async function readNewest(
  db: Tx | Database,
  brand: string,
): Promise<(Omit<BundleRow, "body"> & { bytes: number }) | null> {
  const { rows } = await sql<Omit<BundleRow, "body"> & { bytes: number }>`
    select brand, version, made_at, hash, signature, stores, length(body) as bytes from extension.bundles
    where brand = ${brand} order by version desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function readBundles(tx: Tx, brand: string): Promise<{ version: number; body: Buffer }[]> {
  const { rows } = await sql<{ version: number; body: Buffer }>`
    select version, body from extension.bundles where brand = ${brand} order by version`.execute(tx);
  return rows;
}

export async function readBundle(db: Database, brand: string, version: number): Promise<Buffer | null> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from extension.bundles where brand = ${brand} and version = ${version}`.execute(db);
  return rows[0]?.body ?? null;
}

export async function readDifference(
  db: Database,
  brand: string,
  from: number,
  version: number,
): Promise<Buffer | null> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from extension.differences
    where brand = ${brand} and from_version = ${from} and version = ${version}`.execute(db);
  return rows[0]?.body ?? null;
}

export async function readDifferences(
  db: Database,
  brand: string,
  version: number,
): Promise<{ from: number; bytes: number }[]> {
  const { rows } = await sql<{ from: number; bytes: number }>`
    select from_version as "from", length(body) as bytes from extension.differences
    where brand = ${brand} and version = ${version} order by from_version`.execute(db);
  return rows;
}

export async function insertBundle(tx: Tx, row: BundleRow): Promise<void> {
  await sql`insert into extension.bundles (brand, version, made_at, hash, signature, stores, body)
    values (${row.brand}, ${row.version}, ${row.made_at}, ${row.hash}, ${row.signature}, ${row.stores}, ${row.body})`.execute(
    tx,
  );
}

/** Differences lead to the newest version only; versions before `oldest` are forgotten. */
export async function replaceDifferences(
  tx: Tx,
  brand: string,
  all: readonly { from: number; version: number; body: Buffer }[],
  oldest: number,
): Promise<void> {
  await sql`delete from extension.differences where brand = ${brand}`.execute(tx);
  for (const { from, version, body } of all)
    await sql`insert into extension.differences (brand, from_version, version, body)
      values (${brand}, ${from}, ${version}, ${body})`.execute(tx);
  await sql`delete from extension.bundles where brand = ${brand} and version < ${oldest}`.execute(tx);
}

/** Those that were not told before. */
export async function insertTries(tx: Tx, tries: readonly CodeTry[]): Promise<CodeTry[]> {
  const { rows } = await sql<{ internal_name: string; code: string; tag: string }>`
    insert into extension.code_tries (internal_name, code, day, tag, worked, saving_minor)
    select * from unnest(${tries.map(({ store }) => store)}::text[], ${tries.map(({ code }) => code)}::text[],
      ${tries.map(({ day }) => day)}::date[], ${tries.map(({ tag }) => tag)}::text[], ${tries.map(({ worked }) => worked)}::boolean[],
      ${tries.map(({ saving_minor }) => saving_minor ?? null)}::bigint[])
    on conflict do nothing returning internal_name, code, tag`.execute(tx);
  const keyOf = (store: string, code: string, tag: string) => `${store} ${code} ${tag}`;
  const fresh = new Set(rows.map(({ internal_name, code, tag }) => keyOf(internal_name, code, tag)));
  // A pair told twice in one post was written once, and counts once.
  return tries.filter(({ store, code, tag }) => fresh.delete(keyOf(store, code, tag)));
}

/** Counted long ago: the word of one browser is of no use any more. */
export async function deleteTriesBefore(db: Database, day: Date): Promise<void> {
  await sql`delete from extension.code_tries where day < ${day}`.execute(db);
}
