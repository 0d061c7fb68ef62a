/** The door of protection: what was bought or booked for more than it costs now. */
import type { MailFact } from "#mailboxes";
import { addTrip, correctTrip, isBooked, takeBooking } from "./add-trip.ts";
import { createBookingDemand } from "./booking-demand.ts";
import { claimPrice, followClaim } from "./claim-price.ts";
import type { ProtectionDeps } from "./context.ts";
import { createExpediaCars } from "./expedia-cars.ts";
import { priceWatchId, tripId } from "./ids.ts";
import { lookAtPrices } from "./look-prices.ts";
import { isOrder, type PriceRequest, watchOrder, watchPrice } from "./open-price.ts";
import { createProtectionDesk } from "./operator.ts";
import { countFound, setByItself } from "./price-store.ts";
import type { ProtectionReader } from "./protection.types.ts";
import { readPrices } from "./read-prices.ts";
import { hearRefund, isRefund, stopWatching, tellAnswer, tellAsked } from "./tell-price.ts";
import { cancelTrip, rebookTrip, withdrawTrip } from "./tell-trip.ts";
import { countOffers, readTrips, remindOfTrips } from "./trips.ts";
import { lookAtTrips } from "./watch-trips.ts";

export { PROTECTION_REFUSALS, type ProtectionRefusal } from "./messages.ts";
export type * from "./protection.types.ts";

export function createProtection(deps: ProtectionDeps) {
  const travel = createBookingDemand(deps);
  const cars = createExpediaCars(deps);
  const context = { ...deps, travel, cars, priced: { stay: travel.enabled, car: cars.enabled } };
  const { db } = context.database;
  /** Acts on what mails say of orders and refunds. */
  async function takeFacts(facts: readonly MailFact[]): Promise<void> {
    for (const fact of facts) {
      if (isOrder(fact)) await watchOrder(context, fact);
      if (isRefund(fact)) await hearRefund(context, fact);
      if (isBooked(fact)) await takeBooking(context, fact);
    }
  }
  return {
    /** Drops that wait for the member's press, for the tabs. */
    countDrops: async (userId: string): Promise<{ price: number; hotel: number; car: number }> => {
      const drops = await countOffers(context, userId);
      return {
        ...{ price: await countFound(db, userId), hotel: drops.stay, car: drops.car },
      };
    },
    /** Bookings, with the day until which each can be canceled for free and what was found. */
    trips: (userId: string, kind: "stay" | "car") => readTrips(context, userId, kind),
    addTrip: (request: Parameters<typeof addTrip>[1]) => addTrip(context, request),
    correctTrip: (request: Parameters<typeof correctTrip>[1]) => correctTrip(context, request),
    rebookTrip: (pressed: Parameters<typeof rebookTrip>[1]) => rebookTrip(context, pressed),
    cancelTrip: (pressed: Parameters<typeof cancelTrip>[1]) => cancelTrip(context, pressed),
    withdrawTrip: (pressed: Parameters<typeof withdrawTrip>[1]) => withdrawTrip(context, pressed),
    tripId: (shown: string) => tripId.read(shown),
    lookAtTrips: () => lookAtTrips(context),
    remindOfTrips: () => remindOfTrips(context),
    prices: (reader: ProtectionReader) => readPrices(context, reader),
    watchPrice: (request: PriceRequest) => watchPrice(context, request),
    claimPrice: (pressed: Parameters<typeof claimPrice>[1]) => claimPrice(context, pressed),
    tellAsked: (asked: Parameters<typeof tellAsked>[1]) => tellAsked(context, asked),
    tellAnswer: (asked: Parameters<typeof tellAnswer>[1]) => tellAnswer(context, asked),
    stopWatching: (asked: Parameters<typeof stopWatching>[1]) => stopWatching(context, asked),
    claimsByItself: async (userId: string, on: boolean): Promise<void> => void (await setByItself(db, userId, on)),
    /** A listing of the catalogue by its id as addresses have it, for the form. */
    listing: (id: string) => context.catalog.watchedListing(id),
    watchId: (shown: string) => priceWatchId.read(shown),
    takeFacts,
    takeMail: async (mailId: string): Promise<void> => takeFacts(await context.mailboxes.factsOf(mailId)),
    followClaim: (claimId: string) => followClaim(context, claimId),
    /** What operators see. */
    desk: createProtectionDesk(context),
    /** Reads what is due; what its member lets be claimed by itself is claimed. */
    async look(): Promise<void> {
      for (const row of await lookAtPrices(context)) {
        const contact = await context.identity.contact(row.user_id);
        if (contact)
          await claimPrice(context, {
            reader: { ...contact, user_id: row.user_id },
            watch_id: row.watch_id,
            receipt_ids: [],
          });
      }
    },
  };
}
export type Protection = ReturnType<typeof createProtection>;
/** What screens may ask of protection. */
export type ProtectionService = Pick<Protection, "countDrops" | "prices" | "listing" | "trips">;
