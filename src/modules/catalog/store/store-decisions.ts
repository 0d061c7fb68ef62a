/** SQL of what operators say of stores: it goes before what networks and known-stores/ say, and never loses their word. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { StoreField } from "../store-fields.ts";

type Runner = Database | Tx;
type Columns = Readonly<Record<string, unknown>>;

/**
 * Imports and operators write the same columns: one after the other, whoever else waits. After `holdRates`, and before any row of a
 * store is written: whoever holds rows first and waits for it then may be waited for.
 */
export const holdStores = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('catalog.store_decisions'))`.execute(tx);

/** Puts the columns of all that are decided, or of one field, to one of both words. */
const put = (tx: Tx, word: "told" | "decided", of: { merchant_id: string; field: StoreField } | null) =>
  sql`
  update catalog.merchants m set name = r.name, folded = r.folded, category = r.category, aliases = r.aliases,
    start_popularity = r.start_popularity, hidden = r.hidden, logo_media = r.logo_media, logo_path = r.logo_path
  from (
    select d.merchant_id, jsonb_object_agg(w.key, w.value) as words
    from catalog.store_decisions d cross join lateral jsonb_each(d.${sql.raw(word)}) w
    where ${of?.merchant_id ?? null}::uuid is null or (d.merchant_id = ${of?.merchant_id ?? null} and d.field = ${of?.field ?? null})
    group by d.merchant_id
  ) d join catalog.merchants s using (merchant_id) cross join lateral jsonb_populate_record(s, d.words) r
  where m.merchant_id = d.merchant_id`.execute(tx);

/** What an import or a new edition writes of stores is their word; afterwards operators' words stand before it again. */
export async function asTold(tx: Tx, write: () => Promise<unknown>): Promise<void> {
  await holdStores(tx);
  await put(tx, "told", null);
  await write();
  await sql`
    update catalog.store_decisions d
    set told = (select jsonb_object_agg(key, to_jsonb(m) -> key) from jsonb_object_keys(d.decided) key)
    from catalog.merchants m where m.merchant_id = d.merchant_id`.execute(tx);
  await put(tx, "decided", null);
}

export type DecidedStore = {
  merchant_id: string;
  internal_name: string;
  domain: string;
  merged_into: string | null;
  name: string;
  category: string;
  aliases: string[];
  start_popularity: number;
  hidden: boolean;
  logo_path: string | null;
};

const STORE = sql`select merchant_id, internal_name, domain, merged_into, name, category, aliases, start_popularity, hidden, logo_path
    from catalog.merchants`;

export async function readStoreById(runner: Runner, merchantId: string): Promise<DecidedStore | null> {
  const { rows } = await sql<DecidedStore>`${STORE} where merchant_id = ${merchantId}`.execute(runner);
  return rows[0] ?? null;
}

/**
 * The store as it stands; nobody else changes it until the transaction ends. Not held against who only points to it: a member who puts
 * it among favourites would wait for who merges it, and the other way round.
 */
export async function lockStore(tx: Tx, internalName: string): Promise<DecidedStore | null> {
  await holdStores(tx);
  const { rows } = await sql<DecidedStore>`
    ${STORE} where internal_name = ${internalName} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Keeps the first word that an import told, however often somebody decides anew. */
export async function saveDecision(
  tx: Tx,
  wish: { merchant_id: string; field: StoreField; decided: Columns; by: string; at: Date },
): Promise<void> {
  const decided = JSON.stringify(wish.decided);
  await sql`
    insert into catalog.store_decisions as d (merchant_id, field, decided, told, decided_by, decided_at)
    select m.merchant_id, ${wish.field}, ${decided}::jsonb,
      (select jsonb_object_agg(key, to_jsonb(m) -> key) from jsonb_object_keys(${decided}::jsonb) key), ${wish.by}, ${wish.at}
    from catalog.merchants m where m.merchant_id = ${wish.merchant_id}
    on conflict (merchant_id, field) do update set decided = excluded.decided, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(
    tx,
  );
  await put(tx, "decided", wish);
}

/** What the last import told shows again. */
export async function dropDecision(tx: Tx, of: { merchant_id: string; field: StoreField }): Promise<void> {
  await put(tx, "told", of);
  await sql`delete from catalog.store_decisions where merchant_id = ${of.merchant_id} and field = ${of.field}`.execute(
    tx,
  );
}

export async function readDecidedFields(
  runner: Runner,
  merchantId: string,
): Promise<{ field: StoreField; decided: Columns; told: Columns }[]> {
  const { rows } = await sql<{ field: StoreField; decided: Columns; told: Columns }>`
    select field, decided, told from catalog.store_decisions where merchant_id = ${merchantId} order by field`.execute(
    runner,
  );
  return rows;
}

export type StoreEntry = { at: Date; by: string; what: string; reason: string };

export async function keepStoreEntry(tx: Tx, entry: StoreEntry & { merchant_id: string }): Promise<void> {
  await sql`
    insert into catalog.store_history (merchant_id, at, by, what, reason)
    values (${entry.merchant_id}, ${entry.at}, ${entry.by}, ${entry.what}, ${entry.reason})`.execute(tx);
}

export async function readStoreHistory(runner: Runner, merchantId: string): Promise<StoreEntry[]> {
  const { rows } = await sql<StoreEntry>`
    select at, by, what, reason from catalog.store_history where merchant_id = ${merchantId} order by entry`.execute(
    runner,
  );
  return rows;
}

export async function readCategorySlugs(runner: Runner): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from catalog.merchant_categories order by position`.execute(runner);
  return rows.map(({ slug }) => slug);
}

/** By which members go there; null where none leads there. */
export async function readBestProgramme(runner: Runner, merchantId: string): Promise<string | null> {
  const { rows } = await sql<{ programme_id: string | null }>`
    select programme_id from catalog.merchants where merchant_id = ${merchantId}`.execute(runner);
  return rows[0]?.programme_id ?? null;
}

/**
 * Whose products show other prices and other stores when these are hidden, closed, shown or others: also those that lead elsewhere by
 * now, and by which a file of such a store came.
 */
export async function programmesOfStores(runner: Runner, merchantIds: readonly string[]): Promise<string[]> {
  if (merchantIds.length === 0) return [];
  const ids = merchantIds as string[];
  const { rows } = await sql<{ programme_id: string }>`
    select programme_id from catalog.programmes where merchant_id = any(${ids}::uuid[])
    union
    select l.programme_id from catalog.merchants m join catalog.feeds f using (merchant_id)
    join catalog.listings l on l.feed_id = f.feed_id and l.gone_at is null
    where m.merchant_id = any(${ids}::uuid[]) or m.merged_into = any(${ids}::uuid[])`.execute(runner);
  return rows.map(({ programme_id }) => programme_id);
}
