/**
 * What a refusal of a card means: for the calendar of tries, and for the words that its owner reads. The codes are the
 * processor's (`code`, and the bank's own `decline_code`).
 */

/** The card schemes forbid to try these again without a new card or its owner. */
const NEVER_AGAIN: ReadonlySet<string> = new Set([
  "incorrect_number",
  "lost_card",
  "pickup_card",
  "stolen_card",
  "revocation_of_authorization",
  "revocation_of_all_authorizations",
  "authentication_required",
  "highest_risk_level",
  "transaction_not_allowed",
  "card_not_on_file",
]);

export function isRetryable(codes: readonly (string | null | undefined)[]): boolean {
  return !codes.some((code) => code != null && NEVER_AGAIN.has(code));
}

/** `fix_entry`: something was mistyped. `other_card`: this card cannot. `generic`: the reason is not to be told. */
export type DeclineGroup = "fix_entry" | "other_card" | "generic";

const GROUPS: Readonly<Record<string, DeclineGroup>> = {
  incorrect_number: "fix_entry",
  invalid_number: "fix_entry",
  incorrect_cvc: "fix_entry",
  invalid_cvc: "fix_entry",
  incorrect_zip: "fix_entry",
  expired_card: "fix_entry",
  invalid_expiry_month: "fix_entry",
  invalid_expiry_year: "fix_entry",
  insufficient_funds: "other_card",
  card_not_supported: "other_card",
  do_not_honor: "other_card",
  generic_decline: "other_card",
  card_velocity_exceeded: "other_card",
  withdrawal_count_limit_exceeded: "other_card",
  currency_not_supported: "other_card",
  fraudulent: "generic",
  lost_card: "generic",
  stolen_card: "generic",
  pickup_card: "generic",
  merchant_blacklist: "generic",
};

/** The bank's own word counts before the processor's; what is not known is told in general words only. */
export function declineGroup(code: string, declineCode: string | null): DeclineGroup {
  return GROUPS[declineCode ?? ""] ?? GROUPS[code] ?? "generic";
}
