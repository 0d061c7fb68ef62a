/** How often a stranger may try at the console's door, and a partner's server may ask. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  console_network: { tries: 60, minutes: 15 },
  console_password: { tries: 6, minutes: 15 },
  console_failures: { tries: 300, minutes: 15 },
  console_link: { tries: 20, minutes: 15 },
  partner_figures: { tries: 60, minutes: 60 },
});
