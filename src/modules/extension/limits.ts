/** How much one network may say of codes: many members may be behind it, and none of them may decide alone. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  /** Posts of a network, each with up to 30 tries. */
  extension_tries: { tries: 40, minutes: 1_440 },
  /** Prices that a network asks for: a press each. */
  extension_prices: { tries: 300, minutes: 60 },
  /** What is counted of a network for one code. */
  extension_code: { tries: 3, minutes: 1_440 },
});
