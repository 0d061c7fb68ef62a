import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  /** How often a network may bring messages that are not PayPal's: each one asks PayPal, who limits how often we may. */
  paypal_forged: { tries: 20, minutes: 10 },
  /** Codes that a member tries. */
  gift_code: { tries: 10, minutes: 60 },
  /** New links of one card: each asks its maker. */
  renew_card: { tries: 3, minutes: 1_440 },
});
