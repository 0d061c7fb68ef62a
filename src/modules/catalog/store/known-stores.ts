/** SQL that brings merchants in step with what this project knows of stores (known-stores/). */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { idsOf, settleAlike } from "./coupon-decisions.ts";

type Runner = Database | Tx;

/** What our own knowledge says of one merchant; the rest stays as the network told it. */
export type KnownWrite = {
  merchant_id: string;
  internal_name: string;
  domain: string;
  name: string;
  folded: string;
  category: string | null;
  description: string | null;
  description_es: string;
  countries: string[] | null;
  aliases: string[];
  start_popularity: number;
  status: string;
  hidden: boolean;
};

export type StandingMerchant = { merchant_id: string; internal_name: string; domain: string };

export async function standingMerchants(tx: Tx): Promise<StandingMerchant[]> {
  const { rows } = await sql<StandingMerchant>`
    select merchant_id, internal_name, domain from catalog.merchants where merged_into is null order by created_at, merchant_id`.execute(
    tx,
  );
  return rows;
}

/** Names and addresses of stores that are a part of another: nobody else can have them. */
export async function mergedStores(tx: Tx): Promise<StandingMerchant[]> {
  const { rows } = await sql<StandingMerchant>`
    select merchant_id, internal_name, domain from catalog.merchants where merged_into is not null`.execute(tx);
  return rows;
}

export async function appliedSum(runner: Runner, dataName: string): Promise<string | null> {
  const { rows } = await sql<{ sum: string }>`
    select sum from catalog.applied_data where data_name = ${dataName}`.execute(runner);
  return rows[0]?.sum ?? null;
}

export async function saveAppliedSum(tx: Tx, dataName: string, sum: string, now: Date): Promise<void> {
  await sql`
    insert into catalog.applied_data (data_name, sum, applied_at) values (${dataName}, ${sum}, ${now})
    on conflict (data_name) do update set sum = excluded.sum, applied_at = excluded.applied_at`.execute(tx);
}

/** Whoever comes next applies it anew. */
export async function forgetAppliedSum(tx: Tx, dataName: string): Promise<void> {
  await sql`delete from catalog.applied_data where data_name = ${dataName}`.execute(tx);
}

/** Moves what hangs on one merchant to another of the same store; the row stays, because old orders name it. */
export async function mergeMerchants(tx: Tx, pairs: readonly { from: string; to: string }[], now: Date): Promise<void> {
  if (pairs.length === 0) return;
  const moved = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r("from" uuid, "to" uuid)`;
  await sql`update catalog.programmes t set merchant_id = r."to" from ${moved} where t.merchant_id = r."from"`.execute(
    tx,
  );
  const { rows: coupons } = await sql<{ offer_id: string }>`
    update catalog.offers t set merchant_id = r."to" from ${moved} where t.merchant_id = r."from" returning t.offer_id`.execute(
    tx,
  );
  await settleAlike(tx, idsOf(coupons), now);
  await sql`update catalog.listings t set merchant_id = r."to" from ${moved} where t.merchant_id = r."from"`.execute(
    tx,
  );
  // A shop's own feed goes along, so that its next file is compared with its last; a store has one of its own at most.
  await sql`
    update catalog.feeds t set merchant_id = r."to"
    from (select distinct on (r."to") r."from", r."to" from ${moved} join catalog.feeds f on f.merchant_id = r."from" order by r."to", f.feed_id) r
    where t.merchant_id = r."from" and not exists (select 1 from catalog.feeds o where o.merchant_id = r."to")`.execute(
    tx,
  );
  await sql`
    insert into catalog.favourites as k (user_id, merchant_id, created_at, came_from, chosen)
    select f.user_id, r."to", min(f.created_at), array_agg(r."from"), false from catalog.favourites f join ${moved} on f.merchant_id = r."from"
    group by f.user_id, r."to"
    on conflict (user_id, merchant_id) do update set came_from = k.came_from || excluded.came_from`.execute(tx);
  await sql`delete from catalog.favourites t using ${moved} where t.merchant_id = r."from"`.execute(tx);
  await sql`delete from catalog.merchant_products t using ${moved} where t.merchant_id = r."from"`.execute(tx);
  await sql`update catalog.former_names t set merchant_id = r."to" from ${moved} where t.merchant_id = r."from"`.execute(
    tx,
  );
  // What was a part of it before is a part of the same store now.
  await sql`
    update catalog.merchants t set merged_into = r."to" from ${moved} where r."from" in (t.merchant_id, t.merged_into)`.execute(
    tx,
  );
}

/**
 * Gives merchants other names or addresses. What they had is laid aside first, because two of them may exchange theirs and
 * both columns are unique.
 */
export async function renameMerchants(
  tx: Tx,
  rows: readonly { merchant_id: string; internal_name: string; domain: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.merchant_id);
  await sql`
    insert into catalog.former_names (former_name, merchant_id)
    select m.internal_name, coalesce(m.merged_into, m.merchant_id) from catalog.merchants m
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(merchant_id uuid, internal_name text) using (merchant_id)
    where m.internal_name <> r.internal_name
    on conflict (former_name) do nothing`.execute(tx);
  await sql`
    update catalog.merchants set internal_name = 'aside-' || merchant_id, domain = 'aside.' || merchant_id
    where merchant_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    update catalog.merchants m set internal_name = r.internal_name, domain = r.domain
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(merchant_id uuid, internal_name text, domain text)
    where m.merchant_id = r.merchant_id`.execute(tx);
}

/** Old names that the list itself tells, for links that were made elsewhere. */
export async function saveFormerNames(
  tx: Tx,
  rows: readonly { former_name: string; merchant_id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into catalog.former_names (former_name, merchant_id)
    select former_name, merchant_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(former_name text, merchant_id uuid)
    on conflict (former_name) do nothing`.execute(tx);
}

export async function saveKnown(tx: Tx, rows: readonly KnownWrite[]): Promise<void> {
  await sql`
    update catalog.merchants m set name = r.name, folded = r.folded, category = coalesce(r.category, m.category),
      description = coalesce(r.description, m.description), description_es = r.description_es,
      countries = coalesce((select array_agg(value order by value) from jsonb_array_elements_text(nullif(r.countries, 'null'))), m.countries),
      aliases = array(select jsonb_array_elements_text(r.aliases)), start_popularity = r.start_popularity, status = r.status,
      hidden = r.hidden
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(merchant_id uuid, name text, folded text, category text, description text,
      description_es text, countries jsonb, aliases jsonb, start_popularity integer, status text, hidden boolean)
    where m.merchant_id = r.merchant_id`.execute(tx);
  // A line that is no longer in the list is no longer known; its names stay until a network tells them anew.
  await sql`
    update catalog.merchants set aliases = '{}', start_popularity = 0, status = 'open', hidden = false, description_es = ''
    where merchant_id <> all(${rows.map((row) => row.merchant_id)}::uuid[])
      and (aliases, start_popularity, status, hidden, description_es) is distinct from ('{}'::text[], 0, 'open', false, '')`.execute(
    tx,
  );
}
