/** Codes as browsers know them: by the store's name and the code itself. */
import { sql } from "kysely";
import type pg from "pg";
import type { Tx } from "#platform/database";

export type StoreCode = { internal_name: string; code: string };

export async function readListedCodes(pool: pg.Pool, codes: readonly StoreCode[]): Promise<Set<string>> {
  const { rows } = await pool.query<StoreCode>(
    `select distinct t.internal_name, t.code from unnest($1::text[], $2::text[]) t (internal_name, code)
     join catalog.merchants m using (internal_name)
     join catalog.offers o on o.merchant_id = m.merchant_id and o.code = t.code and o.gone_at is null`,
    [codes.map(({ internal_name }) => internal_name), codes.map(({ code }) => code)],
  );
  return new Set(rows.map(({ internal_name, code }) => `${internal_name} ${code}`));
}

/** One code of a store may be listed by several networks: what is told of it holds for all. */
export async function addTries(
  tx: Tx,
  tries: readonly (StoreCode & { worked: boolean; day: string })[],
  now: Date,
): Promise<void> {
  await sql`
    with told as (
      select internal_name, code, count(*)::int as tried, (count(*) filter (where worked))::int as worked,
        max(day) filter (where worked) as day
      from unnest(${tries.map(({ internal_name }) => internal_name)}::text[], ${tries.map(({ code }) => code)}::text[],
        ${tries.map(({ worked }) => worked)}::boolean[], ${tries.map(({ day }) => day)}::date[]) t (internal_name, code, worked, day)
      group by internal_name, code
    ), found as (
      select o.offer_id, t.tried, t.worked, t.day, o.check_asked_at from told t
      join catalog.merchants m using (internal_name)
      join catalog.offers o on o.merchant_id = m.merchant_id and o.code = t.code and o.gone_at is null
      order by o.offer_id for update of o
    ), answered as (
      insert into catalog.offer_history (offer_id, at, by, what)
      select offer_id, ${now}, 'shoppers', 'checked at a checkout: worked ' || worked || ' of ' || tried || case when tried = 1 then ' time' else ' times' end
      from found where check_asked_at is not null
    )
    update catalog.offers o set check_asked_at = null, tried = o.tried + f.tried, worked = o.worked + f.worked,
      verified_at = greatest(o.verified_at, f.day::timestamp at time zone 'UTC')
    from found f where f.offer_id = o.offer_id`.execute(tx);
}
