/** How often a stranger, or a member, may try. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  forged_callback: { tries: 200, minutes: 60 },
  begin: { tries: 200, minutes: 1_440 },
  claim: { tries: 20, minutes: 1_440 },
});
