/** SQL of how rows stood before a run wrote them, and of putting them back. Only what imports write is put back: votes, decisions and merges stay. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import { idsOf, retireAlike, settleAlike } from "./coupon-decisions.ts";

/** So many runs of a feed that changed something can be taken back, the newest first. */
const KEPT_RUNS = 5;
const NOW = {
  offers: sql`select to_jsonb(o) from catalog.offers o where o.offer_id = t.id`,
  merchants: sql`select to_jsonb(m) from catalog.merchants m where m.merchant_id = t.id`,
  programmes: sql`select to_jsonb(p) || jsonb_build_object(
      'rates', (select jsonb_agg(to_jsonb(r)) from catalog.programme_rates r where r.programme_id = p.programme_id),
      'proposal', (select to_jsonb(d) from catalog.programme_decisions d where d.programme_id = p.programme_id))
    from catalog.programmes p where p.programme_id = t.id`,
};

/** Keeps how these rows stand, once for each run. */
export async function keepBefore(tx: Tx, runId: string, kind: keyof typeof NOW, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into catalog.import_before (run_id, kind, row_id, before)
    select ${runId}::uuid, ${kind}, t.id, (${NOW[kind]}) from unnest(${ids as string[]}::uuid[]) as t(id)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ feed_id: number }>`
    update catalog.import_runs r set keeps_before = true, feed_before = (
      select jsonb_build_object('last_rows', f.last_rows, 'last_complete_at', f.last_complete_at) from catalog.feeds f where f.feed_id = r.feed_id)
    where r.run_id = ${runId} and not r.keeps_before returning r.feed_id`.execute(tx);
  if (!rows[0]) return;
  await sql`
    with old as (
      update catalog.import_runs set keeps_before = false where keeps_before and feed_id = ${rows[0].feed_id} and run_number <= (
        select run_number from catalog.import_runs where keeps_before and feed_id = ${rows[0].feed_id}
        order by run_number desc offset ${KEPT_RUNS} limit 1)
      returning run_id
    )
    delete from catalog.import_before b using old where b.run_id = old.run_id`.execute(tx);
}

/** Ids of a network's programmes, or coupons, that are there and that a complete list no longer names. */
export async function idsToRetire(
  tx: Tx,
  kind: "offers" | "programmes",
  network: Network,
  seen: readonly string[],
): Promise<string[]> {
  const { rows } = await (kind === "offers"
    ? sql<{ id: string }>`select offer_id as id from catalog.offers where network = ${network}
        and case when retired_at is null then gone_at else told_gone_at end is null
        and not exists (select 1 from unnest(${seen as string[]}::text[]) as s(id) where s.id = network_offer_id)`
    : sql<{
        id: string;
      }>`select programme_id as id from catalog.programmes where network = ${network} and gone_at is null
        and not exists (select 1 from unnest(${seen as string[]}::text[]) as s(id) where s.id = network_programme_id)`
  ).execute(tx);
  return rows.map(({ id }) => id);
}

/** Rows that a run brought, and those that it changed or took away. */
export type PutBack = { brought: number; changed: number };

const countOf = async (tx: Tx, runId: string, kind: "offers" | "programmes"): Promise<PutBack> => {
  const { rows } = await sql<PutBack>`
    select count(*) filter (where before is null)::integer as brought, count(*) filter (where before is not null)::integer as changed
    from catalog.import_before where run_id = ${runId} and kind = ${kind}`.execute(tx);
  return rows[0] ?? { brought: 0, changed: 0 };
};

/**
 * A coupon that a run brought is no more, nor that it was ever there, unless an operator decided about it. Of those that have their former
 * code or store again it is judged anew whether that was retired there, as when an import says so.
 */
export async function putBackOffers(tx: Tx, runId: string, now: Date): Promise<PutBack> {
  const { rows } = await sql<{ offer_id: string; moved: boolean }>`
    select o.offer_id, o.merchant_id <> p.merchant_id or upper(o.code) is distinct from upper(b.before ->> 'code') as moved
    from catalog.import_before b join catalog.offers o on o.offer_id = b.row_id
    join catalog.programmes p on p.programme_id = (b.before ->> 'programme_id')::uuid
    where b.run_id = ${runId} and b.kind = 'offers'`.execute(tx);
  await sql`
    update catalog.offers o set programme_id = p.programme_id, merchant_id = p.merchant_id, offer_type = r.offer_type, code = r.code,
      title = r.title, description = r.description, folded = r.folded, discount_kind = r.discount_kind, discount_bps = r.discount_bps,
      discount_minor = r.discount_minor, condition = r.condition, minimum_minor = r.minimum_minor, starts_at = r.starts_at, ends_at = r.ends_at,
      tracking_link = r.tracking_link, content_hash = r.content_hash, updated_at = r.updated_at,
      verified_at = case when o.code is distinct from r.code then r.verified_at else o.verified_at end,
      gone_at = case when o.retired_at is not null then o.gone_at when r.retired_at is null then r.gone_at else r.told_gone_at end,
      told_gone_at = case when o.retired_at is null then null when r.retired_at is null then r.gone_at else r.told_gone_at end
    from catalog.import_before b cross join lateral jsonb_populate_record(null::catalog.offers, b.before) r
    join catalog.programmes p on p.programme_id = r.programme_id
    where b.run_id = ${runId} and b.kind = 'offers' and b.before is not null and o.offer_id = b.row_id`.execute(tx);
  const brought = sql`select row_id from catalog.import_before where run_id = ${runId} and kind = 'offers' and before is null
    and not exists (select 1 from catalog.offer_history h where h.offer_id = row_id)`;
  // Before what members told of them, as whoever tells does.
  await sql`select 1 from catalog.offers where offer_id in (${brought}) order by offer_id for update`.execute(tx);
  await sql`delete from catalog.offer_trials where offer_id in (${brought})`.execute(tx);
  await sql`delete from catalog.offers where offer_id in (${brought})`.execute(tx);
  await sql`
    update catalog.offers o set gone_at = coalesce(o.gone_at, ${now}), told_gone_at = case when o.retired_at is not null then ${now}::timestamptz end
    from catalog.import_before b where b.run_id = ${runId} and b.kind = 'offers' and b.before is null and o.offer_id = b.row_id`.execute(
    tx,
  );
  await settleAlike(tx, idsOf(rows.filter(({ moved }) => moved)), now);
  await retireAlike(tx, idsOf(rows), now);
  return countOf(tx, runId, "offers");
}

