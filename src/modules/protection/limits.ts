/** How often a member may add to what is watched, and press. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  add_watch: { tries: 60, minutes: 1_440 },
  claim_drop: { tries: 60, minutes: 60 },
});
