/** How often a member may try, and how many forgeries are told in the log and kept. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  forged_callback: { tries: 200, minutes: 60 },
  /** Of each provider so many are kept for a person to read. */
  kept_refusal: { tries: 60, minutes: 60 },
  begin: { tries: 200, minutes: 1_440 },
  phone_text: { tries: 5, minutes: 1_440 },
  phone_number: { tries: 3, minutes: 1_440 },
  phone_network: { tries: 20, minutes: 1_440 },
  screenshot: { tries: 30, minutes: 1_440 },
  claim: { tries: 20, minutes: 1_440 },
});
