/** SQL of what operators say of the front page's parts and of lists of stores. */
import type pg from "pg";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Area } from "../sections.ts";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

type Runner = Database | Tx;

export type Standing = { orders: Record<Area, string[]>; hidden: Set<string> };
const STANDING = `select coalesce((select sections from catalog.section_orders where area = 'home'), '{}') as home,
  coalesce((select sections from catalog.section_orders where area = 'stores'), '{}') as stores,
  array(select section from catalog.section_hidden) as hidden`;
type StandingRow = { home: string[]; stores: string[]; hidden: string[] };
const toStanding = (row: StandingRow | undefined): Standing => ({
  orders: { home: row?.home ?? [], stores: row?.stores ?? [] },
  hidden: new Set(row?.hidden),
});

export async function readStanding(pool: pg.Pool): Promise<Standing> {
  return toStanding((await pool.query<StandingRow>({ name: "catalog-sections", text: STANDING })).rows[0]);
}

/** The same for who decides; nobody else decides about sections until the transaction ends. */
export async function lockStanding(tx: Tx): Promise<Standing> {
  await sql`select pg_advisory_xact_lock(hashtext('catalog.sections'))`.execute(tx);
  return standing(tx);
}
export const standing = async (runner: Runner): Promise<Standing> =>
  toStanding((await sql<StandingRow>`${sql.raw(STANDING)}`.execute(runner)).rows[0]);

export type OwnList = { section: string; title_en: string; title_es: string };
const OWN_LISTS = "select section, title_en, title_es from catalog.sections order by section";
export async function readOwnLists(pool: pg.Pool): Promise<OwnList[]> {
  return (await pool.query<OwnList>({ name: "catalog-own-lists", text: OWN_LISTS })).rows;
}
export const ownLists = async (runner: Runner): Promise<OwnList[]> =>
  (await sql<OwnList>`${sql.raw(OWN_LISTS)}`.execute(runner)).rows;

/** Those that are live, by the store that they are a part of now. */
const PINNED = `from catalog.section_pins s join catalog.merchants t on t.merchant_id = s.merchant_id
  join catalog.merchants m on m.merchant_id = coalesce(t.merged_into, t.merchant_id)`;
export async function readPinned(pool: pg.Pool, section: string): Promise<CardRow[]> {
  const { rows } = await pool.query<CardRow>({
    name: "catalog-section-pins",
    text: `select ${CARD} ${PINNED} where s.section = $1 and m.live
      and not exists (select 1 from catalog.section_pins o where o.section = s.section and o.merchant_id = t.merged_into)
      order by s.position, m.internal_name`,
    values: [section],
  });
  return rows;
}

/** `is_now`: the store that it is, or is a part of now. */
export type Pin = { merchant_id: string; is_now: string; internal_name: string; name: string; live: boolean };
export async function listPins(runner: Runner, section: string): Promise<Pin[]> {
  const { rows } = await sql<Pin>`
    select s.merchant_id, m.merchant_id as is_now, m.internal_name, m.name, m.live ${sql.raw(PINNED)} where s.section = ${section}
    order by s.position, m.internal_name`.execute(runner);
  return rows;
}

export async function saveOrder(tx: Tx, area: Area, sections: readonly string[] | null): Promise<void> {
  if (sections === null) await sql`delete from catalog.section_orders where area = ${area}`.execute(tx);
  else
    await sql`
      insert into catalog.section_orders (area, sections) values (${area}, ${sections as string[]}::text[])
      on conflict (area) do update set sections = excluded.sections`.execute(tx);
}

export async function saveHidden(tx: Tx, section: string, hidden: boolean): Promise<void> {
  if (hidden)
    await sql`insert into catalog.section_hidden (section) values (${section}) on conflict do nothing`.execute(tx);
  else await sql`delete from catalog.section_hidden where section = ${section}`.execute(tx);
}

/** All pins of a section, in their order. */
export async function savePins(tx: Tx, section: string, merchantIds: readonly string[]): Promise<void> {
  await sql`delete from catalog.section_pins where section = ${section}`.execute(tx);
  await sql`
    insert into catalog.section_pins (section, merchant_id, position)
    select ${section}, id, place from unnest(${merchantIds as string[]}::uuid[]) with ordinality as t(id, place)`.execute(
    tx,
  );
}

export type SectionEntry = { at: Date; by: string; what: string; reason: string };
export async function keepSectionEntry(tx: Tx, section: string, { at, by, what, reason }: SectionEntry): Promise<void> {
  await sql`
    insert into catalog.section_history (section, at, by, what, reason) values (${section}, ${at}, ${by}, ${what}, ${reason})`.execute(
    tx,
  );
}
export async function readSectionHistory(runner: Runner, section: string): Promise<SectionEntry[]> {
  const { rows } = await sql<SectionEntry>`
    select at, by, what, reason from catalog.section_history where section = ${section} order by entry`.execute(runner);
  return rows;
}
