/** The door of protection: what was bought or booked for more than it costs now. */
import type { ProtectionDeps } from "./context.ts";

export function createProtection(_context: ProtectionDeps) {
  return {
    /** Drops that wait for the member's press, for the tabs. */
    countDrops: async (_userId: string): Promise<{ price: number; hotel: number; car: number }> => ({
      price: 0,
      hotel: 0,
      car: 0,
    }),
  };
}
export type Protection = ReturnType<typeof createProtection>;
/** What screens may ask of protection. */
export type ProtectionService = Pick<Protection, "countDrops">;
