/** Finds out what a booking is of, and asks what it costs now; a lower price is read twice before anybody is told. */
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { isOpen, type TripContext } from "./add-trip.ts";
import type { BookingDemand, Named } from "./booking-demand.ts";
import type { ExpediaCars } from "./expedia-cars.ts";
import { bookingDrop } from "./letters.ts";
import { moveTrip, WATCHED } from "./move-trip.ts";
import type { OfferedCar, StayGap } from "./protection.types.ts";
import { LOOK_MINUTES, lookAt } from "./rules.ts";
import { bestOffer, cityKeys, nameKey } from "./trip-rules.ts";
import {
  findNames,
  listReadAt,
  lockTrip,
  type NameKind,
  openUnpriced,
  readTrip,
  saveNames,
  saveTrip,
  type TripKind,
  type TripRow,
  tripsDue,
  tripsPassed,
} from "./trip-store.ts";
import { lookAtCar } from "./watch-cars.ts";

const MAX_AT_ONCE = 100;
/** Twice a day: prices move so often, and each question counts at the provider. */
const TRIP_LOOK_MINUTES = 720;
/** Lists of cities and hotels are read anew after so long. */
const LIST_DAYS = 30;
const MINUTE_MS = 60_000;
const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

export type TravelContext = TripContext & { travel: BookingDemand; cars: ExpediaCars };

/** Their list is read when it is needed first, and kept. */
async function namesWithin(
  context: TravelContext,
  { kind, within, read }: { kind: NameKind; within: string; read(): Promise<Named[]> },
): Promise<(keys: readonly string[]) => Promise<string[]>> {
  const { database, clock } = context;
  const now = clock.now();
  const at = await listReadAt(database.db, kind, within);
  if (!at || at < addDays(now, -LIST_DAYS)) {
    const names = (await read()).flatMap(({ id, names: all }) =>
      [...new Set(all.map(nameKey))].filter(Boolean).map((key) => ({ id, key, name: all[0] ?? "" })),
    );
    await database.transaction((tx) => saveNames(tx, { kind, within, names, at: now }));
  }
  return (keys) => findNames(database.db, kind, within, keys);
}

type Matched = Pick<TripRow, "match" | "hotel_id" | "unit_ids">;
const missing = (match: StayGap): Matched => ({ match, hotel_id: null, unit_ids: [] });

/** The one hotel of that name in its city, and the kinds of bed that are called as the booked one is. */
async function findHotel(context: TravelContext, row: TripRow): Promise<Matched> {
  const { travel } = context;
  if (row.country === null) return missing("no_country");
  const { country } = row;
  const cityIds = await (
    await namesWithin(context, { kind: "city", within: country, read: () => travel.cities(country) })
  )(cityKeys(row.city || row.place));
  if (cityIds.length === 0) return missing("no_city");
  const hotels: string[] = [];
  // Several cities of a country share a name: the hotel tells which one it is.
  for (const city of cityIds.slice(0, 5)) {
    const find = await namesWithin(context, { kind: "hotel", within: city, read: () => travel.hotels(city) });
    hotels.push(...(await find([nameKey(row.name)])));
  }
  const [hotel_id, another] = [...new Set(hotels)];
  if (hotel_id === undefined || another !== undefined) return missing("no_hotel");
  if (row.board === null) return { ...missing("no_board"), hotel_id };
  const wanted = nameKey(row.what);
  const unit_ids = (await travel.units(hotel_id))
    .filter(({ names }) => wanted !== "" && names.some((name) => nameKey(name) === wanted))
    .map(({ id }) => id);
  return unit_ids.length === 0 ? { ...missing("no_unit"), hotel_id } : { match: "found", hotel_id, unit_ids };
}

/** Works through what is due, of the kinds of which somebody tells prices. Each booking stands for itself: where the provider fails for one, the others are looked at. */
export async function lookAtTrips(context: TravelContext): Promise<void> {
  await closePassed(context);
  const now = context.clock.now();
  const kinds = (["stay", "car"] as const satisfies TripKind[]).filter((kind) => context.priced[kind]);
  await openUnpriced(context.database.db, kinds, now);
  for (const trip_id of await tripsDue(context.database.db, kinds, now, MAX_AT_ONCE)) {
    const row = await readTrip(context.database.db, trip_id);
    if (!row || row.next_look_at === null || !WATCHED.has(row.state)) continue;
    try {
      await saveLook(context, row, row.kind === "car" ? await askOfCar(context, row) : await askOfStay(context, row));
    } catch (error) {
      context.log.warn({ trip_id, err: error }, "a booking could not be looked at");
      await context.database.transaction(async (tx) => {
        const locked = await lockTrip(tx, trip_id);
        if (locked?.next_look_at) await saveTrip(tx, { ...locked, next_look_at: later(now, LOOK_MINUTES) }, null);
      });
    }
  }
}

