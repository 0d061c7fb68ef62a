/** Codes as browsers know them: by the store's name and the code itself. */
import type pg from "pg";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

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

/**
 * One code of a store may be listed by several networks, in small letters or large: what is told of it holds for all. Nobody signs
 * it, so that it says how often a code worked and never that it was verified. What is of a day before somebody asked for a check
 * is no answer to that.
 */
export async function addTries(
  tx: Tx,
  tries: readonly (StoreCode & { worked: boolean; day: string })[],
  now: Date,
): Promise<void> {
  await sql`
    with told as (
      select internal_name, upper(code) as code, worked, day
      from unnest(${tries.map(({ internal_name }) => internal_name)}::text[], ${tries.map(({ code }) => code)}::text[],
        ${tries.map(({ worked }) => worked)}::boolean[], ${tries.map(({ day }) => day)}::date[]) t (internal_name, code, worked, day)
    ), locked as (
      select o.offer_id, m.internal_name, upper(o.code) as code, (o.check_asked_at at time zone 'UTC')::date as asked
      from catalog.offers o join catalog.merchants m using (merchant_id)
      where o.gone_at is null and (m.internal_name, upper(o.code)) in (select internal_name, code from told)
      order by o.offer_id for update of o
    ), found as (
      select l.offer_id, count(*)::int as tried, (count(*) filter (where t.worked))::int as worked,
        (count(*) filter (where t.day >= l.asked))::int as answers, (count(*) filter (where t.day >= l.asked and t.worked))::int as good
      from locked l join told t using (internal_name, code) group by l.offer_id
    ), answered as (
      insert into catalog.offer_history (offer_id, at, by, what)
      select offer_id, ${now}, 'shoppers', 'checked at a checkout: worked ' || good || ' of ' || answers || case when answers = 1 then ' time' else ' times' end
      from found where answers > 0
    )
    update catalog.offers o set tried = o.tried + f.tried, worked = o.worked + f.worked,
      check_asked_at = case when f.answers = 0 then o.check_asked_at end
    from found f where f.offer_id = o.offer_id`.execute(tx);
}
