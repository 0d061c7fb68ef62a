/** A booking becomes known: a mail tells of it, or its member types it. What is told anew of the same booking replaces what was known. */
import type { CarFact, MailFact, StayFact } from "#mailboxes";
import { type CivilDate, civilDate } from "#platform/clock";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { codeIn, missingOf } from "./car-rules.ts";
import type { ProtectionDeps } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { ProtectionRefusal } from "./messages.ts";
import { moveTrip, UNREAD, WATCHED } from "./move-trip.ts";
import { lockMember } from "./price-store.ts";
import type { Board, TripState } from "./protection.types.ts";
import { boardIn } from "./trip-rules.ts";
import { countTrips, lockTrip, saveTrip, type TripKind, type TripRow, tripByKey } from "./trip-store.ts";

/** What one member may have watched at once. */
export const MAX_TRIPS = 60;
const MAX_TOTAL = 10_000_000n;

export type Booked = MailFact & { content: StayFact | CarFact };
export const isBooked = (fact: MailFact): fact is Booked => fact.content.kind === "stay" || fact.content.kind === "car";

/**
 * A place's clock is not known, and the world's earliest day is up to a day ahead: from the day on which the time could have
 * passed somewhere, nothing is promised.
 */
export const isOpen = (until: string | null, today: CivilDate): boolean => until !== null && until.slice(0, 10) > today;

type Told = Pick<
  TripRow,
  | ("kind" | "source" | "fact_id" | "signed" | "told_at" | "name" | "place" | "city" | "country")
  | ("reservation_number" | "begins" | "ends" | "what" | "board" | "adults" | "currency" | "total_minor")
  | ("cancel_free_until" | "pick_up_code" | "drop_off_code" | "drop_off_place" | "driver_age")
>;

/** `priced`: of which kinds a provider tells prices. */
export type TripContext = ProtectionDeps & { priced: Readonly<Record<TripKind, boolean>> };

/** Whether the provider is asked of it at all: the next pass finds out which hotel it is, of a car we know what is missing. */
function openingOf(context: TripContext, told: Told, now: Date): Pick<TripRow, "state" | "match" | "next_look_at"> {
  const open = isOpen(told.cancel_free_until, civilDate(now));
  const match = context.priced[told.kind] ? ((told.kind === "car" ? missingOf(told) : null) ?? "due") : "off";
  return { state: open ? "watching" : "deadline_passed", match, next_look_at: open && match === "due" ? now : null };
}

function newRow(context: TripContext, { user_id, key, told }: { user_id: string; key: string; told: Told }): TripRow {
  const now = context.clock.now();
  return {
    ...{ trip_id: newId("trip"), user_id, request_key: key, ...told, ...openingOf(context, told, now), ...UNREAD },
    ...{ drop_told_at: null, new_reservation_number: null, new_total_minor: null },
    ...{ sequence: 1, created_at: now, changed_at: now },
  };
}

const SAID = [
  ...(["name", "place", "city", "country", "begins", "ends", "what", "board", "adults", "currency"] as const),
  ...(["total_minor", "cancel_free_until", "pick_up_code", "drop_off_code", "drop_off_place", "driver_age"] as const),
] as const;
const isSame = (row: TripRow, told: Told): boolean => SAID.every((field) => row[field] === told[field]);

/** `row` is locked. What changed is read anew; whoever has booked another one already keeps that. */
async function correct(
  tx: Parameters<typeof saveTrip>[0],
  context: TripContext,
  { row, told, by }: { row: TripRow; told: Told; by: string },
): Promise<void> {
  if (isSame(row, told)) return saveTrip(tx, { ...row, ...told }, null);
  const now = context.clock.now();
  const opening = openingOf(context, told, now);
  const { state } = opening;
  const set = { ...told, ...UNREAD, match: opening.match, next_look_at: opening.next_look_at };
  const reopened = row.state === "deadline_passed" && state === "watching";
  const closed = WATCHED.has(row.state) && state === "deadline_passed";
  const lowered = (row.state === "drop_found" || row.state === "re_checked") && state === "watching";
  if (reopened || closed || lowered) await moveTrip(tx, row, { state, by, at: now, set });
  else if (WATCHED.has(row.state) || row.state === "deadline_passed")
    await saveTrip(tx, { ...row, ...set, changed_at: now }, null);
}

const keyOf = ({ store, content }: Booked): string =>
  `mail:${content.kind}:${store.domain}:${content.reservation_number}`.slice(0, 300);

