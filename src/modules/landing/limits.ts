/** How often a stranger may use forms that cost a letter or a text and need no account. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  draw_network: { tries: 20, minutes: 60 },
  draw_mailbox: { tries: 4, minutes: 1_440 },
  text_network: { tries: 5, minutes: 60 },
  text_number: { tries: 3, minutes: 1_440 },
});
