/** SQL of parcels and their scans. Schema `shipments` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Candidate } from "./recognise.ts";
import type { ParcelState, ScanStatus } from "./rules.ts";

type Runner = Database | Tx;

export type Parcel = {
  parcel_id: string;
  user_id: string;
  number: string | null;
  carrier: string | null;
  candidates: Candidate[];
  carrier_chosen: boolean;
  name: string;
  is_return: boolean;
  store_name: string;
  store_domain: string | null;
  merchant_id: string | null;
  order_number: string | null;
  items: string;
  paid_minor: bigint | null;
  currency: string | null;
  source: "typed" | "mail";
  ordered_on: string | null;
  shipped_on: string | null;
  expected_by: string | null;
  estimate: string | null;
  country: string | null;
  zone: string | null;
  state: ParcelState;
  received_at: Date | null;
  removed_at: Date | null;
  tracker_id: string | null;
  asked_at: Date | null;
  refused: string | null;
  silent_looks: number;
  look_at: Date | null;
  clock_at: Date | null;
  sequence: number;
  added_at: Date;
  changed_at: Date;
};
export type KeptScan = {
  occurred_at: Date;
  status: ScanStatus;
  detail: string;
  message: string;
  city: string;
  region: string;
  country: string | null;
};
/** What somebody who asks carriers, or a carrier itself, says of a number. */
export type Tracker = {
  /** Theirs for it; null where a carrier is asked by the number itself. */
  tracker_id: string | null;
  /** Our code of the carrier, where it is one that we know. */
  carrier: string | null;
  /** The day on which it is expected. */
  estimate: string | null;
  scans: readonly KeptScan[];
};
/** A number that they cannot follow, with their code for it. */
export type Refused = { refused: string };

export type ParcelEvent = {
  sequence: number;
  at: Date;
  from_state: ParcelState | null;
  state: ParcelState;
  by_whom: string;
};

const COLUMNS = sql`parcel_id, user_id, number, carrier, candidates, carrier_chosen, name, is_return, store_name, store_domain, merchant_id,
  order_number, items, paid_minor, currency, source, ordered_on::text, shipped_on::text, expected_by::text, estimate::text, country, zone, state,
  received_at, removed_at, tracker_id, asked_at, refused, silent_looks, look_at, clock_at, sequence, added_at, changed_at`;

/** One at a time for each member, so that the same number from two sources is one parcel. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shipments:${userId}`}, 0))`.execute(tx);
}

export async function lockParcel(tx: Tx, parcelId: string): Promise<Parcel | null> {
  const { rows } = await sql<Parcel>`
    select ${COLUMNS} from shipments.parcels where parcel_id = ${parcelId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function readParcel(runner: Runner, parcelId: string): Promise<Parcel | null> {
  const { rows } = await sql<Parcel>`select ${COLUMNS} from shipments.parcels where parcel_id = ${parcelId}`.execute(
    runner,
  );
  return rows[0] ?? null;
}

export async function findByNumber(runner: Runner, userId: string, number: string): Promise<Parcel | null> {
  const { rows } = await sql<Parcel>`
    select ${COLUMNS} from shipments.parcels where user_id = ${userId} and number = ${number} for update`.execute(
    runner,
  );
  return rows[0] ?? null;
}

/** Parcels of one order at one store, those without a number first. */
export async function findByOrder(
  runner: Runner,
  asked: { user_id: string; store_domain: string; order_number: string },
): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select ${COLUMNS} from shipments.parcels
    where user_id = ${asked.user_id} and store_domain = ${asked.store_domain} and order_number = ${asked.order_number}
    order by number nulls first, added_at for update`.execute(runner);
  return rows;
}

export async function listParcels(runner: Runner, userId: string, most: number): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select ${COLUMNS} from shipments.parcels where user_id = ${userId} and removed_at is null
    order by added_at desc, parcel_id desc limit ${most}`.execute(runner);
  return rows;
}

