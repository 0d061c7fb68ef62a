/** SQL of categories, merchants, programmes and rates as the import writes them. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import type { CommissionGroup } from "../rules.ts";
import type { Department, Named } from "../taxonomy/taxonomy.ts";
import { saveRates } from "./programme-terms.ts";

type Runner = Database | Tx;

/**
 * Brings the tables in step with taxonomy/. Categories are never removed, since merchants point to them. What stays as it is is not
 * even locked: whoever counts departments twice in a transaction, and this in between, would wait for each other.
 */
export async function saveTaxonomy(
  runner: Runner,
  merchants: readonly Named[],
  departments: readonly Department[],
): Promise<void> {
  const flat = merchants.map((category, position) => ({ ...category, position }));
  await sql`
    insert into catalog.merchant_categories (slug, name_en, name_es, position)
    select slug, name_en, name_es, position from jsonb_to_recordset(${JSON.stringify(flat)}::jsonb) as r(slug text, name_en text, name_es text, position integer)
    where (slug, name_en, name_es, position) not in (select slug, name_en, name_es, position from catalog.merchant_categories)
    on conflict (slug) do update set name_en = excluded.name_en, name_es = excluded.name_es, position = excluded.position`.execute(
    runner,
  );
  let position = 0;
  const tree = departments.flatMap((department) => [
    {
      category: department.slug,
      subcategory: "",
      name_en: department.name_en,
      name_es: department.name_es,
      position: position++,
    },
    ...department.subcategories.map((sub) => ({
      category: department.slug,
      subcategory: sub.slug,
      name_en: sub.name_en,
      name_es: sub.name_es,
      position: position++,
    })),
  ]);
  await sql`
    insert into catalog.product_categories (category, subcategory, name_en, name_es, position)
    select category, subcategory, name_en, name_es, position
    from jsonb_to_recordset(${JSON.stringify(tree)}::jsonb) as r(category text, subcategory text, name_en text, name_es text, position integer)
    where (category, subcategory, name_en, name_es, position) not in (select category, subcategory, name_en, name_es, position from catalog.product_categories)
    on conflict (category, subcategory) do update set name_en = excluded.name_en, name_es = excluded.name_es, position = excluded.position`.execute(
    runner,
  );
}

export type KnownMerchant = {
  merchant_id: string;
  internal_name: string;
  domain: string;
  source_programme: string | null;
};
export type KnownProgramme = {
  programme_id: string;
  network_programme_id: string;
  content_hash: bigint;
  gone: boolean;
};

export async function knownMerchants(runner: Runner): Promise<KnownMerchant[]> {
  return (
    await sql<KnownMerchant>`
      select k.merchant_id, k.internal_name, m.domain, k.source_programme
      from catalog.merchants m join catalog.merchants k on k.merchant_id = coalesce(m.merged_into, m.merchant_id)`.execute(
      runner,
    )
  ).rows;
}

