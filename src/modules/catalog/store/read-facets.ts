/** SQL that counts what products can be narrowed by. */
import type pg from "pg";
import { type ProductFilter, productWhere } from "./read-products.ts";

export type FacetCount = { key: string; count: number };

const COUNTED = {
  facets: "d.facets",
  sold_by: "d.sold_by",
  ready_at: "d.ready_at",
};
const MAX_COUNTED = 400;

/** By attribute and value (`Color=Black`), by store id, or of all that is there now. */
export async function readFacetCounts(
  pool: pg.Pool,
  filter: ProductFilter,
  what: keyof typeof COUNTED | "ready",
): Promise<FacetCount[]> {
  const { where, values, flags } = productWhere(what === "ready" ? { ...filter, ready: true } : filter);
  const text =
    what === "ready"
      ? `select 'ready' as key, count(*)::integer as count from catalog.products d where ${where}`
      : `select one::text as key, count(*)::integer as count from catalog.products d, unnest(${COUNTED[what]}) as one where ${where}
         group by one order by count(*) desc, one limit ${MAX_COUNTED}`;
  const { rows } = await pool.query<FacetCount>({ name: `catalog-facets-${what}-${flags}`, text, values });
  return rows;
}

export async function readSellers(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<{ merchant_id: string; internal_name: string; name: string }[]> {
  const { rows } = await pool.query<{ merchant_id: string; internal_name: string; name: string }>({
    name: "catalog-sellers",
    text: "select merchant_id, internal_name, name from catalog.merchants where merchant_id = any($1::uuid[])",
    values: [ids],
  });
  return rows;
}

export async function sellerId(pool: pg.Pool, internalName: string): Promise<string | null> {
  const { rows } = await pool.query<{ merchant_id: string }>({
    name: "catalog-seller-id",
    text: "select merchant_id from catalog.merchants where internal_name = $1",
    values: [internalName],
  });
  return rows[0]?.merchant_id ?? null;
}
