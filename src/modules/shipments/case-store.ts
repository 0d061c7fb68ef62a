/** SQL of cases. Schema `shipments` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CaseKind, CaseState, PaidWith } from "./case-rules.ts";

type Runner = Database | Tx;

export type ParcelCase = {
  case_id: string;
  reference: string;
  user_id: string;
  parcel_id: string;
  kind: CaseKind;
  state: CaseState;
  demand: "reship" | "refund";
  paid_with: PaidWith | null;
  words: string;
  by_rule: boolean;
  look_until: Date | null;
  store_asked_at: Date | null;
  refunded_minor: bigint | null;
  refunded_currency: string | null;
  remind_at: Date | null;
  sequence: number;
  opened_at: Date;
  changed_at: Date;
};
export type CaseEvent = {
  sequence: number;
  at: Date;
  from_state: CaseState | null;
  state: CaseState;
  by_whom: string;
};

const COLUMNS = sql`case_id, reference, user_id, parcel_id, kind, state, demand, paid_with, words, by_rule, look_until, store_asked_at,
  refunded_minor, refunded_currency, remind_at, sequence, opened_at, changed_at`;
const OPEN = sql`('open', 'store_asked', 'carrier_filed', 'card_advised')`;

export async function lockCase(tx: Tx, caseId: string): Promise<ParcelCase | null> {
  const { rows } = await sql<ParcelCase>`
    select ${COLUMNS} from shipments.cases where case_id = ${caseId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function readCase(runner: Runner, caseId: string): Promise<ParcelCase | null> {
  const { rows } = await sql<ParcelCase>`select ${COLUMNS} from shipments.cases where case_id = ${caseId}`.execute(
    runner,
  );
  return rows[0] ?? null;
}

export async function findCaseByReference(runner: Runner, reference: string): Promise<ParcelCase | null> {
  const { rows } = await sql<ParcelCase>`
    select ${COLUMNS} from shipments.cases where reference = ${reference}`.execute(runner);
  return rows[0] ?? null;
}

export async function openCaseOf(runner: Runner, parcelId: string): Promise<ParcelCase | null> {
  const { rows } = await sql<ParcelCase>`
    select ${COLUMNS} from shipments.cases where parcel_id = ${parcelId} and state in ${OPEN}`.execute(runner);
  return rows[0] ?? null;
}

/** Whether a rule opened a case of this kind before: it does so once for each parcel. */
export async function hadCase(runner: Runner, parcelId: string, kind: CaseKind): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shipments.cases where parcel_id = ${parcelId} and kind = ${kind} limit 1`.execute(runner);
  return rows.length > 0;
}

export async function listCases(runner: Runner, userId: string, most: number): Promise<ParcelCase[]> {
  const { rows } = await sql<ParcelCase>`
    select ${COLUMNS} from shipments.cases where user_id = ${userId} order by opened_at desc, case_id desc limit ${most}`.execute(
    runner,
  );
  return rows;
}

export async function insertCase(tx: Tx, row: ParcelCase): Promise<void> {
  await sql`
    insert into shipments.cases (case_id, reference, user_id, parcel_id, kind, state, demand, paid_with, words, by_rule, look_until, remind_at,
      sequence, opened_at, changed_at)
    values (${row.case_id}, ${row.reference}, ${row.user_id}, ${row.parcel_id}, ${row.kind}, ${row.state}, ${row.demand}, ${row.paid_with},
      ${row.words}, ${row.by_rule}, ${row.look_until}, ${row.remind_at}, ${row.sequence}, ${row.opened_at}, ${row.changed_at})`.execute(
    tx,
  );
  await insertEvent(tx, row, null, row.by_rule ? "rules" : "member");
}

async function insertEvent(tx: Tx, row: ParcelCase, from: CaseState | null, by: string): Promise<void> {
  await sql`
    insert into shipments.case_events (case_id, sequence, at, from_state, state, by_whom)
    values (${row.case_id}, ${row.sequence}, ${row.changed_at}, ${from}, ${row.state}, ${by})`.execute(tx);
}

/** The case as it is now, with its history row where its state is another. */
export async function saveCase(tx: Tx, row: ParcelCase, before: ParcelCase, by: string): Promise<void> {
  await sql`
    update shipments.cases set state = ${row.state}, demand = ${row.demand}, paid_with = ${row.paid_with}, store_asked_at = ${row.store_asked_at},
      refunded_minor = ${row.refunded_minor}, refunded_currency = ${row.refunded_currency}, remind_at = ${row.remind_at},
      sequence = ${row.sequence}, changed_at = ${row.changed_at}
    where case_id = ${row.case_id}`.execute(tx);
  if (row.sequence !== before.sequence) await insertEvent(tx, row, before.state, by);
}

export async function readCaseEvents(
  runner: Runner,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, CaseEvent[]>> {
  const { rows } = await sql<CaseEvent & { case_id: string }>`
    select case_id, sequence, at, from_state, state, by_whom from shipments.case_events
    where case_id = any (${caseIds}::uuid[]) order by sequence`.execute(runner);
  const found = new Map<string, CaseEvent[]>(caseIds.map((id) => [id, []]));
  for (const { case_id, ...event } of rows) found.get(case_id)?.push(event);
  return found;
}

export async function casesToRemind(runner: Runner, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ case_id: string }>`
    select case_id from shipments.cases where remind_at <= ${now} order by remind_at limit ${most}`.execute(runner);
  return rows.map(({ case_id }) => case_id);
}
