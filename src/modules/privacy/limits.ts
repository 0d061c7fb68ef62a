/** How often a stranger may ask: each request costs a letter. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  request_network: { tries: 10, minutes: 60 },
  request_mailbox: { tries: 4, minutes: 1_440 },
});
