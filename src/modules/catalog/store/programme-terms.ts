/** SQL of what is known of programmes beyond their list: rates told one by one, and who stands behind an advertiser. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import type { CommissionGroup } from "../rules.ts";

type Runner = Database | Tx;

export type TermsTask = { programme_id: string; network_programme_id: string };

/** Programmes whose terms were never read first, then those read longest ago; the largest merchants lead. */
export async function termsToRead(runner: Runner, network: Network, before: Date, most: number): Promise<TermsTask[]> {
  return (
    await sql<TermsTask>`
      select p.programme_id, p.network_programme_id from catalog.programmes p join catalog.merchants m using (merchant_id)
      where p.network = ${network} and p.gone_at is null and (p.terms_read_at is null or p.terms_read_at < ${before})
      order by p.terms_read_at nulls first, m.popularity desc, length(p.network_programme_id), p.network_programme_id limit ${most}`.execute(
      runner,
    )
  ).rows;
}

export async function markTermsRead(tx: Tx, programmeIds: readonly string[], at: Date): Promise<void> {
  await sql`update catalog.programmes set terms_read_at = ${at} where programme_id = any(${programmeIds as string[]}::uuid[])`.execute(
    tx,
  );
}

/** Programmes whose own data changed are asked for their terms again. */
export async function forgetTerms(tx: Tx, programmeIds: readonly string[]): Promise<void> {
  await sql`update catalog.programmes set terms_read_at = null where programme_id = any(${programmeIds as string[]}::uuid[])`.execute(
    tx,
  );
}

/** Replaces the rates of these programmes. Answers those whose rates are other than before. */
export async function saveRates(
  tx: Tx,
  programmes: readonly { programme_id: string; groups: readonly CommissionGroup[] }[],
): Promise<string[]> {
  const told = programmes.map(({ programme_id, groups }) => ({
    programme_id,
    rates: groups.map((group, position) => [
      group.code,
      group.name,
      position,
      group.kind,
      group.bps,
      group.minor.toString(),
    ]),
  }));
  const { rows } = await sql<{ programme_id: string }>`
    with told as materialized (
      select t.programme_id, t.rates from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(programme_id uuid, rates jsonb)
      where t.rates <> coalesce((select jsonb_agg(jsonb_build_array(group_code, name, position, kind, bps, minor::text) order by position)
        from catalog.programme_rates r where r.programme_id = t.programme_id), '[]')
    ), dropped as (
      delete from catalog.programme_rates r using told t
      where r.programme_id = t.programme_id and not exists (select 1 from jsonb_array_elements(t.rates) n where n->>0 = r.group_code)
    ), saved as (
      insert into catalog.programme_rates (programme_id, group_code, name, position, kind, bps, minor)
      select t.programme_id, n->>0, n->>1, (n->>2)::integer, n->>3, (n->>4)::integer, (n->>5)::bigint
      from told t cross join lateral jsonb_array_elements(t.rates) n
      on conflict (programme_id, group_code) do update set name = excluded.name, position = excluded.position, kind = excluded.kind,
        bps = excluded.bps, minor = excluded.minor
    )
    select programme_id from told`.execute(tx);
  return rows.map((row) => row.programme_id);
}

/** Ids of a network's programmes that we are in. */
export async function joinedProgrammes(runner: Runner, network: Network): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select network_programme_id as id from catalog.programmes where network = ${network} and gone_at is null order by 1`.execute(
    runner,
  );
  return rows.map((row) => row.id);
}

/**
 * Programmes by the advertiser behind them, for coupons that name only that. An advertiser with programmes of several merchants is
 * left out: nobody knows whose the coupon is.
 */
export async function programmesByAdvertiser(runner: Runner, network: Network): Promise<Map<string, string>> {
  const { rows } = await sql<{ advertiser: string; programme: string }>`
    select network_advertiser_id as advertiser, min(network_programme_id) as programme from catalog.programmes
    where network = ${network} and gone_at is null and network_advertiser_id is not null
    group by 1 having count(distinct merchant_id) = 1`.execute(runner);
  return new Map(rows.map((row) => [row.advertiser, row.programme]));
}
