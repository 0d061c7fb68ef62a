/** Brings a booking to another state, with its row of history. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { TRIP_TRANSITIONS, type TripState } from "./protection.types.ts";
import { isEnded } from "./trip-rules.ts";
import { saveTrip, type TripRow } from "./trip-store.ts";

export const mayMove = (from: TripState, to: TripState): boolean =>
  (TRIP_TRANSITIONS[from] as readonly TripState[]).includes(to);

/** In these the provider is asked. */
export const WATCHED: ReadonlySet<TripState> = new Set(["watching", "drop_found", "re_checked"]);

type Change = { state: TripState; by: string; at: Date; minor?: bigint | null; set?: Partial<TripRow> };
/** `row` is locked. */
export async function moveTrip(tx: Tx, row: TripRow, { state, by, at, minor = null, set }: Change): Promise<TripRow> {
  assert(mayMove(row.state, state), `a booking that is ${row.state} can become ${state}`);
  const next: TripRow = {
    ...row,
    ...set,
    ...{ state, sequence: row.sequence + 1, changed_at: at },
    ...(isEnded(state) || state === "rebooked" ? { next_look_at: null } : {}),
  };
  await saveTrip(tx, next, { from: row.state, minor, by });
  return next;
}

/** What is read of the provider starts anew, as it does when the booking is another than was thought. */
export const UNREAD = {
  ...{ hotel_id: null, unit_ids: [] as string[], first_minor: null, first_read_at: null, checked_minor: null },
  ...{ checked_at: null, last_minor: null, last_read_at: null, offer_url: null, offer_until: null },
  offer_of: null,
} satisfies Partial<TripRow>;
