/** What operators see of bookings: each with its steps and what the provider said, and how many drops were found. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorView } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { ProtectionDeps } from "./context.ts";
import { tripId } from "./ids.ts";
import { countTripsFound, listTrips } from "./operator-store.ts";
import { TRIP_TRANSITIONS, type TripState } from "./protection.types.ts";
import { readTrip, readTripEvents, type TripRow } from "./trip-store.ts";

export type TripDesk = ReturnType<typeof createTripDesk>;
export const createTripDesk = ({ database: { db } }: ProtectionDeps) => ({
  trip: (id: string) => readTrip(db, id),
  events: (id: string) => readTripEvents(db, [id]),
  list: (asked: Parameters<typeof listTrips>[1]) => listTrips(db, asked),
  found: (span: { from: Date; to: Date }) => countTripsFound(db, span),
});

// The table of transitions has every state as a key.
const STATES = Object.keys(TRIP_TRANSITIONS) as TripState[];
const sum = (row: TripRow, minor: bigint | null): string | null =>
  minor === null ? null : `${row.currency} ${(Number(minor) / 100).toFixed(2)}`;

const carOf = ({ offer_of }: TripRow): string | null =>
  offer_of && [offer_of.company, offer_of.car, offer_of.at].filter(Boolean).join(", ");

const tripLink = (row: TripRow): ObjectLink => ({
  kind: "booking",
  id: tripId.show(row.trip_id),
  line: `${row.name}, ${row.begins}: ${sum(row, row.total_minor)}, ${row.state}`,
});

export const tripsView = (desk: TripDesk): Pick<OperatorView, "objects" | "lists" | "figures"> => ({
  objects: [
    {
      kind: "booking",
      permission: "members.see",
      async search(text) {
        const id = tripId.read(text.trim());
        const row = id && (await desk.trip(id));
        return row ? [tripLink(row)] : [];
      },
      async show(shown) {
        const id = tripId.read(shown);
        const row = id && (await desk.trip(id));
        if (!row) return null;
        return {
          facts: known({
            ...{ kind: row.kind, name: row.name, place: row.place, country: row.country, state: row.state },
            ...{ from: row.begins, until: row.ends, booked: row.what, meals: row.board },
            ...{ "picked up at": row.pick_up_code, "returned at": row.drop_off_code ?? (row.drop_off_place || null) },
            ...{ "driver's age": row.driver_age?.toString() },
            ...{ "said by": row.signed ? "a signed mail" : row.source, total: sum(row, row.total_minor) },
            ...{ "free to cancel until": row.cancel_free_until, "found at the provider": row.match },
            ...{ "hotel's id there": row.hotel_id, "asked last": row.last_read_at, "asked next": row.next_look_at },
            ...{ "offer then": sum(row, row.last_minor), "read twice": sum(row, row.checked_minor) },
            ...{
              "offered car": carOf(row),
              "leads to": row.offer_url,
              "booked anew for": sum(row, row.new_total_minor),
            },
          }),
          personal: known({
            ...{ "reservation number": row.reservation_number, "new reservation": row.new_reservation_number },
          }),
          timeline: (await desk.events(row.trip_id)).map(({ at, state, minor, by_whom }) => ({
            ...{ at, by: by_whom, what: [state, sum(row, minor)].filter(Boolean).join("; ") },
          })),
          links: [{ kind: "member", id: userId.show(row.user_id), line: "whose it is" }],
        };
      },
      acts: [],
    },
  ],
  lists: [
    {
      name: "bookings",
      what: "Every booking that is or was watched, the newest first",
      permission: "members.see",
      filters: [{ name: "state", values: ["all", ...STATES] }],
      async read({ filters, after, most }) {
        const rows = await desk.list({
          ...{ state: readFilter(filters.state, STATES), after: readPlace(after, tripId), most },
        });
        return {
          rows: rows.map((row) => ({
            ...tripLink(row),
            facts: known({ added: row.created_at, kind: row.kind, total: sum(row, row.total_minor), match: row.match }),
          })),
          after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: tripId.show(row.trip_id) })),
        };
      },
    },
  ],
  figures: [
    {
      name: "booking drops found",
      what: "Lower prices of booked hotels and rental cars that were read twice, on the day of the second reading",
      ...{ permission: "figures.see", unit: "count", kind: "flow" },
      read: (span) => desk.found(span),
    },
  ],
});
