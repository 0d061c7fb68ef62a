/** SQL of bookings, their history, and the provider's names of cities and hotels. Schema `protection` only. */
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Runner } from "./price-store.ts";
import type { Board, OfferedCar, TripMatch, TripState } from "./protection.types.ts";
import { OFFER_HOURS } from "./trip-rules.ts";

export type TripKind = "stay" | "car";
export type TripRow = {
  trip_id: string;
  user_id: string;
  request_key: string;
  kind: TripKind;
  state: TripState;
  source: "mail" | "hand";
  fact_id: string | null;
  signed: boolean;
  told_at: Date;
  name: string;
  place: string;
  city: string;
  country: string | null;
  reservation_number: string;
  begins: string;
  ends: string;
  what: string;
  board: Board | null;
  adults: number;
  pick_up_code: string | null;
  drop_off_code: string | null;
  /** Empty: it is given back where it was handed over. */
  drop_off_place: string;
  driver_age: number | null;
  currency: string;
  total_minor: bigint;
  cancel_free_until: string | null;
  match: TripMatch;
  hotel_id: string | null;
  unit_ids: string[];
  first_minor: bigint | null;
  first_read_at: Date | null;
  checked_minor: bigint | null;
  checked_at: Date | null;
  last_minor: bigint | null;
  last_read_at: Date | null;
  offer_url: string | null;
  offer_until: string | null;
  offer_of: OfferedCar | null;
  next_look_at: Date | null;
  drop_told_at: Date | null;
  new_reservation_number: string | null;
  new_total_minor: bigint | null;
  sequence: number;
  created_at: Date;
  changed_at: Date;
};
export type TripEvent = {
  trip_id: string;
  sequence: number;
  at: Date;
  from_state: TripState | null;
  state: TripState;
  minor: bigint | null;
  by_whom: string;
};

const COLUMNS = [
  ...["trip_id", "user_id", "request_key", "kind", "state", "source", "fact_id", "signed", "told_at", "name", "place"],
  ...["city", "country", "reservation_number", "begins", "ends", "what", "board", "adults", "currency", "total_minor"],
  ...["pick_up_code", "drop_off_code", "drop_off_place", "driver_age", "offer_of"],
  ...["cancel_free_until", "match", "hotel_id", "unit_ids", "first_minor", "first_read_at", "checked_minor"],
  ...["checked_at", "last_minor", "last_read_at", "offer_url", "offer_until", "next_look_at", "drop_told_at"],
  ...["new_reservation_number", "new_total_minor", "sequence", "created_at", "changed_at"],
] as const satisfies readonly (keyof TripRow)[];
const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
const excluded = sql.join(COLUMNS.map((name) => sql.ref(`excluded.${name}`)));
/** Ids of the provider are text for us: they are never counted with. */
export const TRIP_ROW = sql.join(
  COLUMNS.map((name) =>
    name === "hotel_id"
      ? sql`hotel_id::text as hotel_id`
      : name === "unit_ids"
        ? sql`unit_ids::text[] as unit_ids`
        : sql.ref(name),
  ),
);

const rowsOf = async (query: ReturnType<typeof sql<TripRow>>, runner: Runner) => (await query.execute(runner)).rows;

export const tripsOf = (runner: Runner, userId: string, kind: TripKind): Promise<TripRow[]> =>
  rowsOf(
    sql<TripRow>`select ${TRIP_ROW} from protection.trips where user_id = ${userId} and kind = ${kind} and state <> 'withdrawn'
      order by begins, trip_id limit 200`,
    runner,
  );
export const readTrip = async (runner: Runner, tripId: string): Promise<TripRow | null> =>
  (await rowsOf(sql<TripRow>`select ${TRIP_ROW} from protection.trips where trip_id = ${tripId}`, runner))[0] ?? null;
export const lockTrip = async (tx: Tx, tripId: string): Promise<TripRow | null> =>
  (await rowsOf(sql<TripRow>`select ${TRIP_ROW} from protection.trips where trip_id = ${tripId} for update`, tx))[0] ??
  null;
export const tripByKey = async (runner: Runner, userId: string, key: string): Promise<TripRow | null> =>
  (
    await rowsOf(
      sql<TripRow>`select ${TRIP_ROW} from protection.trips where user_id = ${userId} and request_key = ${key} for update`,
      runner,
    )
  )[0] ?? null;

