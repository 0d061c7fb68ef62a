/** How often a stranger may ask: each request costs a letter, and each look at one is a guess at its number. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  request_network: { tries: 10, minutes: 60 },
  request_mailbox: { tries: 4, minutes: 1_440 },
  status_network: { tries: 20, minutes: 60 },
});
