/**
 * SQL of products and listings as the import writes them. A batch is first probed by its keys alone; what is known and
 * the same costs no more than that. New products and listings are then copied straight into their tables, changed ones
 * go through a temporary table. Raw statements on one connection, because COPY needs the connection itself.
 */
import type pg from "pg";
import { civilDate } from "#platform/clock";
import { newId } from "#platform/ids";
import { SAME_DAY, tellAdded, toldGone } from "./price-history.ts";
import {
  type BatchContext,
  copyInto,
  inDollars,
  LISTING_COLUMNS,
  type ListingWrite,
  listingLine,
  type NewProduct,
  type Placed,
  PRODUCT_COLUMNS,
  productLine,
} from "./product-lines.ts";
import { groupsOf } from "./programmes.ts";
import { REFRESH_PRODUCTS } from "./refresh.ts";
import { sells } from "./sellers.ts";

export type BatchResult = { added: number; changed: number; unchanged: number; duplicates: ListingWrite[] };
export type Checkpoint = { rows: number; good: number; bytes: number; rejected: number; checkpoint_sum: number };

/** A run that loses its last batches in a crash goes on from its checkpoint, which is lost with them. */
const SETTINGS = [
  "synchronous_commit = off",
  "gin_pending_list_limit = '32MB'",
  "work_mem = '64MB'",
  // Plans are made while the tables may still be empty; look-ups must go by index however small they look then.
  "enable_seqscan = off",
];

export async function prepareStaging(client: pg.PoolClient): Promise<void> {
  for (const setting of SETTINGS) await client.query(`set ${setting}`);
  await client.query(
    `create temporary table if not exists catalog_stage as select ${LISTING_COLUMNS} from catalog.listings with no data`,
  );
  await client.query(
    `create temporary table if not exists catalog_stage_products as select ${PRODUCT_COLUMNS} from catalog.products with no data`,
  );
}

export async function releaseStaging(client: pg.PoolClient): Promise<void> {
  await client.query("rollback");
  await client.query("drop table if exists catalog_stage, catalog_stage_products");
  for (const setting of SETTINGS) await client.query(`reset ${setting.split(" ")[0]}`);
}

/** Any constant does, so long as it is the same for all: merges run one after another, or two feeds would make one product twice. */
export const MERGE_LOCK = 7_420_011;

/**
 * Before anything that products show is read or written: rates may be changing (`holdRates`), and so may whom the programme leads to,
 * which is looked at anew: to later imports nothing would be new of listings that were written as the former store's.
 */
export async function holdMerges(client: pg.PoolClient, context: BatchContext): Promise<void> {
  await client.query({ name: "catalog-merge-lock", text: "select pg_advisory_xact_lock($1)", values: [MERGE_LOCK] });
  const { rows } = await client.query<{ merchant_id: string }>({
    name: "catalog-merge-seller",
    text: `select coalesce(m.merged_into, m.merchant_id) as merchant_id from catalog.feeds f join catalog.programmes p on p.programme_id = $2
      join catalog.merchants m on m.merchant_id = coalesce(f.merchant_id, p.merchant_id) where f.feed_id = $1`,
    values: [context.feed_id, context.programme_id],
  });
  context.merchant_id = rows[0]?.merchant_id ?? context.merchant_id;
}

