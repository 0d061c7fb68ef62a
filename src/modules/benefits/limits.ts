/** How often a member may send claims, and how often strangers may ask how one stands. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  send_claim: { tries: 40, minutes: 1_440 },
  claim_status: { tries: 20, minutes: 60 },
});