function toldOf(fact: Booked): Told {
  const { content } = fact;
  const stay = content.kind === "stay" ? content : null;
  const returned = content.kind === "car" && content.drop_off_place !== content.place ? content.drop_off_place : "";
  return {
    ...{ kind: content.kind, source: "mail", fact_id: fact.fact_id, signed: fact.proof === "signed" },
    ...{ told_at: fact.sent_at, name: content.name.slice(0, 200), place: content.place.slice(0, 200), city: "" },
    ...{ country: content.country, reservation_number: content.reservation_number.slice(0, 80) },
    begins: content.kind === "stay" ? content.check_in : content.pick_up_at,
    ends: content.kind === "stay" ? content.check_out : content.drop_off_at,
    what: (content.kind === "stay" ? content.room : content.car_class).slice(0, 200),
    ...{ board: boardIn(stay?.board ?? null), adults: stay?.adults ?? 1, driver_age: null },
    pick_up_code: stay ? null : codeIn(content.place),
    ...{ drop_off_code: codeIn(returned), drop_off_place: returned.slice(0, 200) },
    ...{ currency: content.currency, total_minor: content.total_minor, cancel_free_until: content.cancel_free_until },
  };
}

/**
 * Cities and airports that were added to places stay with those places. A mail may name the site on which a car was booked: the company
 * at which the provider found it stays.
 */
function withAdded(told: Told, row: TripRow): Told {
  const isThere = told.place === row.place;
  return {
    ...told,
    name: row.kind === "car" && row.match === "found" ? row.name : told.name,
    what: told.what || row.what,
    ...{ board: told.board ?? row.board, country: told.country ?? row.country },
    city: told.city || (isThere ? row.city : ""),
    pick_up_code: told.pick_up_code ?? (isThere ? row.pick_up_code : null),
    drop_off_place: told.drop_off_place || (isThere ? row.drop_off_place : ""),
    drop_off_code: told.drop_off_code ?? (isThere ? row.drop_off_code : null),
    driver_age: row.driver_age,
  };
}

/** The newest mail of a booking counts; what its member added by hand stays where the mail says nothing. */
export async function takeBooking(context: TripContext, fact: Booked): Promise<void> {
  const told = toldOf(fact);
  if (told.total_minor <= 0n || told.total_minor > MAX_TOTAL || !/^[A-Z]{3}$/.test(told.currency)) return;
  await context.database.transaction(async (tx) => {
    await lockMember(tx, fact.user_id);
    const row = await tripByKey(tx, fact.user_id, keyOf(fact));
    if (!row) {
      if ((await countTrips(tx, fact.user_id)) < MAX_TRIPS)
        await begin(tx, newRow(context, { user_id: fact.user_id, key: keyOf(fact), told }), "mail");
      return;
    }
    if (row.told_at > told.told_at || row.fact_id === told.fact_id) return;
    await correct(tx, context, { row, told: withAdded(told, row), by: "mail" });
  });
}

const begin = (tx: Parameters<typeof saveTrip>[0], row: TripRow, by: string) =>
  saveTrip(tx, row, { from: null, minor: row.total_minor, by });

export type TripRequest = {
  user_id: string;
  /** Of one form: the same once more is the same booking. */
  request_key: string;
  kind: TripKind;
  name: string;
  city: string;
  country: string;
  reservation_number: string;
  begins: string;
  ends: string;
  what: string;
  board: string;
  adults: number;
  /** Of a car: three letters or empty; another place of return; years or empty. */
  pick_up_code?: string;
  drop_off_code?: string;
  drop_off_place?: string;
  driver_age?: string;
  currency: string;
  total_minor: string;
  /** YYYY-MM-DDTHH:MM, local to the place; empty: never free. */
  cancel_free_until: string;
};

const BOARDS: readonly string[] = ["none", "breakfast", "half", "full", "all"] satisfies Board[];
const isBoard = (text: string): text is Board => BOARDS.includes(text);
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const isMoment = (text: string, pattern: RegExp): boolean =>
  pattern.test(text) &&
  !Number.isNaN(Date.parse(`${text.slice(0, 10)}T${text.slice(11) || "00:00"}:00Z`)) &&
  new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10) === text.slice(0, 10);
const words = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200);

type Driven = Pick<Told, "pick_up_code" | "drop_off_code" | "drop_off_place" | "driver_age">;
const NOT_DRIVEN: Driven = { pick_up_code: null, drop_off_code: null, drop_off_place: "", driver_age: null };
/** A rental of less is no rental at the provider. */
const MIN_HOURS = 2;
const CODE = /^[A-Z]{3}$/;
function readDriven(request: TripRequest): Outcome<Driven, ProtectionRefusal> {
  const pick_up_code = words(request.pick_up_code ?? "").toUpperCase();
  const drop_off_code = words(request.drop_off_code ?? "").toUpperCase();
  const age = words(request.driver_age ?? "");
  if (Date.parse(`${request.ends}Z`) - Date.parse(`${request.begins}Z`) < MIN_HOURS * 3_600_000)
    return refused("rental_too_short");
  if (pick_up_code !== "" && !CODE.test(pick_up_code)) return refused("pick_up_code_invalid");
  if (drop_off_code !== "" && !CODE.test(drop_off_code)) return refused("drop_off_code_invalid");
  if (age !== "" && !(/^\d{2}$/.test(age) && Number(age) >= 18)) return refused("driver_age_invalid");
  return done({
    ...{ pick_up_code: pick_up_code || null, drop_off_code: drop_off_code || null },
    ...{ drop_off_place: words(request.drop_off_place ?? ""), driver_age: age === "" ? null : Number(age) },
  });
}