/** Merges one batch and its checkpoint in one transaction. Within the batch every listing stands once. */
export async function mergeBatch(
  client: pg.PoolClient,
  context: BatchContext,
  rows: readonly ListingWrite[],
  checkpoint: Checkpoint,
): Promise<BatchResult> {
  await client.query("begin");
  try {
    await holdMerges(client, context);
    const result =
      rows.length > 0 ? await merge(client, context, rows) : { added: 0, changed: 0, unchanged: 0, duplicates: [] };
    await client.query({
      name: "catalog-checkpoint",
      text: `update catalog.import_runs set rows = $2, bytes = $3, rejected = $4, checkpoint_sum = $5, added = added + $6, changed = changed + $7,
        unchanged = unchanged + $8, checkpoint_rows = $9 where run_id = $1`,
      values: [
        context.run_id,
        checkpoint.rows,
        checkpoint.bytes,
        checkpoint.rejected + result.duplicates.length,
        checkpoint.checkpoint_sum,
        result.added,
        result.changed,
        result.unchanged,
        checkpoint.good,
      ],
    });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * What is known of each row, by index look-ups only. The same product: by GTIN, else by maker's number and brand when
 * one side has no GTIN, else by name. A product without a GTIN has its maker's number as its merge key. Rows that are
 * known and the same are not answered. One that an operator made a part of another is the other, and gains no GTIN for it. Nothing here asks for an order, or an empty table's plan would read it by that order.
 */
const PROBE = `
  select (g.place - 1)::integer, coalesce(l.doubled, false) or s.found is not null, l.listing_id is not null, l.product_id, coalesce(k.product_id, n.product_id),
    coalesce(n.lacks_gtin and g.has_gtin, false), t.found is not null
  from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[], $7::text[]) with ordinality
    as g(listing_id, content_hash, merge_key, has_gtin, mpn_key, slug, place)
  left join lateral (select l.listing_id, l.product_id, l.written_run = $8 as doubled, l.content_hash = g.content_hash and l.gone_at is null as same
    from catalog.listings l where l.listing_id = g.listing_id limit 1) l on true
  left join lateral (select true as found from catalog.import_seen s where l.listing_id is not null and s.run_id = $1 and s.listing_id = g.listing_id limit 1) s on true
  left join lateral (select coalesce(p.merged_into, p.product_id) as product_id from catalog.products p where l.same is not true and p.merge_key = g.merge_key limit 1) k on true
  left join lateral (
    select coalesce(p.merged_into, p.product_id) as product_id, p.merged_into is null as lacks_gtin from catalog.products p
    where l.same is not true and k.product_id is null and g.has_gtin and p.merge_key = g.mpn_key
    union all
    select coalesce(p.merged_into, p.product_id), false from catalog.products p
    where l.same is not true and k.product_id is null and not g.has_gtin and p.mpn_key = g.mpn_key and p.mpn_key is not null and p.gtin is not null
    limit 1) n on true
  left join lateral (select true as found from catalog.products p
    where l.same is not true and coalesce(k.product_id, n.product_id) is null and p.slug = g.slug limit 1) t on true
  where l.same is not true or l.doubled or s.found is not null`;
type Probed = [
  place: number,
  doubled: boolean,
  known: boolean,
  oldProduct: string | null,
  product: string | null,
  gainsGtin: boolean,
  slugTaken: boolean,
];

async function merge(
  client: pg.PoolClient,
  context: BatchContext,
  rows: readonly ListingWrite[],
): Promise<BatchResult> {
  const column = (read: (row: ListingWrite) => string | null) =>
    `{${rows.map((row) => read(row) ?? "NULL").join(",")}}`;
  const probed = await client.query<Probed>({
    name: "catalog-merge-probe",
    text: PROBE,
    values: [
      context.run_id,
      column((row) => row.listing_id),
      column((row) => row.content_hash),
      column((row) => row.merge_key),
      column((row) => (row.gtin === null ? "f" : "t")),
      column((row) => row.mpn_key),
      column((row) => row.slug || '""'),
      context.run_number,
    ],
    rowMode: "array",
  } as pg.QueryConfig & { rowMode: "array" });
  const sorted = sortBatch(rows, probed.rows);
  await markSeen(client, context, rows, probed.rows);
  const newLine = (product: NewProduct) => productLine(product, context.merchant_id);
  await copyInto(client, `catalog.products (${PRODUCT_COLUMNS})`, sorted.products, newLine);
  await copyInto(client, `catalog.listings (${LISTING_COLUMNS})`, sorted.added, (placed) =>
    listingLine(placed, context),
  );
  await tellAdded(
    client,
    sorted.added.map((placed) => placed.row),
    civilDate(context.now),
  );
  if (sorted.changed.length > 0) await updateChanged(client, context, sorted.changed);
  if (sorted.gtins.length > 0) {
    await client.query(
      `update catalog.products p set gtin = g.gtin, merge_key = g.merge_key
       from unnest($1::uuid[], $2::text[], $3::bigint[]) as g(product_id, gtin, merge_key) where p.product_id = g.product_id and p.gtin is null`,
      [
        sorted.gtins.map((placed) => placed.product_id),
        sorted.gtins.map((placed) => placed.row.gtin),
        sorted.gtins.map((placed) => placed.row.merge_key),
      ],
    );
  }
  if (sorted.products.length > 0 && (await showsOtherwise(client, context)))
    for (const { product_id } of sorted.products) sorted.touched.add(product_id);
  await fillSpecs(client, [...sorted.added, ...sorted.changed]);
  if (sorted.touched.size > 0)
    await client.query({ name: "catalog-refresh-products", text: REFRESH_PRODUCTS, values: [[...sorted.touched]] });
  return {
    added: sorted.added.length,
    changed: sorted.changed.length,
    unchanged: rows.length - probed.rows.length,
    duplicates: sorted.duplicates,
  };
}

/**
 * Whether products of this batch are shown otherwise than with the rates that its import began with: its store sells nothing, its
 * programme pays nothing there, an own rate runs, or the network's list has changed the rates since.
 */
async function showsOtherwise(client: pg.PoolClient, { programme, merchant_id }: BatchContext): Promise<boolean> {
  const { rows } = await client.query<{ otherwise: boolean }>({
    name: "catalog-merge-programme",
    text: `select not ${sells("m")} or p.gone_at is not null or p.merchant_id <> m.merchant_id or p.counts_bps <> 10000
        or p.cash_back_allowed <> $2 or ${groupsOf("p")} <> $3::jsonb as otherwise
      from catalog.programmes p join catalog.merchants m on m.merchant_id = $4 where p.programme_id = $1`,
    values: [programme.programme_id, programme.cash_back_allowed, JSON.stringify(programme.groups), merchant_id],
  });
  return rows[0]?.otherwise ?? false;
}

/** Networks tell differently much: a product's attributes are those of the listing that tells most. */
async function fillSpecs(client: pg.PoolClient, placed: readonly Placed[]): Promise<void> {
  const fullest = new Map<string, string>();
  for (const { row, product_id } of placed)
    if (row.specs.length > (fullest.get(product_id) ?? "[]").length) fullest.set(product_id, row.specs);
  if (fullest.size === 0) return;
  await client.query({
    name: "catalog-fill-specs",
    text: `update catalog.products p set specs = s.specs from unnest($1::uuid[], $2::jsonb[]) as s(product_id, specs)
      where p.product_id = s.product_id and jsonb_array_length(s.specs) > jsonb_array_length(p.specs)`,
    values: [[...fullest.keys()], [...fullest.values()]],
  });
}

/** Notes the rows that stay as they are. Those that are written carry the run's number, which costs nothing more. */
async function markSeen(
  client: pg.PoolClient,
  context: BatchContext,
  rows: readonly ListingWrite[],
  probed: readonly Probed[],
): Promise<void> {
  if (probed.length === rows.length) return;
  const written = new Set(probed.map(([place]) => place));
  const same = rows.flatMap((row, place) => (written.has(place) ? [] : [row.listing_id]));
  await client.query({
    name: "catalog-merge-seen",
    text: "insert into catalog.import_seen (run_id, listing_id) select $1, unnest($2::uuid[]) on conflict do nothing",
    values: [context.run_id, `{${same.join(",")}}`],
  });
}

type Sorted = {
  duplicates: ListingWrite[];
  products: NewProduct[];
  added: Placed[];
  changed: Placed[];
  gtins: Placed[];
  touched: Set<string>;
};

function sortBatch(rows: readonly ListingWrite[], probed: readonly Probed[]): Sorted {
  const sorted: Sorted = { duplicates: [], products: [], added: [], changed: [], gtins: [], touched: new Set() };
  /** New products of this batch by their merge key, and those with a GTIN by their maker's number too. */
  const fresh = new Map<string, NewProduct>();
  const byMaker = new Map<string, NewProduct>();
  const slugs = new Set<string>();
  for (const [place, doubled, known, oldProduct, product, gainsGtin, slugTaken] of probed) {
    const row = rows[place];
    if (!row) continue;
    if (doubled) {
      sorted.duplicates.push(row);
      continue;
    }
    let product_id = product;
    if (product_id === null) {
      // A row without a GTIN may be the same article as one of this batch that has one.
      const maker = row.gtin === null && row.mpn_key !== null ? byMaker.get(row.mpn_key) : undefined;
      const leader = maker ?? fresh.get(row.merge_key);
      product_id = leader?.product_id ?? newId("product");
      if (!leader || isBetter(row, leader.row)) {
        const taken = leader === undefined && (slugTaken || row.slug === "" || slugs.has(row.slug));
        const slug = leader?.slug ?? (taken ? `${row.slug}${row.slug && "-"}${shortOf(product_id)}` : row.slug);
        slugs.add(slug);
        const stocked = (row.availability !== "out_of_stock" && inDollars(row)) || (leader?.stocked ?? false);
        const ready = (row.availability === "in_stock" && inDollars(row)) || (leader?.ready ?? false);
        // What it is known by stays that of the first, which may be the only one with a GTIN.
        const { gtin, mpn_key, merge_key } = leader?.row ?? row;
        const made = { row: leader ? { ...row, gtin, mpn_key, merge_key } : row, product_id, slug, stocked, ready };
        fresh.set(merge_key, made);
        if (mpn_key !== null) byMaker.set(mpn_key, made);
      }
    } else {
      sorted.touched.add(product_id);
      if (gainsGtin) sorted.gtins.push({ row, product_id });
    }
    if (oldProduct !== null && oldProduct !== product_id) sorted.touched.add(oldProduct);
    (known ? sorted.changed : sorted.added).push({ row, product_id });
  }
  sorted.products = [...fresh.values()];
  return sorted;
}

/** The last figures of an id are the random ones. */
const shortOf = (id: string) => id.slice(-8);

/** In dollars before anything else, in stock before out of stock, then the cheaper: the listing that leads its product. */
function isBetter(a: ListingWrite, b: ListingWrite): boolean {
  if (inDollars(a) !== inDollars(b)) return inDollars(a);
  const stock = Number(a.availability === "out_of_stock") - Number(b.availability === "out_of_stock");
  return stock < 0 || (stock === 0 && a.price_minor < b.price_minor);
}

async function updateChanged(client: pg.PoolClient, context: BatchContext, changed: readonly Placed[]): Promise<void> {
  await client.query("truncate catalog_stage, catalog_stage_products");
  await copyInto(client, `catalog_stage (${LISTING_COLUMNS})`, changed, (placed) => listingLine(placed, context));
  const products = changed.map(({ row, product_id }) => ({ row, product_id, slug: "", stocked: false, ready: false }));
  await copyInto(client, `catalog_stage_products (${PRODUCT_COLUMNS})`, products, (product) =>
    productLine(product, context.merchant_id),
  );
  await client.query("analyze catalog_stage");
  await client.query("analyze catalog_stage_products");
  await client.query({
    text: `
    with moved as (
      select s.listing_id, s.currency, case when s.availability <> 'out_of_stock' then s.price_minor end as price_minor
      from catalog_stage s join catalog.listings l using (listing_id)
      where s.currency <> l.currency or case when s.availability <> 'out_of_stock' then s.price_minor end
        is distinct from case when l.availability <> 'out_of_stock' and l.gone_at is null then l.price_minor end
    ), told as (
      insert into catalog.price_history as h (listing_id, day, price_minor, low_minor, currency)
      select listing_id, $1::date, price_minor, price_minor, currency from moved ${SAME_DAY}
    )
    update catalog.listings l set product_id = s.product_id, merchant_id = s.merchant_id, programme_id = s.programme_id, currency = s.currency, price_minor = s.price_minor,
      list_price_minor = s.list_price_minor, availability = s.availability, condition = s.condition, rate_group = s.rate_group,
      tracking_link = s.tracking_link, content_hash = s.content_hash, written_run = s.written_run, updated_at = s.updated_at, gone_at = null
    from catalog_stage s where s.listing_id = l.listing_id`,
    values: [civilDate(context.now)],
  });
  // The listing that gave a product its texts may change them; the address stays, since people have kept it.
  await client.query(`
    update catalog.products p set name = s.name, folded = s.folded, brand = s.brand, mpn_key = s.mpn_key, description = s.description,
      image_url = s.image_url, category = s.category, subcategory = s.subcategory, specs = s.fuller
    from (select n.*, case when jsonb_array_length(n.specs) < jsonb_array_length(o.specs) then o.specs else n.specs end as fuller
      from catalog_stage_products n join catalog.products o using (product_id)) s where p.product_id = s.product_id and p.source_listing = s.source_listing
      and (p.name, p.brand, p.mpn_key, p.description, p.image_url, p.category, p.subcategory, p.specs)
        is distinct from (s.name, s.brand, s.mpn_key, s.description, s.image_url, s.category, s.subcategory, s.fuller)`);
}

/** What is for sale by a feed and was not in its run: neither written by it nor seen as it was. */
const MISSING = `l.feed_id = $2 and l.gone_at is null and l.written_run <> $3
  and not exists (select 1 from catalog.import_seen s where s.run_id = $1 and s.listing_id = l.listing_id)`;
type Looked = Pick<BatchContext, "run_id" | "run_number" | "feed_id">;
const lookedFor = ({ run_id, feed_id, run_number }: Looked) => [run_id, feed_id, run_number];

export async function countMissing(client: pg.PoolClient, context: Looked): Promise<number> {
  const { rows } = await client.query<{ missing: number }>(
    `select count(*)::integer as missing from catalog.listings l where ${MISSING}`,
    lookedFor(context),
  );
  return rows[0]?.missing ?? 0;
}

/** Keeps what a run lacks, until a person has decided. */
export async function holdMissing(client: pg.PoolClient, context: Looked): Promise<void> {
  await client.query(
    `insert into catalog.import_held (run_id, row_id) select $1, l.listing_id from catalog.listings l where ${MISSING}
     on conflict do nothing`,
    lookedFor(context),
  );
}

/** Listings of a feed that its complete run did not see, and their products' prices. Returns how many are gone. */
export async function retireListings(client: pg.PoolClient, context: BatchContext): Promise<number> {
  const { rows, rowCount } = await client.query<{ product_id: string }>(
    `with gone as (update catalog.listings l set gone_at = $4 where ${MISSING} returning l.listing_id, l.product_id, l.currency), ${toldGone("$5")}`,
    [...lookedFor(context), context.now, civilDate(context.now)],
  );
  const products = [...new Set(rows.map((row) => row.product_id))];
  for (let from = 0; from < products.length; from += 5_000)
    await client.query(REFRESH_PRODUCTS, [products.slice(from, from + 5_000)]);
  return rowCount ?? 0;
}

export async function forgetSeen(client: pg.PoolClient, runId: string): Promise<void> {
  await client.query("delete from catalog.import_seen where run_id = $1", [runId]);
}

/** Words that wait to be sorted into the search index are sorted now, so that no search has to read through them. */
export async function settleIndexes(client: pg.PoolClient): Promise<void> {
  await client.query("select gin_clean_pending_list('catalog.products_words')");
  await client.query("analyze catalog.products");
  await client.query("analyze catalog.listings");
}
