/** Rules of payouts: pure. */
import { parseTyped } from "#platform/money";

export const WITHDRAWAL_TRANSITIONS = {
  requested: ["submitted", "unclaimed", "fulfilled", "failed", "returned"],
  submitted: ["fulfilled", "failed", "unclaimed", "returned"],
  unclaimed: ["submitted", "fulfilled", "returned", "failed"],
  fulfilled: ["returned"],
  failed: [],
  returned: [],
} as const satisfies Record<string, readonly string[]>;
export type WithdrawalState = keyof typeof WITHDRAWAL_TRANSITIONS;
export const mayBecome = (from: WithdrawalState, to: WithdrawalState): boolean =>
  (WITHDRAWAL_TRANSITIONS[from] as readonly string[]).includes(to);

export const METHODS = {
  paypal: { provider: "paypal", en: "PayPal", es: "PayPal", days: 1 },
  venmo: { provider: "paypal", en: "Venmo", es: "Venmo", days: 1 },
  gift_card: { provider: "tremendous", en: "Gift card", es: "Tarjeta de regalo", days: 0 },
} as const;
export type Method = keyof typeof METHODS;

/** Why money came back, in words that a member reads and can act on. */
export const REASONS = {
  receiver_unknown: {
    en: "PayPal does not know this address. Check it, or use the address of your PayPal account.",
    es: "PayPal no conoce esta dirección. Revísala o usa la de tu cuenta de PayPal.",
  },
  receiver_restricted: {
    en: "This PayPal account cannot receive money now. PayPal can tell you why.",
    es: "Esta cuenta de PayPal no puede recibir dinero ahora. PayPal puede decirte por qué.",
  },
  unclaimed: {
    en: "Nobody claimed the money, so PayPal sent it back.",
    es: "Nadie reclamó el dinero y PayPal lo devolvió.",
  },
  returned: {
    en: "The payment was sent back after it had arrived. The amount is in your passbook again.",
    es: "El pago se devolvió después de haber llegado. El monto está otra vez en tu libreta.",
  },
  card_refused: {
    en: "The gift card could not be made. Choose another card or PayPal.",
    es: "No se pudo emitir la tarjeta de regalo. Elige otra tarjeta o PayPal.",
  },
  provider_refused: {
    en: "The payment service refused the payment. Nothing was lost: the amount is back in your passbook.",
    es: "El servicio de pago rechazó el pago. No se perdió nada: el monto volvió a tu libreta.",
  },
} as const;
export type ReasonCode = keyof typeof REASONS;

/** Whether nobody was paid by it, as its provider says, because nobody is known or claims money there. */
export const reachedNobody = (sent: { state: WithdrawalState; reason_code: string | null }): boolean =>
  (sent.state === "failed" && sent.reason_code === "receiver_unknown") ||
  (sent.state === "returned" && sent.reason_code === "unclaimed");

/** Where a member's cards are used. Those whose country nobody told us are here. */
export const countryOf = (code: string | null): string => (code === "UK" ? "GB" : (code?.toUpperCase() ?? "US"));

/** Amounts at which cards without face values of their own are offered for coins, in cents. */
const USUAL_VALUES = [500n, 1_000n, 2_500n, 5_000n, 10_000n] as const;

/** The face values of a card; one that is made for any amount comes in the usual ones, and at least in its smallest. */
export function faceValues(card: { minimum_minor: bigint; maximum_minor: bigint; face_values: bigint[] }): bigint[] {
  if (card.face_values.length > 0) return card.face_values;
  const usual = USUAL_VALUES.filter((value) => value >= card.minimum_minor && value <= card.maximum_minor);
  return usual.length > 0 ? usual : [card.minimum_minor];
}

/** A receiver as PayPal takes it. */
export const isPhone = (text: string): boolean => /^\+?1?[\s.-]?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}$/.test(text.trim());
export const normalisePhone = (text: string): string => `+1${text.replace(/\D/g, "").slice(-10)}`;

/** What is asked for, as it was typed, in cents; null for what is no amount. */
export const parseAmount = (typed: string): bigint | null => parseTyped(typed);

/** A masked receiver, for lists and mails: "ro••••@example.com". */
export function mask(destination: string): string {
  const at = destination.indexOf("@");
  if (at > 0) return `${destination.slice(0, Math.min(2, at))}••••${destination.slice(at)}`;
  return `••• ${destination.slice(-4)}`;
}
