/** SQL of shops' own feeds. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import type { FeedRow } from "./imports.ts";

type Runner = Database | Tx;

export type ShopRow = {
  merchant_id: string;
  internal_name: string;
  name: string;
  domain: string;
  /** The best programme: members go to the shop by it. Null where there is none. */
  network: Network | null;
  network_programme_id: string | null;
};

const SHOP = sql`select m.merchant_id, m.internal_name, m.name, m.domain, p.network, p.network_programme_id
  from catalog.merchants m left join catalog.programmes p on p.programme_id = m.programme_id and p.gone_at is null`;

/** By the name in its address, a former one, its domain, or its name; merged ones are the store they are part of. */
export async function findShops(runner: Runner, words: string, folded: string): Promise<ShopRow[]> {
  const { rows } = await sql<ShopRow>`
    ${SHOP} where m.merged_into is null and (m.internal_name = ${words} or m.domain = ${words} or m.folded = ${folded}
      or m.merchant_id = (select f.merchant_id from catalog.former_names f where f.former_name = ${words}))
    order by m.internal_name <> ${words}, m.popularity desc limit 5`.execute(runner);
  return rows;
}

export async function findShopsByDomain(runner: Runner, domains: readonly string[]): Promise<ShopRow[]> {
  if (domains.length === 0) return [];
  const { rows } = await sql<ShopRow>`
    ${SHOP} where m.merged_into is null and m.domain = any(${domains as string[]}::text[])`.execute(runner);
  return rows;
}

const PREFIX = "shop.";
export const isShopFeed = (feedName: string): boolean => feedName.startsWith(PREFIX);

/** The feed that holds what is read from a shop's files. It keeps its name, since ids of listings follow from it. */
export async function saveShopFeed(
  runner: Runner,
  shop: ShopRow & { network: Network; network_programme_id: string },
): Promise<FeedRow> {
  const { rows } = await sql<Omit<FeedRow, "last_rows"> & { last_rows: bigint | null }>`
    insert into catalog.feeds (feed_name, kind, network, network_programme_id, merchant_id)
    values (${`${PREFIX}${shop.internal_name}`}, 'products', ${shop.network}, ${shop.network_programme_id}, ${shop.merchant_id})
    on conflict (merchant_id) where merchant_id is not null
      do update set network = excluded.network, network_programme_id = excluded.network_programme_id
    returning *`.execute(runner);
  const row = rows[0];
  if (!row) throw new Error("a feed was not stored");
  return { ...row, last_rows: row.last_rows === null ? null : Number(row.last_rows) };
}

/** Feeds of networks that bring the same shop's products, and how many living ones the shop's own feed has. */
export async function readShopState(
  runner: Runner,
  merchantId: string,
): Promise<{ others: string[]; last_rows: number | null; products: number }> {
  const { rows } = await sql<{ others: string[]; last_rows: number | null; products: number }>`
    select coalesce(array_agg(distinct f.feed_name) filter (where f.merchant_id is null), '{}') as others,
      max(f.last_rows) filter (where f.merchant_id is not null)::float8 as last_rows,
      coalesce(sum(n.products) filter (where f.merchant_id is not null), 0)::integer as products
    from catalog.feeds f
    left join lateral (select count(*)::integer as products from catalog.listings l where l.feed_id = f.feed_id and l.gone_at is null) n on true
    where f.kind = 'products' and (f.merchant_id = ${merchantId}
      or (f.merchant_id is null and n.products > 0 and exists (select 1 from catalog.programmes p
        where p.network = f.network and p.network_programme_id = f.network_programme_id and p.merchant_id = ${merchantId})))`.execute(
    runner,
  );
  return rows[0] ?? { others: [], last_rows: null, products: 0 };
}
