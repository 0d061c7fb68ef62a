/** SQL of products that operators made one, and of what goes back when they are two again. */
import type pg from "pg";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { shownImage } from "./media.ts";
import { MERGE_LOCK } from "./product-merge.ts";

type Runner = Database | Tx;

export type ProductFacts = {
  product_id: string;
  slug: string;
  name: string;
  brand: string | null;
  gtin: string | null;
  category: string;
  merchants: number;
  from_minor: bigint;
  merged_into: string | null;
  given_image: string | null;
  /** As readers see it. */
  image_url: string | null;
};
const PRODUCT = sql`select product_id, slug, name, brand, gtin, category, merchants, from_minor, merged_into, given_image,
  ${sql.raw(shownImage("products"))} as image_url from catalog.products`;

/** Batches of imports wait, and so does everybody who joins or parts. */
export const holdBatches = (tx: Tx) => sql`select pg_advisory_xact_lock(${MERGE_LOCK})`.execute(tx);

export async function readProductFacts(
  runner: Runner,
  asked: { id: string | null; slug: string },
): Promise<ProductFacts | null> {
  const { rows } = await sql<ProductFacts>`
    ${PRODUCT} where product_id = ${asked.id}::uuid or slug = ${asked.slug} limit 1`.execute(runner);
  return rows[0] ?? null;
}

/** By our id, its address, or its number of the trade. */
export async function findProductFacts(
  runner: Runner,
  asked: { id: string | null; text: string },
  most: number,
): Promise<ProductFacts[]> {
  const { rows } = await sql<ProductFacts>`
    (${PRODUCT} where product_id = ${asked.id}::uuid)
    union (${PRODUCT} where slug = ${asked.text})
    union (${PRODUCT} where words @@ array_to_string(string_to_array(${asked.text}, '-'), ' & ')::tsquery
      and merchants > 0 order by merchants desc, product_id limit ${most}) limit ${most}`.execute(runner);
  return rows;
}

export const readParts = async (runner: Runner, productId: string): Promise<ProductFacts[]> =>
  (await sql<ProductFacts>`${PRODUCT} where merged_into = ${productId} order by slug`.execute(runner)).rows;

export type ProductMerge = {
  merge_id: string;
  merged: string;
  kept: string;
  at: Date;
  by: string;
  reason: string;
  listings: string[];
  kept_listings: string[];
  followers: string[];
  sealed_at: Date | null;
  undone_at: Date | null;
  undone_by: string | null;
  undone_why: string | null;
};
const MERGE = sql`select merge_id::text as merge_id, merged, kept, at, by, reason, listings, kept_listings, followers, sealed_at,
  undone_at, undone_by, undone_why from catalog.product_merges`;

export async function readOpenProductMerge(runner: Runner, merged: string): Promise<ProductMerge | null> {
  const { rows } = await sql<ProductMerge>`${MERGE} where merged = ${merged} and undone_at is null`.execute(runner);
  return rows[0] ?? null;
}

/** All of a product, on whichever side, oldest first. */
export async function readProductMerges(runner: Runner, productId: string): Promise<ProductMerge[]> {
  const { rows } = await sql<ProductMerge>`
    ${MERGE} where merged = ${productId} or kept = ${productId} order by merge_id`.execute(runner);
  return rows;
}

export type ListedMerge = ProductMerge & { merged_name: string; kept_name: string };
export async function listProductMerges(
  runner: Runner,
  asked: { open: boolean | null; after: string | null; most: number },
): Promise<ListedMerge[]> {
  const { rows } = await sql<ListedMerge>`
    select g.*, m.name as merged_name, k.name as kept_name from (${MERGE}) g
    join catalog.products m on m.product_id = g.merged join catalog.products k on k.product_id = g.kept
    where (${asked.open}::boolean is null or (g.undone_at is null) = ${asked.open})
      and (${asked.after}::bigint is null or g.merge_id::bigint < ${asked.after}::bigint)
    order by g.merge_id::bigint desc limit ${asked.most}`.execute(runner);
  return rows;
}

