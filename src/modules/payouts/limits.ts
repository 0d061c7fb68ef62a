/** How often a network may bring messages that are not PayPal's: each one asks PayPal, who limits how often we may. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({ paypal_forged: { tries: 20, minutes: 10 } });