/** Names that lead to a merchant, now or from before. */
export async function namesTaken(runner: Runner): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select internal_name as name from catalog.merchants union select former_name from catalog.former_names`.execute(
    runner,
  );
  return rows.map((row) => row.name);
}

export async function knownProgrammes(runner: Runner, network: Network): Promise<KnownProgramme[]> {
  return (
    await sql<KnownProgramme>`
      select programme_id, network_programme_id, content_hash, gone_at is not null as gone from catalog.programmes where network = ${network}`.execute(
      runner,
    )
  ).rows;
}

export type MerchantWrite = {
  merchant_id: string;
  internal_name: string;
  name: string;
  folded: string;
  domain: string;
  description: string;
  category: string;
  countries: string[];
  is_global: boolean;
  source_programme: string;
  description_es: string;
  /** Folded. */
  aliases: string[];
  start_popularity: number;
  status: string;
  hidden: boolean;
};

export async function saveMerchants(tx: Tx, merchants: readonly MerchantWrite[], now: Date): Promise<void> {
  if (merchants.length === 0) return;
  await sql`
    insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, source_programme,
      description_es, aliases, start_popularity, status, hidden, created_at)
    select r.merchant_id, r.internal_name, r.name, r.folded, r.domain, r.description, r.category,
      array(select jsonb_array_elements_text(r.countries)), r.is_global, r.source_programme,
      r.description_es, array(select jsonb_array_elements_text(r.aliases)), r.start_popularity, r.status, r.hidden, ${now}
    from jsonb_to_recordset(${JSON.stringify(merchants)}::jsonb) as r(merchant_id uuid, internal_name text, name text, folded text, domain text,
      description text, category text, countries jsonb, is_global boolean, source_programme uuid,
      description_es text, aliases jsonb, start_popularity integer, status text, hidden boolean)
    on conflict (merchant_id) do update set name = excluded.name, folded = excluded.folded, description = excluded.description,
      category = excluded.category, countries = excluded.countries, is_global = excluded.is_global, source_programme = excluded.source_programme,
      description_es = excluded.description_es, aliases = excluded.aliases, start_popularity = excluded.start_popularity,
      status = excluded.status, hidden = excluded.hidden`.execute(tx);
}

export type ProgrammeWrite = {
  programme_id: string;
  network: Network;
  network_programme_id: string;
  merchant_id: string;
  name: string;
  url: string;
  tracking_link: string;
  logo_url: string | null;
  network_advertiser_id: string | null;
  terms: string | null;
  content_hash: string;
  /** Null: the list does not say, and what is known stays. */
  groups: CommissionGroup[] | null;
};

/**
 * Whether cash back is allowed is never written here: it follows from what was decided (store/decisions.ts). Answers the programmes
 * whose rates are others than before, those that lead to another store, those that had ended, and all stores that they led or lead to.
 */
export async function saveProgrammes(
  tx: Tx,
  programmes: readonly ProgrammeWrite[],
  now: Date,
): Promise<{ rates: string[]; moved: string[]; back: string[]; stores: string[] }> {
  if (programmes.length === 0) return { rates: [], moved: [], back: [], stores: [] };
  const merchants = programmes.map(({ programme_id, merchant_id }) => ({ programme_id, merchant_id }));
  const { rows } = await sql<{ programme_id: string; before: string; moved: boolean; back: boolean }>`
    select p.programme_id, p.merchant_id as before, p.merchant_id <> r.merchant_id as moved, p.gone_at is not null as back
    from catalog.programmes p
    join jsonb_to_recordset(${JSON.stringify(merchants)}::jsonb) as r(programme_id uuid, merchant_id uuid) using (programme_id)`.execute(
    tx,
  );
  const plain = programmes.map(({ groups: _groups, ...programme }) => programme);
  await sql`
    insert into catalog.programmes (programme_id, network, network_programme_id, merchant_id, name, url, tracking_link, logo_url,
      network_advertiser_id, terms, content_hash, cash_back_allowed, updated_at)
    select r.*, false, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(plain)}::jsonb) as r(programme_id uuid, network text, network_programme_id text, merchant_id uuid, name text,
      url text, tracking_link text, logo_url text, network_advertiser_id text, terms text, content_hash bigint)
    on conflict (programme_id) do update set merchant_id = excluded.merchant_id, name = excluded.name, url = excluded.url,
      tracking_link = excluded.tracking_link, logo_url = excluded.logo_url, network_advertiser_id = excluded.network_advertiser_id,
      terms = excluded.terms, content_hash = excluded.content_hash,
      updated_at = excluded.updated_at, gone_at = null`.execute(tx);
  const rates = await saveRates(
    tx,
    programmes.flatMap(({ programme_id, groups }) => (groups ? [{ programme_id, groups }] : [])),
  );
  const which = (told: "moved" | "back") => rows.flatMap((row) => (row[told] ? [row.programme_id] : []));
  const stores = [...merchants.map(({ merchant_id }) => merchant_id), ...rows.map(({ before }) => before)];
  return { rates, moved: which("moved"), back: which("back"), stores };
}

/**
 * Listings follow their programmes to the stores that these lead to; to their feeds nothing is new of them. What a shop's own feed
 * brings stays with the shop. Answers the programmes of which some went, and the stores on both sides.
 */
export async function moveListings(
  tx: Tx,
  programmeIds: readonly string[],
): Promise<{ programmes: string[]; stores: string[] }> {
  if (programmeIds.length === 0) return { programmes: [], stores: [] };
  const astray = sql`from catalog.listings l join catalog.programmes p using (programme_id) join catalog.feeds f using (feed_id)
    where l.programme_id = any(${programmeIds as string[]}::uuid[]) and l.gone_at is null and l.merchant_id <> p.merchant_id and f.merchant_id is null`;
  const { rows } = await sql<{ programme_id: string; before: string; now: string }>`
    select distinct programme_id, l.merchant_id as before, p.merchant_id as now ${astray}`.execute(tx);
  if (rows.length > 0)
    await sql`
      update catalog.listings t set merchant_id = s.merchant_id from (select l.listing_id, p.merchant_id ${astray}) s
      where t.listing_id = s.listing_id`.execute(tx);
  return {
    programmes: rows.map(({ programme_id }) => programme_id),
    stores: rows.flatMap(({ before, now }) => [before, now]),
  };
}

/** Programmes of a network that a complete list no longer names. Answers their ids. */
export async function retireProgrammes(
  tx: Tx,
  network: Network,
  seen: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ programme_id: string }>`
    update catalog.programmes set gone_at = ${now}
    where network = ${network} and gone_at is null and network_programme_id <> all(${seen as string[]}::text[])
    returning programme_id`.execute(tx);
  return rows.map(({ programme_id }) => programme_id);
}

export type ProgrammeGroups = {
  programme_id: string;
  merchant_id: string;
  cash_back_allowed: boolean;
  groups: { code: string; name: string; kind: "percent" | "fixed"; bps: number; minor: number }[];
};

/** The groups of a row of programmes, by the name that it has in the statement. */
export const groupsOf = (programme: string): string => `coalesce(
  (select jsonb_agg(jsonb_build_object('code', r.group_code, 'name', r.name, 'kind', r.kind, 'bps', r.bps, 'minor', r.minor) order by r.position)
   from catalog.programme_rates r where r.programme_id = ${programme}.programme_id), '[]')`;

/** A programme with its commission groups in the network's order, for a product feed; null when the programme is unknown. */
export async function programmeGroups(
  runner: Runner,
  network: Network,
  networkProgrammeId: string,
): Promise<ProgrammeGroups | null> {
  const { rows } = await sql<ProgrammeGroups>`
    select p.programme_id, p.merchant_id, p.cash_back_allowed, ${sql.raw(groupsOf("p"))} as groups from catalog.programmes p
    where p.network = ${network} and p.network_programme_id = ${networkProgrammeId}`.execute(runner);
  return rows[0] ?? null;
}
