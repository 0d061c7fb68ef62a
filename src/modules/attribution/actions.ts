/**
 * The closed list of tracking actions. A part of the product that wants another one adds it here, with the name under
 * which Google Analytics hears of it, or null when it never does. Everything else that is sent is refused.
 */
export const ACTIONS = {
  page_view: null,
  go_shopping: "select_promotion",
  register: "sign_up",
  login: "login",
  logout: null,
  search: "search",
  coupon_code_shown: "select_content",
  /** The login guard turned somebody away (SPEC §2). */
  unauthenticated_attempt: null,
  landing_step: null,
  offer_start: null,
  survey_start: null,
  // Google's `purchase` needs a transaction and its value, which a browser's word does not prove.
  subscribe: null,
  upsell_accepted: null,
  upsell_declined: null,
  extension_prompt: null,
  extension_installed: null,
} as const satisfies Record<string, string | null>;

export type Action = keyof typeof ACTIONS;
export const isAction = (value: unknown): value is Action => typeof value === "string" && Object.hasOwn(ACTIONS, value);
