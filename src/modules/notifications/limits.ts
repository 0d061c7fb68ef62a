/** How often somebody may have mail tried again at an address that it came back from, and agree to texts. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  mail_again: { tries: 3, minutes: 1_440 },
  text_consent: { tries: 3, minutes: 1_440 },
});
