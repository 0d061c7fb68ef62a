/** SQL of what listings cost over time. Rows are written where listings are, in the same statement or transaction. */
import type pg from "pg";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PricePoint } from "../price-rules.ts";
import { sells } from "./sellers.ts";

/** A second change on one day: the last price stands, the lowest is kept, unless both are not of one currency. */
export const SAME_DAY = `on conflict (listing_id, day) do update set price_minor = excluded.price_minor, currency = excluded.currency,
  low_minor = case when h.currency = excluded.currency then least(h.low_minor, excluded.low_minor) else excluded.low_minor end`;

/** A part of a statement before which `gone` answers `listing_id`, `product_id` and `currency`; `day` is the place of its value. */
export const toldGone = (day: string): string => `told as (
    insert into catalog.price_history as h (listing_id, day, price_minor, low_minor, currency)
    select listing_id, ${day}::date, null, null, currency from gone ${SAME_DAY})
  select product_id from gone`;

/** First prices of listings that a batch has just brought. */
export async function tellAdded(
  client: pg.PoolClient,
  added: readonly { listing_id: string; price_minor: bigint; currency: string; availability: string }[],
  day: string,
): Promise<void> {
  if (added.length === 0) return;
  const prices = added.map((row) => (row.availability === "out_of_stock" ? "NULL" : row.price_minor));
  await client.query({
    name: "catalog-history-added",
    text: `insert into catalog.price_history as h (listing_id, day, price_minor, low_minor, currency)
      select listing_id, $3::date, price_minor, price_minor, currency
      from unnest($1::uuid[], $2::bigint[], $4::text[]) as t(listing_id, price_minor, currency) ${SAME_DAY}`,
    values: [
      `{${added.map((row) => row.listing_id).join(",")}}`,
      `{${prices.join(",")}}`,
      day,
      `{${added.map((row) => row.currency).join(",")}}`,
    ],
  });
}

type HistoryRow = PricePoint & { first_day: string };

/** In dollars; a price in another currency is none here. */
const DOLLARS = (column: string) => `case when h.currency = 'USD' then h.${column} end as ${column}`;

/** The steps of a product's or a listing's prices since a day, each listing with the price that held when the day began. */
export async function readPriceSteps(
  pool: pg.Pool,
  target: { product_id: string } | { listing_id: string },
  since: string,
): Promise<{ points: PricePoint[]; first_day: string | null }> {
  const [column, id] = "product_id" in target ? ["product_id", target.product_id] : ["listing_id", target.listing_id];
  const { rows } = await pool.query<HistoryRow>({
    name: `catalog-price-steps-${column}`,
    text: `with own as (
        select l.listing_id from catalog.listings l join catalog.merchants m using (merchant_id)
        where l.${column} = $1 and ${sells("m")} order by l.gone_at is not null, l.price_minor limit 200
      ), steps as (
        select h.listing_id, h.day, ${DOLLARS("price_minor")}, ${DOLLARS("low_minor")} from own join catalog.price_history h using (listing_id) where h.day > $2::date
        union all
        select o.listing_id, b.day, b.price_minor, b.price_minor from own o cross join lateral (
          select day, ${DOLLARS("price_minor")} from catalog.price_history h where h.listing_id = o.listing_id and h.day <= $2::date order by day desc limit 1) b
      )
      select s.listing_id, s.day::text as day, s.price_minor, s.low_minor,
        (select min(h.day)::text from own join catalog.price_history h using (listing_id)) as first_day
      from steps s order by s.day, s.listing_id`,
    values: [id, since],
  });
  return {
    points: rows.map(({ listing_id, day, price_minor, low_minor }) => ({ listing_id, day, price_minor, low_minor })),
    first_day: rows[0]?.first_day ?? null,
  };
}

/** Drops what is older than a day, but for the price that held then. */
export async function dropPricesBefore(runner: Database | Tx, day: string): Promise<number> {
  const result = await sql`
    delete from catalog.price_history h
    where h.day < ${day}::date and (h.price_minor is null
      or exists (select 1 from catalog.price_history n where n.listing_id = h.listing_id and n.day > h.day and n.day <= ${day}::date))`.execute(
    runner,
  );
  return result.rowCount;
}
