/** SQL of stores that operators made one, and of what goes back when they are two again. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { FEED_LOCKS } from "../feed-lock.ts";
import { idsOf, settleAlike } from "./coupon-decisions.ts";

type Runner = Database | Tx;

export type StoreMerge = {
  merge_id: string;
  merged: string;
  kept: string;
  at: Date;
  programmes: string[];
  kept_programmes: string[];
  former_names: string[];
  followers: string[];
  own_offers: string[];
  feed_id: number | null;
  sealed_at: Date | null;
};

/** Feeds whose imports write what belongs to these stores. */
export async function feedsOfStores(runner: Runner, merchantIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ feed_id: number }>`
    select f.feed_id from catalog.feeds f
    where f.merchant_id = any(${merchantIds as string[]}::uuid[]) or exists (
      select 1 from catalog.programmes p where p.merchant_id = any(${merchantIds as string[]}::uuid[]) and p.network = f.network
        and (f.kind <> 'products' or p.network_programme_id = f.network_programme_id))
    order by f.feed_id`.execute(runner);
  return rows.map(({ feed_id }) => feed_id);
}

/** Keeps imports of these feeds away until the transaction ends; false when one of them is running. */
export async function holdFeeds(tx: Tx, feedIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${FEED_LOCKS}, feed_id) as got from unnest(${feedIds as number[]}::integer[]) as f(feed_id)`.execute(
    tx,
  );
  return rows.every(({ got }) => got);
}

/** Notes what is about to go over. */
export async function noteMerge(
  tx: Tx,
  { merged, kept, by, at }: { merged: string; kept: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into catalog.store_merges (merged, kept, at, by, programmes, kept_programmes, former_names, followers, own_offers, feed_id)
    select ${merged}::uuid, ${kept}::uuid, ${at}, ${by},
      array(select programme_id from catalog.programmes where merchant_id = ${merged}),
      array(select programme_id from catalog.programmes where merchant_id = ${kept}),
      array(select former_name from catalog.former_names where merchant_id = ${merged}),
      array(select merchant_id from catalog.merchants where merged_into = ${merged}),
      array(select offer_id from catalog.offers where merchant_id = ${merged} and network = 'own'),
      (select feed_id from catalog.feeds f where f.merchant_id = ${merged}
        and not exists (select 1 from catalog.feeds o where o.merchant_id = ${kept}))`.execute(tx);
  await sql`
    update catalog.store_merges set sealed_at = ${at} where kept = ${merged} and undone_at is null and sealed_at is null`.execute(
    tx,
  );
}

export async function readOpenMerge(runner: Runner, merged: string): Promise<StoreMerge | null> {
  const { rows } = await sql<StoreMerge>`
    select merge_id::text as merge_id, merged, kept, at, programmes, kept_programmes, former_names, followers, own_offers, feed_id, sealed_at
    from catalog.store_merges where merged = ${merged} and undone_at is null`.execute(runner);
  return rows[0] ?? null;
}

/** Programmes that came to a store after another was merged into it. */
export async function newcomersSince(
  runner: Runner,
  merge: StoreMerge,
): Promise<{ programme_id: string; url: string }[]> {
  const { rows } = await sql<{ programme_id: string; url: string }>`
    select programme_id, url from catalog.programmes
    where merchant_id = ${merge.kept} and programme_id <> all(${[...merge.programmes, ...merge.kept_programmes]}::uuid[])`.execute(
    runner,
  );
  return rows;
}

/** What went over goes back, with `programmes`; what imports said meanwhile of the store's texts is asked for anew. */
export async function undoMerge(
  tx: Tx,
  merge: StoreMerge,
  { programmes, by, at }: { programmes: readonly string[]; by: string; at: Date },
): Promise<void> {
  const { merged, kept, former_names, followers } = merge;
  const ids = programmes as string[];
  // One that a list has led to a third store meanwhile stays there.
  await sql`
    update catalog.programmes set merchant_id = ${merged}, content_hash = 0
    where programme_id = any(${ids}::uuid[]) and merchant_id = ${kept}`.execute(tx);
  const { rows: coupons } = await sql<{ offer_id: string }>`
    update catalog.offers set merchant_id = ${merged} where merchant_id = ${kept}
      and case when network = 'own' then offer_id = any(${merge.own_offers}::uuid[]) else programme_id = any(${ids}::uuid[]) end
    returning offer_id`.execute(tx);
  await settleAlike(tx, idsOf(coupons), at);
  await sql`update catalog.feeds set merchant_id = ${merged} where feed_id = ${merge.feed_id}`.execute(tx);
  // What a shop's own file lists goes with the file, by whatever programme it went meanwhile.
  await sql`
    update catalog.listings l set merchant_id = ${merged} from catalog.feeds f
    where f.feed_id = l.feed_id and l.merchant_id = ${kept} and case when f.merchant_id is null then l.programme_id = any(${ids}::uuid[])
      else f.merchant_id = any(${[merged, ...followers]}::uuid[]) end`.execute(tx);
  await sql`
    insert into catalog.favourites (user_id, merchant_id, created_at)
    select user_id, ${merged}, created_at from catalog.favourites where merchant_id = ${kept} and ${merged} = any(came_from)
    on conflict do nothing`.execute(tx);
  await sql`
    update catalog.favourites set came_from = array_remove(came_from, ${merged}::uuid)
    where merchant_id = ${kept} and ${merged} = any(came_from)`.execute(tx);
  await sql`
    delete from catalog.favourites where merchant_id = ${kept} and not chosen and came_from = '{}'`.execute(tx);
  await sql`
    update catalog.former_names set merchant_id = ${merged} where former_name = any(${former_names}::text[])`.execute(
    tx,
  );
  await sql`
    delete from catalog.former_names f using catalog.merchants m
    where m.merchant_id = ${merged} and f.former_name = m.internal_name`.execute(tx);
  await sql`update catalog.merchants set merged_into = ${merged} where merchant_id = any(${followers}::uuid[])`.execute(
    tx,
  );
  await sql`update catalog.merchants set merged_into = null where merchant_id = ${merged}`.execute(tx);
  await sql`
    update catalog.store_merges set undone_at = ${at}, undone_by = ${by} where merge_id = ${merge.merge_id}`.execute(
    tx,
  );
}

/** Stores that are a part of this one now. */
export async function readPartsOf(
  runner: Runner,
  merchantId: string,
): Promise<{ internal_name: string; name: string }[]> {
  const { rows } = await sql<{ internal_name: string; name: string }>`
    select internal_name, name from catalog.merchants where merged_into = ${merchantId} order by internal_name`.execute(
    runner,
  );
  return rows;
}
