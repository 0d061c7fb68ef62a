/** Favourites and coupon votes of one member become another's; where both chose, the other's choice stays. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into catalog.favourites (user_id, merchant_id, created_at, came_from, chosen)
    select ${to}, merchant_id, created_at, came_from, chosen from catalog.favourites where user_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from catalog.favourites where user_id = ${from}`.execute(tx);
  await sql`
    insert into catalog.offer_trials (offer_id, user_id, worked, at)
    select offer_id, ${to}, worked, at from catalog.offer_trials where user_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from catalog.offer_trials where user_id = ${from}`.execute(tx);
  await sql`
    insert into catalog.store_wishes (wish_key, user_id, name, created_at)
    select wish_key, ${to}, name, created_at from catalog.store_wishes where user_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from catalog.store_wishes where user_id = ${from}`.execute(tx);
  await sql`
    insert into catalog.price_alerts (user_id, product_id, created_at, seen_minor, told_at, below_minor, came_from, chosen)
    select ${to}, product_id, created_at, seen_minor, told_at, below_minor, came_from, chosen from catalog.price_alerts where user_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from catalog.price_alerts where user_id = ${from}`.execute(tx);
}
