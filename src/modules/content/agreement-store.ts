/** All SQL of agreements. Schema `content` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Page } from "./content.types.ts";
import type { LegalReader } from "./legal-changes.ts";
import type { ContentLanguage } from "./read-content.ts";

type Runner = Database | Tx;

/** By what they agreed: registering here, going on with a provider of sign-ins, or opening what a partner registered. */
export type AgreementWay = "register" | "social" | "invitation";
export type VersionRow = {
  version_id: string;
  document: string;
  language: ContentLanguage;
  partner: string;
  country: string | null;
  /** Civil date. */
  holds_since: string;
  title: string;
  page: Pick<Page, "short" | "lead" | "parts">;
  kept_at: Date;
};
export type CountedVersion = VersionRow & { members: number };
export type AgreementRow = Omit<VersionRow, "page"> & { way: AgreementWay; agreed_at: Date };

const FACTS = sql`v.version_id, v.document, v.language, v.partner, v.country, v.holds_since::text as holds_since, v.title, v.kept_at`;
const MEMBERS = sql`(select count(*)::integer from content.agreements a where a.version_id = v.version_id) as members`;

/**
 * Accounts are opened beside each other, and while a legal text is published or taken back none is: whoever opens one either agreed
 * before and is told with the others, or sees what is coming.
 */
export async function holdAgreements(tx: Tx, doing: "agreeing" | "changing"): Promise<void> {
  const lock = sql`hashtext('content.agreements')`;
  await (doing === "agreeing"
    ? sql`select pg_advisory_xact_lock_shared(${lock})`
    : sql`select pg_advisory_xact_lock(${lock})`
  ).execute(tx);
}

export async function keepVersion(tx: Tx, row: VersionRow): Promise<void> {
  await sql`
    insert into content.versions (version_id, document, language, partner, country, holds_since, title, page, kept_at)
    values (${row.version_id}, ${row.document}, ${row.language}, ${row.partner}, ${row.country}, ${row.holds_since},
      ${row.title}, ${JSON.stringify(row.page)}, ${row.kept_at})
    on conflict (version_id) do nothing`.execute(tx);
}

export async function keepAgreement(
  tx: Tx,
  row: { user_id: string; version_id: string; way: AgreementWay; agreed_at: Date },
): Promise<void> {
  await sql`
    insert into content.agreements (user_id, version_id, way, agreed_at)
    values (${row.user_id}, ${row.version_id}, ${row.way}, ${row.agreed_at})
    on conflict (user_id, version_id) do nothing`.execute(tx);
}

export const readAgreementsOf = async (runner: Runner, userId: string, most: number): Promise<AgreementRow[]> =>
  (
    await sql<AgreementRow>`
      select ${FACTS}, a.way, a.agreed_at from content.agreements a join content.versions v using (version_id)
      where a.user_id = ${userId} order by a.agreed_at desc, v.document limit ${most}`.execute(runner)
  ).rows;

/** Under which partner and in which country each of some members agreed to a text; absent: nothing is on record. */
export async function readPlaces(
  tx: Tx,
  userIds: readonly string[],
  document: string,
): Promise<Map<string, LegalReader[]>> {
  const { rows } = await sql<LegalReader & { user_id: string }>`
    select distinct a.user_id, v.partner, v.country from content.agreements a join content.versions v using (version_id)
    where a.user_id = any(${[...userIds]}::uuid[]) and v.document = ${document}
    order by a.user_id, v.partner, v.country`.execute(tx);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

export const readVersion = async (runner: Runner, id: string): Promise<CountedVersion | null> =>
  (
    await sql<CountedVersion>`
      select ${FACTS}, v.page, ${MEMBERS} from content.versions v where version_id = ${id}`.execute(runner)
  ).rows[0] ?? null;

/**
 * Whether anybody agreed to a text that stands where this one would; whoever agreed where no country was known may be in any. Asked
 * version by version, as there are few, and many agreements.
 */
export const isAgreedTo = async (
  tx: Tx,
  at: { document: string; partner: string | null; country: string | null },
): Promise<boolean> =>
  (
    await sql<{ found: boolean }>`
      select exists (
        select 1 from content.versions v,
          lateral (select 1 from content.agreements a where a.version_id = v.version_id limit 1) agreed
        where v.document = ${at.document} and (${at.partner}::text is null or v.partner = ${at.partner})
          and (${at.country}::text is null or v.country is null or v.country = ${at.country})) as found`.execute(tx)
  ).rows[0]?.found ?? false;

/** Newest first. */
export const listVersions = async (
  runner: Runner,
  asked: { document: string | null; after: { at: Date; id: string } | null; most: number },
): Promise<Omit<CountedVersion, "page">[]> =>
  (
    await sql<CountedVersion>`
      select ${FACTS}, ${MEMBERS} from content.versions v
      where ${asked.document ? sql`v.document = ${asked.document}` : sql`true`}
        and ${asked.after ? sql`(v.kept_at, v.version_id) < (${asked.after.at}, ${asked.after.id})` : sql`true`}
      order by v.kept_at desc, v.version_id desc limit ${asked.most}`.execute(runner)
  ).rows;
