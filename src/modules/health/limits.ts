/** How often a neighbourhood may tell how fast its pages were. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({ vitals_network: { tries: 120, minutes: 10 } });