export async function countParcels(runner: Runner, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from shipments.parcels where user_id = ${userId} and removed_at is null`.execute(
    runner,
  );
  return rows[0]?.n ?? 0;
}

/** Whom this store sent by before, the usual one first. */
export async function carriersOfStore(runner: Runner, domain: string): Promise<string[]> {
  const { rows } = await sql<{ carrier: string }>`
    select carrier from (
      select carrier from shipments.parcels where store_domain = ${domain} and carrier is not null and tracker_id is not null
      order by added_at desc limit 200) recent
    group by carrier order by count(*) desc limit 3`.execute(runner);
  return rows.map(({ carrier }) => carrier);
}

export type NewParcel = Pick<
  Parcel,
  | "parcel_id"
  | "user_id"
  | "number"
  | "carrier"
  | "candidates"
  | "name"
  | "is_return"
  | "store_name"
  | "store_domain"
  | "merchant_id"
  | "order_number"
  | "items"
  | "paid_minor"
  | "currency"
  | "source"
  | "ordered_on"
  | "shipped_on"
  | "expected_by"
  | "country"
  | "zone"
  | "added_at"
>;

export async function insertParcel(tx: Tx, row: NewParcel): Promise<void> {
  await sql`
    insert into shipments.parcels (parcel_id, user_id, number, carrier, candidates, name, is_return, store_name, store_domain, merchant_id,
      order_number, items, paid_minor, currency, source, ordered_on, shipped_on, expected_by, country, zone, state, look_at, added_at, changed_at)
    values (${row.parcel_id}, ${row.user_id}, ${row.number}, ${row.carrier}, ${JSON.stringify(row.candidates)}, ${row.name}, ${row.is_return},
      ${row.store_name}, ${row.store_domain}, ${row.merchant_id}, ${row.order_number}, ${row.items}, ${row.paid_minor}, ${row.currency},
      ${row.source}, ${row.ordered_on}, ${row.shipped_on}, ${row.expected_by}, ${row.country}, ${row.zone}, 'waiting',
      ${row.number === null ? null : row.added_at}, ${row.added_at}, ${row.added_at})`.execute(tx);
}

/** All that may be learned or set of a parcel afterwards. */
export type ParcelChange = Partial<
  Omit<Parcel, "parcel_id" | "user_id" | "source" | "added_at" | "sequence" | "state" | "changed_at" | "candidates"> & {
    candidates: readonly Candidate[];
  }
>;
export async function updateParcel(tx: Tx, parcelId: string, change: ParcelChange): Promise<void> {
  const parts = Object.entries(change).map(
    ([name, value]) => sql`${sql.ref(name)} = ${name === "candidates" ? JSON.stringify(value) : value}`,
  );
  if (parts.length > 0)
    await sql`update shipments.parcels set ${sql.join(parts)} where parcel_id = ${parcelId}`.execute(tx);
}

export async function moveState(
  tx: Tx,
  parcel: Parcel,
  to: { state: ParcelState; at: Date; by: string },
): Promise<number> {
  const sequence = parcel.sequence + 1;
  await sql`
    update shipments.parcels set state = ${to.state}, sequence = ${sequence}, changed_at = ${to.at}
    where parcel_id = ${parcel.parcel_id}`.execute(tx);
  await sql`
    insert into shipments.parcel_events (parcel_id, sequence, at, from_state, state, by_whom)
    values (${parcel.parcel_id}, ${sequence}, ${to.at}, ${parcel.state}, ${to.state}, ${to.by})`.execute(tx);
  return sequence;
}

/** Answers how many were new. */
export async function insertScans(
  tx: Tx,
  parcelId: string,
  scans: readonly KeptScan[],
  heardAt: Date,
): Promise<number> {
  if (scans.length === 0) return 0;
  const result = await sql`
    insert into shipments.scans (parcel_id, occurred_at, status, detail, message, city, region, country, heard_at)
    select ${parcelId}::uuid, told.*, ${heardAt}::timestamptz from unnest(${scans.map((one) => one.occurred_at)}::timestamptz[],
      ${scans.map((one) => one.status)}::text[], ${scans.map((one) => one.detail)}::text[], ${scans.map((one) => one.message)}::text[],
      ${scans.map((one) => one.city)}::text[], ${scans.map((one) => one.region)}::text[], ${scans.map((one) => one.country)}::text[]) as told
    on conflict do nothing`.execute(tx);
  return result.rowCount;
}

export async function readScans(
  runner: Runner,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, KeptScan[]>> {
  const { rows } = await sql<KeptScan & { parcel_id: string }>`
    select parcel_id, occurred_at, status, detail, message, city, region, country from shipments.scans
    where parcel_id = any (${parcelIds}::uuid[]) order by occurred_at, status`.execute(runner);
  const found = new Map<string, KeptScan[]>(parcelIds.map((id) => [id, []]));
  for (const { parcel_id, ...scan } of rows) found.get(parcel_id)?.push(scan);
  return found;
}

export async function readParcelEvents(runner: Runner, parcelId: string): Promise<ParcelEvent[]> {
  const { rows } = await sql<ParcelEvent>`
    select sequence, at, from_state, state, by_whom from shipments.parcel_events where parcel_id = ${parcelId} order by sequence`.execute(
    runner,
  );
  return rows;
}

export async function parcelsOfTracker(runner: Runner, trackerId: string): Promise<string[]> {
  const { rows } = await sql<{ parcel_id: string }>`
    select parcel_id from shipments.parcels where tracker_id = ${trackerId} and removed_at is null`.execute(runner);
  return rows.map(({ parcel_id }) => parcel_id);
}

/** Parcels that are to be asked about now, those that wait longest first. */
export async function parcelsDue(runner: Runner, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ parcel_id: string }>`
    select parcel_id from shipments.parcels where look_at <= ${now} and removed_at is null order by look_at limit ${most}`.execute(
    runner,
  );
  return rows.map(({ parcel_id }) => parcel_id);
}

/** Parcels that time alone may have changed. */
export async function parcelsByClock(runner: Runner, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ parcel_id: string }>`
    select parcel_id from shipments.parcels where clock_at <= ${now} and removed_at is null order by clock_at limit ${most}`.execute(
    runner,
  );
  return rows.map(({ parcel_id }) => parcel_id);
}
