/** SQL of imports that wait for a person. */
import { civilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { FeedKind } from "../feeds/feed.types.ts";
import { OFFER_IS_TOLD } from "./held-lists.ts";
import { toldGone } from "./price-history.ts";
import { refreshProducts } from "./refresh.ts";

type Runner = Database | Tx;

export type HeldRun = {
  run_id: string;
  run_number: number;
  started_at: Date;
  kind: FeedKind;
  feed_id: number;
  feed_name: string;
  network: string;
  network_programme_id: string | null;
  store: string | null;
  merchant_id: string | null;
  finished_at: Date;
  problem: string | null;
  rows: number;
  rejected: number;
  last_rows: number | null;
  missing: number;
  ends_bare: boolean;
};

export async function readHeld(runner: Runner, feedName: string | null): Promise<HeldRun[]> {
  const { rows } = await sql<HeldRun>`
    select r.run_id, r.run_number, r.started_at, f.kind, f.feed_id, f.feed_name, f.network, f.network_programme_id, m.name as store, m.merchant_id, r.finished_at, r.problem,
      r.rows::float8 as rows, r.rejected::float8 as rejected, r.ends_bare, f.last_rows::float8 as last_rows,
      (select count(*)::integer from catalog.import_held h where h.run_id = r.run_id and case f.kind
        when 'offers' then exists (select 1 from catalog.offers o where o.offer_id = h.row_id and ${OFFER_IS_TOLD})
        when 'programmes' then exists (select 1 from catalog.programmes p where p.programme_id = h.row_id and p.gone_at is null)
        else exists (select 1 from catalog.listings l where l.listing_id = h.row_id and l.gone_at is null) end) as missing
    from catalog.import_runs r join catalog.feeds f using (feed_id)
    left join catalog.programmes p on p.network = f.network and p.network_programme_id = f.network_programme_id
    left join catalog.merchants m on m.merchant_id = p.merchant_id
    where r.state = 'held' and (${feedName}::text is null or f.feed_name = ${feedName})
    order by r.finished_at`.execute(runner);
  return rows;
}

export async function countHeld(runner: Runner): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::integer as held from catalog.import_runs where state = 'held'`.execute(runner);
  return rows[0]?.held ?? 0;
}

/** Some of what a held run lacks, as a person looks at it. */
export async function readMissing(
  runner: Runner,
  { run_id, kind }: Pick<HeldRun, "run_id" | "kind">,
  most: number,
): Promise<{ external_id: string; name: string }[]> {
  const held = {
    products: sql`l.external_id, p.name from catalog.import_held h join catalog.listings l on l.listing_id = h.row_id
      join catalog.products p using (product_id) where l.gone_at is null`,
    offers: sql`o.network_offer_id as external_id, m.name || ': ' || o.title as name from catalog.import_held h
      join catalog.offers o on o.offer_id = h.row_id join catalog.merchants m using (merchant_id) where ${OFFER_IS_TOLD}`,
    programmes: sql`p.network_programme_id as external_id, p.name from catalog.import_held h
      join catalog.programmes p on p.programme_id = h.row_id where p.gone_at is null`,
  };
  const { rows } = await sql<{ external_id: string; name: string }>`
    select ${held[kind]} and h.run_id = ${run_id} order by 1 limit ${most}`.execute(runner);
  return rows;
}

const AT_ONCE = 5_000;

/** A day holds figures and dashes alone. */
const told = (now: Date) => sql.raw(toldGone(`'${civilDate(now)}'`));

/** What a held run lacks is gone, now that a person said so. Returns how many listings. */
export async function retireHeld(tx: Tx, run: HeldRun, now: Date): Promise<number> {
  const { rows } = await sql<{ product_id: string }>`
    with gone as (
      update catalog.listings l set gone_at = ${now} from catalog.import_held h
      where h.run_id = ${run.run_id} and l.listing_id = h.row_id and l.gone_at is null returning l.listing_id, l.product_id, l.currency
    ), ${told(now)}`.execute(tx);
  return refreshAll(tx, rows);
}

/** What a wrong file brought goes with it. */
export async function retireAdded(tx: Tx, run: HeldRun, now: Date): Promise<number> {
  const { rows } = await sql<{ product_id: string }>`
    with gone as (
      update catalog.listings set gone_at = ${now}
      where feed_id = ${run.feed_id} and added_run = ${run.run_number} and gone_at is null returning listing_id, product_id, currency
    ), ${told(now)}`.execute(tx);
  return refreshAll(tx, rows);
}

async function refreshAll(tx: Tx, rows: readonly { product_id: string }[]): Promise<number> {
  const products = [...new Set(rows.map((row) => row.product_id))];
  for (let from = 0; from < products.length; from += AT_ONCE)
    await refreshProducts(tx, products.slice(from, from + AT_ONCE));
  return rows.length;
}

/** Ends the wait. True when the run was still held. */
export async function decideHeld(
  tx: Tx,
  run: { run_id: string; state: "complete" | "dropped"; gone: number; by: string },
): Promise<boolean> {
  const result = await sql`
    update catalog.import_runs set state = ${run.state}, gone = gone + ${run.gone}, decided_by = ${run.by}
    where run_id = ${run.run_id} and state = 'held'`.execute(tx);
  await sql`delete from catalog.import_held where run_id = ${run.run_id}`.execute(tx);
  return result.rowCount > 0;
}
