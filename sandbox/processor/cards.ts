/** The processor's public test cards and tokens, and what each of them does. */
export type Decline = {
  code: string;
  decline_code?: string;
  /** Blocked by a rule of the account, before any bank was asked. */
  _rule?: boolean;
};
export type TestCard = {
  number: string;
  token: string;
  brand?: string;
  /** Refused when it is put on file, or only when it is charged. */
  declines?: Decline & { on: "attach" | "charge" };
  /** Asks for its owner once, when it is put on file, or each time. */
  authentication?: "setup" | "always";
};

const declined = (decline_code: string): Decline => ({ code: "card_declined", decline_code });

export const TEST_CARDS: TestCard[] = [
  { number: "4242424242424242", token: "pm_card_visa" },
  { number: "5555555555554444", token: "pm_card_mastercard" },
  { number: "378282246310005", token: "pm_card_amex" },
  { number: "6011111111111117", token: "pm_card_discover" },
  {
    number: "4000000000000002",
    token: "pm_card_visa_chargeDeclined",
    declines: { on: "attach", ...declined("generic_decline") },
  },
  {
    number: "4000000000009995",
    token: "pm_card_visa_chargeDeclinedInsufficientFunds",
    declines: { on: "attach", ...declined("insufficient_funds") },
  },
  {
    number: "4000000000009987",
    token: "pm_card_visa_chargeDeclinedLostCard",
    declines: { on: "attach", ...declined("lost_card") },
  },
  {
    number: "4000000000009979",
    token: "pm_card_visa_chargeDeclinedStolenCard",
    declines: { on: "attach", ...declined("stolen_card") },
  },
  {
    number: "4000000000000069",
    token: "pm_card_chargeDeclinedExpiredCard",
    declines: { on: "attach", code: "expired_card" },
  },
  {
    number: "4000000000000127",
    token: "pm_card_chargeDeclinedIncorrectCvc",
    declines: { on: "attach", code: "incorrect_cvc" },
  },
  {
    number: "4000000000000119",
    token: "pm_card_chargeDeclinedProcessingError",
    declines: { on: "attach", code: "processing_error" },
  },
  {
    number: "4000000000000341",
    token: "pm_card_chargeCustomerFail",
    declines: { on: "charge", ...declined("generic_decline") },
  },
  { number: "4000002500003155", token: "pm_card_authenticationRequiredOnSetup", authentication: "setup" },
  { number: "4000002760003184", token: "pm_card_authenticationRequired", authentication: "always" },
  {
    number: "4000008260003178",
    token: "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
    authentication: "always",
    declines: { on: "charge", ...declined("insufficient_funds") },
  },
  {
    number: "4100000000000019",
    token: "pm_card_radarBlock",
    declines: { on: "charge", ...declined("fraudulent") },
  },
];

const MESSAGES: Record<string, string> = {
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: "Your card number is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
  authentication_required: "Your card was declined. This transaction requires authentication.",
};

export const declineMessage = (decline: Decline): string =>
  MESSAGES[decline.decline_code ?? ""] ?? MESSAGES[decline.code] ?? "Your card was declined.";

export const cardOfNumber = (number: string): TestCard | undefined => TEST_CARDS.find((card) => card.number === number);
export const cardOfToken = (token: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.token === token) ??
  (token === "pm_card_chargeDeclined" ? cardOfNumber("4000000000000002") : undefined);

export function brandOf(number: string): string {
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^(6011|65|64)/.test(number)) return "discover";
  if (/^3[068]/.test(number)) return "diners";
  if (/^35/.test(number)) return "jcb";
  return "unknown";
}

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, n) => {
    const value = Number(digit) * (n % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