/** A programme that a run brought is gone; it is kept, since clicks that were made by it earn. */
export async function putBackProgrammes(
  tx: Tx,
  { run_id, started_at }: { run_id: string; started_at: Date },
  now: Date,
): Promise<PutBack & { programmes: string[] }> {
  const kept = sql`from catalog.import_before b cross join lateral jsonb_populate_record(null::catalog.programmes, b.before) r
    where b.run_id = ${run_id} and b.kind = 'programmes' and b.before is not null`;
  await sql`
    update catalog.programmes p set name = k.name, url = k.url, tracking_link = k.tracking_link, logo_url = k.logo_url,
      network_advertiser_id = k.network_advertiser_id, terms = k.terms, content_hash = k.content_hash, updated_at = k.updated_at, gone_at = k.gone_at,
      merchant_id = case when p.url = k.url then p.merchant_id else
        (select coalesce(m.merged_into, m.merchant_id) from catalog.merchants m where m.merchant_id = k.merchant_id) end
    from (select r.* ${kept}) k where p.programme_id = k.programme_id`.execute(tx);
  await sql`
    update catalog.programmes p set gone_at = coalesce(p.gone_at, ${now})
    from catalog.import_before b where b.run_id = ${run_id} and b.kind = 'programmes' and b.before is null and p.programme_id = b.row_id`.execute(
    tx,
  );
  await sql`
    update catalog.programme_decisions d set proposed = k.proposed, proposed_words = k.proposed_words,
      proposed_locking_days = k.proposed_locking_days, proposed_at = k.proposed_at
    from (select x.* from catalog.import_before b cross join lateral jsonb_populate_record(null::catalog.programme_decisions, b.before -> 'proposal') x
      where b.run_id = ${run_id} and b.kind = 'programmes' and b.before -> 'proposal' <> 'null') k where d.programme_id = k.programme_id`.execute(
    tx,
  );
  await putBackRates(tx, run_id);
  const { rows } = await sql<{ programme_id: string; merchant_id: string }>`
    select p.programme_id, p.merchant_id from catalog.import_before b join catalog.programmes p on p.programme_id = b.row_id
    where b.run_id = ${run_id} and b.kind = 'programmes'`.execute(tx);
  // Rates of a run that was wrong were never anybody's usual ones.
  await sql`
    delete from catalog.rate_history where since >= ${started_at} and merchant_id = any(${rows.map(({ merchant_id }) => merchant_id)}::uuid[])`.execute(
    tx,
  );
  return { ...(await countOf(tx, run_id, "programmes")), programmes: rows.map(({ programme_id }) => programme_id) };
}

/** Awin's lists tell no rates: what was read of them programme by programme stays. */
async function putBackRates(tx: Tx, runId: string): Promise<void> {
  const told = sql`from catalog.import_before b join catalog.programmes p on p.programme_id = b.row_id
    where b.run_id = ${runId} and b.kind = 'programmes' and b.before is not null and p.network <> 'awin'`;
  await sql`delete from catalog.programme_rates where programme_id in (select b.row_id ${told})`.execute(tx);
  await sql`
    insert into catalog.programme_rates
    select r.* from (select b.before -> 'rates' as rates ${told}) t
    cross join lateral jsonb_populate_recordset(null::catalog.programme_rates, nullif(t.rates, 'null')) r`.execute(tx);
}

/** Texts of stores as they were told before. To be written as what an import tells (`asTold`). */
export async function putBackMerchants(tx: Tx, runId: string): Promise<void> {
  await sql`
    update catalog.merchants m set name = r.name, folded = r.folded, description = r.description, category = r.category, countries = r.countries,
      is_global = r.is_global, source_programme = r.source_programme, description_es = r.description_es, aliases = r.aliases,
      start_popularity = r.start_popularity, status = r.status, hidden = r.hidden
    from catalog.import_before b cross join lateral jsonb_populate_record(null::catalog.merchants, b.before) r
    where b.run_id = ${runId} and b.kind = 'merchants' and b.before is not null and m.merchant_id = b.row_id`.execute(
    tx,
  );
}
