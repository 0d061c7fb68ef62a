/** What a member says of a booking: booked anew for less, the old one canceled, no longer to be watched. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { ProtectionDeps } from "./context.ts";
import type { ProtectionRefusal } from "./messages.ts";
import { mayMove, moveTrip } from "./move-trip.ts";
import type { TripState } from "./protection.types.ts";
import { lockTrip, type TripRow } from "./trip-store.ts";

type Pressed = { user_id: string; trip_id: string };

async function tell(
  { clock, database }: ProtectionDeps,
  { user_id, trip_id }: Pressed,
  state: TripState,
  read: (row: TripRow) => Outcome<Partial<TripRow>, ProtectionRefusal>,
): Promise<Outcome<null, ProtectionRefusal>> {
  return database.transaction(async (tx) => {
    const row = await lockTrip(tx, trip_id);
    if (row?.user_id !== user_id) return refused("unknown_watch");
    // A doubled press finds what the first one did.
    if (row.state === state) return done(null);
    if (!mayMove(row.state, state)) return refused("trip_settled");
    const set = read(row);
    if (!set.ok) return set;
    await moveTrip(tx, row, {
      ...{ state, by: "member", at: clock.now(), set: set.value, minor: set.value.new_total_minor ?? null },
    });
    return done(null);
  });
}

/** The new booking's number is kept before anybody is told to cancel the old one. */
export const rebookTrip = (
  context: ProtectionDeps,
  asked: Pressed & { reservation_number: string; total_minor: string },
): Promise<Outcome<null, ProtectionRefusal>> =>
  tell(context, asked, "rebooked", (row) => {
    const number = asked.reservation_number
      .replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, 80);
    const total = /^\d{1,9}$/.test(asked.total_minor) ? BigInt(asked.total_minor) : 0n;
    if (number.length < 2) return refused("reservation_missing");
    if (number === row.reservation_number) return refused("same_reservation");
    if (total < 100n || total >= row.total_minor) return refused("not_less");
    return done({ new_reservation_number: number, new_total_minor: total });
  });

export const cancelTrip = (context: ProtectionDeps, asked: Pressed) => tell(context, asked, "canceled", () => done({}));
export const withdrawTrip = (context: ProtectionDeps, asked: Pressed) =>
  tell(context, asked, "withdrawn", () => done({}));
