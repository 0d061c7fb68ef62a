/** SQL of what operators ask of parcels and cases. Schema `shipments` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { CaseKind, CaseState } from "./case-rules.ts";
import type { ParcelState } from "./rules.ts";

export type Span = { from: Date; to: Date };
type Place = { at: Date; id: string } | null;

export type ListedParcel = {
  parcel_id: string;
  user_id: string;
  carrier: string | null;
  state: ParcelState;
  added_at: Date;
};
export type ListedCase = {
  case_id: string;
  user_id: string;
  parcel_id: string;
  reference: string;
  kind: CaseKind;
  state: CaseState;
  opened_at: Date;
};

export async function listAllParcels(
  runner: Database,
  asked: { state: ParcelState | null; user_id: string | null; after: Place; most: number },
): Promise<ListedParcel[]> {
  const { rows } = await sql<ListedParcel>`
    select parcel_id, user_id, carrier, state, added_at from shipments.parcels
    where (${asked.state}::text is null or state = ${asked.state}) and (${asked.user_id}::uuid is null or user_id = ${asked.user_id})
      and (${asked.after?.at ?? null}::timestamptz is null or (added_at, parcel_id) < (${asked.after?.at ?? null}, ${asked.after?.id ?? null}::uuid))
    order by added_at desc, parcel_id desc limit ${asked.most}`.execute(runner);
  return rows;
}

export async function listAllCases(
  runner: Database,
  asked: { state: CaseState | null; user_id: string | null; parcel_id: string | null; after: Place; most: number },
): Promise<ListedCase[]> {
  const { rows } = await sql<ListedCase>`
    select case_id, user_id, parcel_id, reference, kind, state, opened_at from shipments.cases
    where (${asked.state}::text is null or state = ${asked.state}) and (${asked.user_id}::uuid is null or user_id = ${asked.user_id})
      and (${asked.parcel_id}::uuid is null or parcel_id = ${asked.parcel_id})
      and (${asked.after?.at ?? null}::timestamptz is null or (opened_at, case_id) < (${asked.after?.at ?? null}, ${asked.after?.id ?? null}::uuid))
    order by opened_at desc, case_id desc limit ${asked.most}`.execute(runner);
  return rows;
}

export async function findParcels(runner: Database, number: string, most: number): Promise<ListedParcel[]> {
  const { rows } = await sql<ListedParcel>`
    select parcel_id, user_id, carrier, state, added_at from shipments.parcels where number = ${number}
    order by added_at desc limit ${most}`.execute(runner);
  return rows;
}

export async function countAdded(runner: Database, { from, to }: Span): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*)::bigint as n from shipments.parcels where added_at >= ${from} and added_at < ${to}`.execute(runner);
  return BigInt(rows[0]?.n ?? 0);
}

export async function countCaseSteps(runner: Database, state: CaseState, { from, to }: Span): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*)::bigint as n from shipments.case_events where state = ${state} and at >= ${from} and at < ${to}`.execute(
    runner,
  );
  return BigInt(rows[0]?.n ?? 0);
}

/** Parcels that should have been asked about long ago. */
export async function countOverdue(runner: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from shipments.parcels where look_at < ${before} and removed_at is null`.execute(
    runner,
  );
  return rows[0]?.n ?? 0;
}
