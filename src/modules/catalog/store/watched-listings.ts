/** SQL of what listings cost at this moment, by their ids or by the name of what they sell. */
import type pg from "pg";
import type { Listing } from "../catalog.types.ts";
import { shownImage } from "./media.ts";
import { sells } from "./sellers.ts";

export type WatchedRow = {
  listing_id: string;
  merchant_id: string;
  internal_name: string;
  merchant_name: string;
  domain: string;
  product_id: string;
  slug: string;
  item: string;
  image_url: string | null;
  currency: string;
  price_minor: bigint;
  availability: Listing["availability"];
  condition: Listing["condition"];
};

const COLUMNS = `l.listing_id, l.merchant_id, m.internal_name, m.name as merchant_name, m.domain, p.product_id, p.slug, p.name as item,
  ${shownImage("p")} as image_url, l.currency, l.price_minor, l.availability, l.condition`;
const FROM =
  "catalog.listings l join catalog.merchants m using (merchant_id) join catalog.products p using (product_id)";

export async function readWatchedListings(pool: pg.Pool, listingIds: readonly string[]): Promise<WatchedRow[]> {
  const { rows } = await pool.query<WatchedRow>({
    name: "catalog-watched-listings",
    text: `select ${COLUMNS} from ${FROM} where l.listing_id = any ($1::uuid[]) and l.gone_at is null and ${sells("m")}`,
    values: [listingIds],
  });
  return rows;
}

/** Looked for by the words of the name, which are indexed. At most a few of each. */
export async function findNamedListings(
  pool: pg.Pool,
  { merchant_id, named }: { merchant_id: string; named: readonly { name: string; words: string[] }[] },
): Promise<(WatchedRow & { named: string })[]> {
  const { rows } = await pool.query<WatchedRow & { named: string }>({
    name: "catalog-named-listings",
    text: `select n.named, f.* from jsonb_to_recordset($2::jsonb) as n(named text, words text) cross join lateral (
        select ${COLUMNS} from ${FROM}
        where p.words @@ n.words::tsquery and lower(p.name) = lower(n.named) and l.merchant_id = $1
          and l.gone_at is null and ${sells("m")} limit 2) f`,
    values: [
      merchant_id,
      // Folded words have letters and figures alone.
      JSON.stringify(
        named.map(({ name, words }) => ({ named: name, words: words.map((word) => `'${word}'`).join(" & ") })),
      ),
    ],
  });
  return rows;
}