export const countTrips = async (runner: Runner, userId: string): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from protection.trips where user_id = ${userId}
        and state in ('watching', 'drop_found', 're_checked', 'rebooked')`.execute(runner)
  ).rows[0]?.n ?? 0;

/** Lower prices that were read twice, not long ago, and wait for a press, by kind. */
export async function countTripDrops(runner: Runner, userId: string, now: Date): Promise<Record<TripKind, number>> {
  const { rows } = await sql<{ kind: TripKind; n: number }>`
    select kind, count(*)::integer as n from protection.trips
    where user_id = ${userId} and state = 're_checked' and checked_minor is not null
      and last_read_at >= ${now}::timestamptz - make_interval(hours => ${OFFER_HOURS}) and offer_until::timestamptz > ${now}
    group by kind`.execute(runner);
  return { stay: 0, car: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
}

const asJson = (row: TripRow): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Writes the row as it is now; with an event also a row of its history. */
export async function saveTrip(
  tx: Tx,
  row: TripRow,
  event: { from: TripState | null; minor: bigint | null; by: string } | null,
): Promise<void> {
  await sql`
    insert into protection.trips (${columns})
    select ${columns} from jsonb_populate_record(null::protection.trips, ${asJson(row)}::jsonb)
    on conflict (trip_id) do update set (${columns}) = (select ${excluded})`.execute(tx);
  if (event)
    await sql`
      insert into protection.trip_events (trip_id, sequence, at, from_state, state, minor, by_whom)
      values (${row.trip_id}, ${row.sequence}, ${row.changed_at}, ${event.from}, ${row.state}, ${event.minor}, ${event.by})`.execute(
      tx,
    );
}

export const readTripEvents = async (runner: Runner, tripIds: readonly string[]): Promise<TripEvent[]> =>
  (
    await sql<TripEvent>`
      select * from protection.trip_events where trip_id = any (${tripIds}::uuid[]) order by trip_id, sequence`.execute(
      runner,
    )
  ).rows;

/** Bookings of the kinds to be looked at now; those that were longest due come first. */
export const tripsDue = async (
  runner: Runner,
  kinds: readonly TripKind[],
  now: Date,
  most: number,
): Promise<string[]> =>
  (
    await sql<{ trip_id: string }>`
      select trip_id from protection.trips where next_look_at <= ${now} and kind = any (${kinds}::text[])
      order by next_look_at limit ${most}`.execute(runner)
  ).rows.map(({ trip_id }) => trip_id);

/** What was added while nobody told prices of its kind is looked at once somebody does. */
export async function openUnpriced(runner: Runner, kinds: readonly TripKind[], now: Date): Promise<void> {
  await sql`
    update protection.trips set match = 'due', next_look_at = ${now}
    where match = 'off' and state in ('watching', 'drop_found', 're_checked') and kind = any (${kinds}::text[])`.execute(
    runner,
  );
}

/** Whose free cancellation ends within the days, both of them among these, and which nobody let go. */
export const tripsUntil = async (runner: Runner, from: CivilDate, to: CivilDate): Promise<TripRow[]> =>
  rowsOf(
    sql<TripRow>`select ${TRIP_ROW} from protection.trips
      where cancel_free_until >= ${from} and cancel_free_until < ${`${to}T99`} and state not in ('withdrawn', 'canceled')`,
    runner,
  );

/** Whose last free day has come everywhere. */
export const tripsPassed = async (runner: Runner, today: CivilDate, most: number): Promise<string[]> =>
  (
    await sql<{ trip_id: string }>`
      select trip_id from protection.trips
      where state in ('watching', 'drop_found', 're_checked', 'rebooked') and (cancel_free_until is null or left(cancel_free_until, 10) <= ${today})
      limit ${most}`.execute(runner)
  ).rows.map(({ trip_id }) => trip_id);

export type NameKind = "city" | "hotel";
export const listReadAt = async (runner: Runner, kind: NameKind, within: string): Promise<Date | null> =>
  (
    await sql<{ read_at: Date }>`
      select read_at from protection.travel_lists where kind = ${kind} and within = ${within}`.execute(runner)
  ).rows[0]?.read_at ?? null;

/** A whole list anew: what it no longer has goes. */
export async function saveNames(
  tx: Tx,
  list: { kind: NameKind; within: string; names: readonly { id: string; key: string; name: string }[]; at: Date },
): Promise<void> {
  const { kind, within, names, at } = list;
  await sql`
    insert into protection.travel_lists (kind, within, read_at) values (${kind}, ${within}, ${at})
    on conflict (kind, within) do update set read_at = excluded.read_at`.execute(tx);
  await sql`delete from protection.travel_names where kind = ${kind} and within = ${within}`.execute(tx);
  await sql`
    insert into protection.travel_names (kind, within, id, name_key, name)
    select ${kind}, ${within}, n.id, n.key, n.name
    from unnest(${names.map(({ id }) => id)}::bigint[], ${names.map(({ key }) => key)}::text[], ${names.map(({ name }) => name)}::text[])
      as n(id, key, name)
    on conflict do nothing`.execute(tx);
}

/** Ids that have one of the names, in the order of the names. */
export async function findNames(
  runner: Runner,
  kind: NameKind,
  within: string,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; name_key: string }>`
    select id::text as id, name_key from protection.travel_names
    where kind = ${kind} and within = ${within} and name_key = any (${keys}::text[])`.execute(runner);
  return keys.flatMap((key) => [...new Set(rows.filter(({ name_key }) => name_key === key).map(({ id }) => id))]);
}