/** Listings and alerts go over, these with the products that they were asked for; what was a part of it is a part of the other. */
export async function joinProducts(
  tx: Tx,
  { merged, kept, at, by, reason }: { merged: string; kept: string; at: Date; by: string; reason: string },
): Promise<void> {
  await sql`
    insert into catalog.product_merges (merged, kept, at, by, reason, listings, kept_listings, followers)
    select ${merged}::uuid, ${kept}::uuid, ${at}, ${by}, ${reason},
      array(select listing_id from catalog.listings where product_id = ${merged}),
      array(select listing_id from catalog.listings where product_id = ${kept}),
      array(select product_id from catalog.products where merged_into = ${merged})`.execute(tx);
  await sql`
    update catalog.product_merges set sealed_at = ${at} where kept = ${merged} and undone_at is null and sealed_at is null`.execute(
    tx,
  );
  await sql`update catalog.products set merged_into = ${kept} where product_id = ${merged} or merged_into = ${merged}`.execute(
    tx,
  );
  await sql`update catalog.listings set product_id = ${kept} where product_id = ${merged}`.execute(tx);
  await sql`
    insert into catalog.price_alerts as a (user_id, product_id, created_at, seen_minor, told_at, below_minor, came_from, chosen)
    select user_id, ${kept}, created_at, seen_minor, told_at, below_minor,
      case when chosen then array_append(came_from, ${merged}::uuid) else came_from end, false
    from catalog.price_alerts where product_id = ${merged}
    on conflict (user_id, product_id) do update set came_from = a.came_from || excluded.came_from`.execute(tx);
  await sql`delete from catalog.price_alerts where product_id = ${merged}`.execute(tx);
}

/** What went over goes back. What came meanwhile is looked at anew by the next import, which knows whose it is. */
export async function partProducts(
  tx: Tx,
  { merge_id, merged, kept, listings, kept_listings, followers }: ProductMerge,
  { at, by, why }: { at: Date; by: string; why: string },
): Promise<void> {
  const gone = [merged, ...followers];
  await sql`update catalog.products set merged_into = null where product_id = ${merged}`.execute(tx);
  await sql`update catalog.products set merged_into = ${merged} where product_id = any(${followers}::uuid[])`.execute(
    tx,
  );
  await sql`
    update catalog.listings set product_id = ${merged} where product_id = ${kept} and listing_id = any(${listings}::uuid[])`.execute(
    tx,
  );
  await sql`
    update catalog.listings set content_hash = 0 where product_id = ${kept} and listing_id <> all(${kept_listings}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into catalog.price_alerts (user_id, product_id, created_at, seen_minor, told_at, below_minor, came_from, chosen)
    select user_id, ${merged}, created_at, seen_minor, told_at, below_minor,
      array(select id from unnest(came_from) id where id = any(${followers}::uuid[])), ${merged} = any(came_from)
    from catalog.price_alerts where product_id = ${kept} and came_from && ${gone}::uuid[] on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update catalog.price_alerts set came_from = array(select id from unnest(came_from) id where id <> all(${gone}::uuid[]))
    where product_id = ${kept} and came_from && ${gone}::uuid[]`.execute(tx);
  await sql`delete from catalog.price_alerts where product_id = ${kept} and not chosen and came_from = '{}'`.execute(
    tx,
  );
  await sql`
    update catalog.product_merges set undone_at = ${at}, undone_by = ${by}, undone_why = ${why} where merge_id = ${merge_id}`.execute(
    tx,
  );
}

/** What joining or parting changed of a price is no fall, unless it reaches what a member named: later ones are measured from here. */
export async function lookAnewAtAlerts(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`
    update catalog.price_alerts a set seen_minor = p.from_minor from catalog.products p
    where p.product_id = a.product_id and p.merchants > 0 and a.product_id = any(${productIds as string[]}::uuid[])
      and not coalesce(p.from_minor <= a.below_minor and a.seen_minor > a.below_minor, false)`.execute(tx);
}

export async function merchantsOf(tx: Tx, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from catalog.listings where product_id = any(${productIds as string[]}::uuid[]) order by 1`.execute(
    tx,
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** The address that a product has now, by one that leads there; null for what is no part of another. */
export async function readSlugNow(pool: pg.Pool, slug: string): Promise<string | null> {
  const { rows } = await pool.query<{ slug: string }>({
    name: "catalog-product-now",
    text: "select k.slug from catalog.products p join catalog.products k on k.product_id = p.merged_into where p.slug = $1",
    values: [slug],
  });
  return rows[0]?.slug ?? null;
}