function readRequest(request: TripRequest, now: Date): Outcome<Told, ProtectionRefusal> {
  const pattern = request.kind === "stay" ? /^\d{4}-\d{2}-\d{2}$/ : MOMENT;
  const total_minor = /^\d{1,9}$/.test(request.total_minor) ? BigInt(request.total_minor) : 0n;
  const { begins, ends, cancel_free_until: until, country, currency, adults } = request;
  if (words(request.name).length < 2) return refused("trip_name_missing");
  if (words(request.reservation_number).length < 2) return refused("reservation_missing");
  if (!isMoment(begins, pattern) || begins.slice(0, 10) < civilDate(now)) return refused("begin_invalid");
  if (!isMoment(ends, pattern) || ends <= begins || Date.parse(ends.slice(0, 10)) > now.getTime() + 500 * 86_400_000)
    return refused("end_invalid");
  if (until !== "" && (!isMoment(until, MOMENT) || until.slice(0, 10) > begins.slice(0, 10)))
    return refused("free_until_invalid");
  if (total_minor < 100n || total_minor > MAX_TOTAL) return refused("total_invalid");
  if (!/^[A-Z]{3}$/.test(currency)) return refused("currency_invalid");
  if (!Number.isInteger(adults) || adults < 1 || adults > 30) return refused("adults_invalid");
  if (country !== "" && !/^[A-Z]{2}$/.test(country)) return refused("country_invalid");
  const driven = request.kind === "car" ? readDriven(request) : done(NOT_DRIVEN);
  if (!driven.ok) return driven;
  const city = words(request.city);
  return done({
    ...driven.value,
    ...{ kind: request.kind, source: "hand", fact_id: null, signed: false, told_at: now, name: words(request.name) },
    ...{ place: city, city, country: country || null, reservation_number: words(request.reservation_number) },
    ...{ begins, ends, what: words(request.what), board: isBoard(request.board) ? request.board : null, adults },
    ...{ currency, total_minor, cancel_free_until: until || null },
  });
}

/** By hand. Answers the booking's id. */
export async function addTrip(context: TripContext, request: TripRequest): Promise<Outcome<string, ProtectionRefusal>> {
  const told = readRequest(request, context.clock.now());
  if (!told.ok) return told;
  if (await context.limits.take(LIMITS.add_watch, request.user_id)) return refused("too_many_watches");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, request.user_id);
    const known = await tripByKey(tx, request.user_id, `hand:${request.request_key}`);
    if (known) return done(known.trip_id);
    if ((await countTrips(tx, request.user_id)) >= MAX_TRIPS) return refused("too_many_watches");
    const row = newRow(context, { user_id: request.user_id, key: `hand:${request.request_key}`, told: told.value });
    await begin(tx, row, "member");
    return done(row.trip_id);
  });
}

const CORRECTABLE: ReadonlySet<TripState> = new Set([...WATCHED, "deadline_passed"]);
export const mayCorrect = ({ state }: Pick<TripRow, "state">): boolean => CORRECTABLE.has(state);

/** What a mail said stays said by it: who corrects it answers for the figures, so it counts as typed. */
export async function correctTrip(
  context: TripContext,
  { trip_id, ...request }: Omit<TripRequest, "request_key"> & { trip_id: string },
): Promise<Outcome<string, ProtectionRefusal>> {
  const told = readRequest({ ...request, request_key: "" }, context.clock.now());
  return context.database.transaction(async (tx) => {
    const row = await lockTrip(tx, trip_id);
    if (row?.user_id !== request.user_id || row.state === "withdrawn") return refused("unknown_watch");
    if (!mayCorrect(row)) return refused("trip_settled");
    if (!told.ok) return told;
    const { source, fact_id, told_at } = row;
    const signed = row.signed && isSame(row, { ...told.value, place: row.place });
    const place = row.source === "mail" ? row.place : told.value.place;
    await correct(tx, context, {
      row,
      told: { ...told.value, kind: row.kind, source, fact_id, told_at, signed, place },
      by: "member",
    });
    return done(trip_id);
  });
}
