/** The door of shipments: parcels that are followed, and what is owed when one goes wrong. */
import type { ShipmentsDeps } from "./context.ts";

export function createShipments(_context: ShipmentsDeps) {
  return {
    /** Parcels that ask something of the member, for the tab. */
    countOpen: async (_userId: string): Promise<number> => 0,
  };
}
export type Shipments = ReturnType<typeof createShipments>;
/** What screens may ask of shipments. */
export type ShipmentsService = Pick<Shipments, "countOpen">;
