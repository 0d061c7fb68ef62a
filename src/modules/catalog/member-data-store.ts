/** What the module knows of one member: favourites, wishes, prices that are waited for, and which coupons worked for them. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const favourites = await sql<{ row: unknown }>`
    select jsonb_build_object('store', m.internal_name, 'at', f.created_at) as row
    from catalog.favourites f join catalog.merchants m using (merchant_id) where f.user_id = ${userId}`.execute(runner);
  const trials = await sql<{ row: unknown }>`
    select to_jsonb(t) - 'user_id' as row from catalog.offer_trials t where user_id = ${userId}`.execute(runner);
  const wishes = await sql<{ row: unknown }>`
    select jsonb_build_object('store', name, 'at', created_at) as row
    from catalog.store_wishes where user_id = ${userId} order by created_at`.execute(runner);
  const alerts = await sql<{ row: unknown }>`
    select jsonb_build_object('product', p.slug, 'at', a.created_at, 'price_minor', a.seen_minor::text, 'below_minor', a.below_minor::text, 'told_at', a.told_at) as row
    from catalog.price_alerts a join catalog.products p using (product_id) where a.user_id = ${userId} order by a.created_at`.execute(
    runner,
  );
  return {
    prices_waited_for: alerts.rows.map(({ row }) => row),
    stores_wished_for: wishes.rows.map(({ row }) => row),
    favourites: favourites.rows.map(({ row }) => row),
    coupons_tried: trials.rows.map(({ row }) => row),
  };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from catalog.favourites where user_id = ${userId}`.execute(tx);
  await sql`delete from catalog.store_wishes where user_id = ${userId}`.execute(tx);
  await sql`delete from catalog.offer_trials where user_id = ${userId}`.execute(tx);
  await sql`delete from catalog.price_alerts where user_id = ${userId}`.execute(tx);
}
