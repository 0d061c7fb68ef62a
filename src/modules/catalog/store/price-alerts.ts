/** SQL of members who want to hear when a product costs less. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PriceAlert } from "../catalog.types.ts";
import { shownImage } from "./media.ts";

/** The product of an address, `k`: one that became a part of another is the other. */
const OF_SLUG = sql`catalog.products p join catalog.products k on k.product_id = coalesce(p.merged_into, p.product_id)`;

export type Asked = { user_id: string; slug: string; at: Date };

/** `full` when the member asked about as many as are allowed; null when no store has such a product; one that is out of stock everywhere may be waited for. */
export async function addAlert(tx: Tx, { user_id, slug, at }: Asked, most: number): Promise<"added" | "full" | null> {
  // Two at once from one member are counted one after the other.
  await sql`select pg_advisory_xact_lock(7420013, hashtext(${user_id}))`.execute(tx);
  // Who joins products waits for this alert, or it for them: none stays with a product that is a part of another.
  await sql`select 1 from catalog.products where slug = ${slug} for share`.execute(tx);
  const { rows } = await sql<{ product_id: string; others: number }>`
    select k.product_id, (select count(*)::integer from catalog.price_alerts a where a.user_id = ${user_id} and a.product_id <> k.product_id) as others
    from ${OF_SLUG} where p.slug = ${slug} and k.from_minor > 0`.execute(tx);
  const found = rows[0];
  if (!found) return null;
  if (found.others >= most) return "full";
  await sql`
    insert into catalog.price_alerts (user_id, product_id, created_at, seen_minor)
    select ${user_id}, product_id, ${at}, from_minor from catalog.products where product_id = ${found.product_id}
    on conflict (user_id, product_id) do update set chosen = true`.execute(tx);
  return "added";
}

export async function dropAlert(tx: Tx, userId: string, slug: string): Promise<void> {
  await sql`
    delete from catalog.price_alerts a using ${OF_SLUG}
    where k.product_id = a.product_id and p.slug = ${slug} and a.user_id = ${userId}`.execute(tx);
}

/** Null: every fall. False when this member does not wait for such a product. */
export async function setBelow(tx: Tx, userId: string, slug: string, below: bigint | null): Promise<boolean> {
  const { rowCount } = await sql`
    update catalog.price_alerts a set below_minor = ${below} from ${OF_SLUG}
    where k.product_id = a.product_id and p.slug = ${slug} and a.user_id = ${userId}`.execute(tx);
  return rowCount > 0;
}

export async function readAlerts(runner: Database, userId: string): Promise<(PriceAlert & { product_id: string })[]> {
  const { rows } = await sql<PriceAlert & { product_id: string }>`
    select p.product_id, p.slug, p.name, ${sql.raw(shownImage("p"))} as image_url, a.below_minor::text as below_minor,
      case when p.merchants > 0 then p.from_minor::text end as now_minor
    from catalog.price_alerts a join catalog.products p using (product_id)
    where a.user_id = ${userId} order by a.created_at desc, p.slug`.execute(runner);
  return rows;
}

export type Fall = {
  user_id: string;
  product_id: string;
  slug: string;
  name: string;
  was_minor: string;
  now_minor: string;
  below_minor: string | null;
  stores: number;
};

/** What a price did since it was last looked at; what cannot be bought now waits. */
const moved = (isWanted: string) => `from catalog.products p
  where p.product_id = a.product_id and p.merchants > 0 and ${isWanted}`;

/** Prices that rose: the next fall is measured from there. */
export async function followRises(tx: Tx): Promise<void> {
  await sql`update catalog.price_alerts a set seen_minor = p.from_minor ${sql.raw(moved("p.from_minor > a.seen_minor"))}`.execute(
    tx,
  );
}

/**
 * Takes falls of at least a hundredth and to the price that was said at most, of those who were not told since `toldBefore`, and notes them as told. Whoever takes
 * a row here is the only one, so that a letter is written once however many processes look.
 */
export async function takeFalls(tx: Tx, now: Date, toldBefore: Date, most: number): Promise<Fall[]> {
  const { rows } = await sql<Fall>`
    with fallen as (
      select a.user_id, a.product_id, a.seen_minor from catalog.price_alerts a join catalog.products p using (product_id)
      where p.merchants > 0 and p.from_minor * 100 <= a.seen_minor * 99 and (a.below_minor is null or p.from_minor <= a.below_minor)
        and (a.told_at is null or a.told_at <= ${toldBefore})
      order by a.user_id, a.product_id limit ${most} for update of a skip locked
    )
    update catalog.price_alerts a set seen_minor = p.from_minor, told_at = ${now}
    from fallen f join catalog.products p on p.product_id = f.product_id
    where a.user_id = f.user_id and a.product_id = f.product_id
    returning a.user_id, a.product_id, p.slug, p.name, f.seen_minor::text as was_minor, p.from_minor::text as now_minor, a.below_minor::text as below_minor, p.merchants as stores`.execute(
    tx,
  );
  return rows;
}