async function closePassed(context: TripContext): Promise<void> {
  const now = context.clock.now();
  const today = civilDate(now);
  for (const trip_id of await tripsPassed(context.database.db, today, 500))
    await context.database.transaction(async (tx) => {
      const row = await lockTrip(tx, trip_id);
      if (row && (WATCHED.has(row.state) || row.state === "rebooked") && !isOpen(row.cancel_free_until, today))
        await moveTrip(tx, row, { state: "deadline_passed", by: "clock", at: now });
    });
}

type Best = { total_minor: bigint; free_until: Date | null; url: string | null; of: OfferedCar | null };
/** `asked`: whether the provider said what it costs; `best` null: nothing better. `again`: whether the same can turn out otherwise later. */
type Look = { known: Matched; asked: boolean; again: boolean; best: Best | null };

async function askOfStay(context: TravelContext, row: TripRow): Promise<Look> {
  const { clock, identity, travel } = context;
  const { match, hotel_id, unit_ids } = row.match === "due" ? await findHotel(context, row) : row;
  const known = { match, hotel_id, unit_ids };
  if (match !== "found" || hotel_id === null) return { known, asked: false, again: false, best: null };
  const contact = await identity.contact(row.user_id);
  const told = await travel.offers({
    ...{ hotel_id, check_in: row.begins, check_out: row.ends, adults: row.adults },
    ...{ currency: row.currency, country: contact?.country_code ?? "US" },
  });
  const best = bestOffer(told.offers, { ...row, ...known }, clock.now());
  return { known, asked: true, again: true, best: best && { ...best, url: told.url, of: null } };
}

async function askOfCar({ cars, clock }: TravelContext, row: TripRow): Promise<Look> {
  const { match, ...look } = await lookAtCar(cars, row, clock.now());
  return { ...look, known: { match, hotel_id: null, unit_ids: [] } };
}

async function saveLook(context: TravelContext, row: TripRow, { known, asked, again, best }: Look): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const locked = await lockTrip(tx, row.trip_id);
    // Meanwhile it was corrected, looked at by another process, or let go.
    if (!locked || !WATCHED.has(locked.state) || locked.next_look_at?.getTime() !== row.next_look_at?.getTime()) return;
    // Its last free day came while others were asked about: whoever canceled it now would pay. The next pass closes it.
    if (!isOpen(locked.cancel_free_until, civilDate(now))) return;
    const next_look_at = again ? later(now, TRIP_LOOK_MINUTES) : null;
    if (asked) await saveRead(tx, context, { row: { ...locked, ...known, next_look_at }, best, now });
    else await saveTrip(tx, { ...locked, ...known, next_look_at }, null);
  });
}

async function saveRead(
  tx: Tx,
  context: TravelContext,
  { row, best, now }: { row: TripRow; best: Best | null; now: Date },
): Promise<void> {
  const minor = best?.total_minor ?? null;
  const looked = lookAt({ ...row, paid_minor: row.total_minor }, minor, now);
  const { state, first, checked } = looked;
  const tells = state === "re_checked" && row.drop_told_at === null;
  const soon = row.next_look_at !== null && looked.again !== LOOK_MINUTES;
  const set = {
    ...{ match: row.match, hotel_id: row.hotel_id, unit_ids: row.unit_ids },
    ...{ first_minor: first?.minor ?? null, first_read_at: first?.at ?? null },
    ...{ checked_minor: checked?.minor ?? null, checked_at: checked?.at ?? null, last_minor: minor, last_read_at: now },
    ...{
      offer_url: best?.url ?? null,
      offer_until: best?.free_until?.toISOString() ?? null,
      offer_of: best?.of ?? null,
    },
    next_look_at: soon ? later(now, looked.again) : row.next_look_at,
    ...(tells ? { drop_told_at: now } : {}),
  };
  const next = { ...row, ...set };
  if (state === row.state) await saveTrip(tx, next, null);
  else await moveTrip(tx, row, { state, by: "provider", at: now, minor, set });
  if (tells) await tell(tx, context, next);
}

/** Once for each booking, whatever its price does afterwards. */
async function tell(tx: Tx, { identity, notifications }: TravelContext, row: TripRow): Promise<void> {
  const contact = await identity.contact(row.user_id, tx);
  if (!contact || row.checked_minor === null || row.cancel_free_until === null) return;
  await notifications.queue(tx, {
    cause: `booking-drop:${row.trip_id}`,
    recipient: { ...contact, user_id: row.user_id },
    letter: bookingDrop({
      ...{ name: row.name, what: row.what, until: row.cancel_free_until, currency: row.currency },
      ...{ booked_minor: row.total_minor.toString(), now_minor: row.checked_minor.toString(), kind: row.kind },
    }),
  });
}
