/** What a member sees of bookings, and one reminder before free cancellation ends. */
import { addDays, type CivilDate, civilDate } from "#platform/clock";
import { isOpen, mayCorrect, type TripContext } from "./add-trip.ts";
import type { ProtectionDeps } from "./context.ts";
import { tripId } from "./ids.ts";
import { cancelDeadline } from "./letters.ts";
import { mayMove } from "./move-trip.ts";
import type { Trip, TripsPage } from "./protection.types.ts";
import { OFFER_HOURS } from "./trip-rules.ts";
import {
  countTripDrops,
  readTripEvents,
  type TripEvent,
  type TripKind,
  type TripRow,
  tripsOf,
  tripsUntil,
} from "./trip-store.ts";
import { PROVIDERS, tripStepWords } from "./trip-words.ts";

const savedOf = (row: TripRow): bigint | null =>
  row.new_total_minor === null ? null : row.total_minor - row.new_total_minor;

/** Only a price that was read twice, is of now and can still be canceled for free is offered, while its provider is asked at all. */
function offerOf(row: TripRow, priced: boolean, now: Date): Trip["offer"] {
  const { state, checked_minor, offer_until, last_read_at } = row;
  if (!priced || state !== "re_checked" || checked_minor === null || offer_until === null) return null;
  if (last_read_at === null || now.getTime() - last_read_at.getTime() > OFFER_HOURS * 3_600_000) return null;
  if (Date.parse(offer_until) <= now.getTime()) return null;
  return {
    ...{ total_minor: checked_minor.toString(), saves_minor: (row.total_minor - checked_minor).toString() },
    ...{ free_until: offer_until, url: row.offer_url, of: row.offer_of },
  };
}

function toTrip(row: TripRow, events: readonly TripEvent[], { priced, now }: { priced: boolean; now: Date }): Trip {
  const saved = savedOf(row);
  const today = civilDate(now);
  const can_cancel = isOpen(row.cancel_free_until, today) && row.state !== "canceled";
  const is_over = row.ends.slice(0, 10) < today || row.state === "canceled";
  return {
    ...{ trip_id: tripId.show(row.trip_id), state: row.state, source: row.source, name: row.name, place: row.place },
    ...{
      city: row.city,
      country: row.country,
      reservation_number: row.reservation_number,
      begins: row.begins,
      ends: row.ends,
    },
    ...{ what: row.what, board: row.board, people: row.kind === "stay" ? row.adults : null, currency: row.currency },
    ...{ pick_up_code: row.pick_up_code, drop_off_code: row.drop_off_code },
    ...{ drop_off_place: row.drop_off_place, driver_age: row.driver_age },
    ...{ total_minor: row.total_minor.toString(), cancel_free_until: row.cancel_free_until, can_cancel, is_over },
    ...{ signed: row.signed, told_on: row.told_at.toISOString(), match: row.match },
    ...{ read_at: row.last_read_at?.toISOString() ?? null, now_minor: row.last_minor?.toString() ?? null },
    offer: offerOf(row, priced, now),
    rebooked:
      row.new_reservation_number === null || row.new_total_minor === null || saved === null
        ? null
        : {
            ...{ reservation_number: row.new_reservation_number, total_minor: row.new_total_minor.toString() },
            saves_minor: saved.toString(),
          },
    timeline: events.map((event) => ({
      ...{ at: event.at.toISOString(), state: event.state, words: tripStepWords(event, row) },
    })),
    may: {
      correct: mayCorrect(row) && !is_over,
      rebook: mayMove(row.state, "rebooked") && can_cancel,
      ...{ cancel: mayMove(row.state, "canceled"), withdraw: mayMove(row.state, "withdrawn") },
    },
  };
}

/** Those that come first, then those that are over. */
export async function readTrips(context: TripContext, userId: string, kind: TripKind): Promise<TripsPage> {
  const { db } = context.database;
  const now = context.clock.now();
  const today = civilDate(now);
  const priced = context.priced[kind];
  const rows = await tripsOf(db, userId, kind);
  const events = Map.groupBy(
    await readTripEvents(
      db,
      rows.map(({ trip_id }) => trip_id),
    ),
    ({ trip_id }) => trip_id,
  );
  const trips = rows
    .map((row) => toTrip(row, events.get(row.trip_id) ?? [], { priced, now }))
    .toSorted((one, other) => Number(one.is_over) - Number(other.is_over));
  const saved = new Map<string, bigint>();
  for (const row of rows)
    if (row.state === "canceled") saved.set(row.currency, (saved.get(row.currency) ?? 0n) + (savedOf(row) ?? 0n));
  return {
    ...{ trips, today, provider: priced ? PROVIDERS[kind] : null },
    figures: {
      watched: trips.filter(({ can_cancel, is_over }) => can_cancel && !is_over).length,
      found: trips.filter(({ offer }) => offer !== null).length,
      saved: [...saved].map(([currency, minor]) => ({ currency, minor: minor.toString() })),
    },
  };
}

/** Offers that wait for the member's press, by kind, as their pages show them. */
export async function countOffers(context: TripContext, userId: string): Promise<Record<TripKind, number>> {
  const { stay, car } = await countTripDrops(context.database.db, userId, context.clock.now());
  return { stay: context.priced.stay ? stay : 0, car: context.priced.car ? car : 0 };
}

/** Days before the last one on which somebody is reminded: tomorrow somewhere is today here. */
const REMIND_DAYS = 2;

/** One letter for each booking and deadline, whoever looks how often; another one for whoever holds two bookings by then. */
export async function remindOfTrips({ clock, database, identity, notifications }: ProtectionDeps): Promise<void> {
  const today = civilDate(clock.now());
  for (const row of await tripsUntil(database.db, inDays(today, 1), inDays(today, REMIND_DAYS))) {
    const contact = await identity.contact(row.user_id);
    const until = row.cancel_free_until;
    if (!contact || until === null) continue;
    const twice = row.state === "rebooked";
    await database.transaction((tx) =>
      notifications.queue(tx, {
        cause: `protection.cancel_deadline:${row.trip_id}:${until}${twice ? ":twice" : ""}`,
        recipient: { user_id: row.user_id, ...contact },
        letter: cancelDeadline({
          ...{ name: row.name, place: row.place, until, reservation_number: row.reservation_number, twice },
          page: row.kind === "stay" ? "hotel" : "carrental",
        }),
      }),
    );
  }
}

const inDays = (day: CivilDate, days: number): CivilDate => civilDate(addDays(new Date(`${day}T12:00:00Z`), days));
