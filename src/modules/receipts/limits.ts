/** How often somebody may hand in a receipt: each costs space and seconds of a core. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  receipt_network: { tries: 60, minutes: 60 },
  receipt_member: { tries: 40, minutes: 1_440 },
});
