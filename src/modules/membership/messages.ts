/** Texts of the membership that calls, forms and mails answer with. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";
import type { Tier } from "./rules.ts";

/** SPEC §9: rebates in a month, cents. */
export const SHIPPING_REBATE_MONTH_MINOR = 10_000;
export const RIDESHARE_REBATE_MONTH_MINOR = 1_000;

export const CARD_CHANGED = {
  en: "Your card is changed. The next charge goes to it.",
  es: "Tu tarjeta cambió. El próximo cobro va a ella.",
} as const;

export type MembershipRefusal =
  | "not_signed_in"
  | "already_member"
  | "no_membership"
  | "terms_changed"
  | "time_zone_invalid"
  | "card_not_ready"
  | "no_card"
  | "card_declined"
  | "payment_open"
  | "processor_unavailable"
  | "already_canceled"
  | "not_canceled"
  | "trial_already_used"
  | "payment_past_due"
  | "same_plan"
  | "nothing_planned"
  | "nothing_due"
  | "no_invoice"
  | "link_invalid";

export const MEMBERSHIP_REFUSALS: RefusalTable<MembershipRefusal> = {
  not_signed_in: LOGGED_OUT,
  already_member: {
    status: 409,
    en: "You have this membership already. Nothing was charged.",
    es: "Ya tienes esta membresía. No se cobró nada.",
  },
  no_membership: { status: 404, en: "There is no such membership.", es: "No existe esa membresía." },
  terms_changed: {
    status: 409,
    en: "Price or dates are different from those shown. Please read the new ones. Nothing was charged.",
    es: "El precio o las fechas son distintos de los mostrados. Lee los nuevos. No se cobró nada.",
  },
  time_zone_invalid: {
    status: 422,
    field: "zone",
    en: "This time zone is not known.",
    es: "Esta zona horaria no se conoce.",
  },
  card_not_ready: {
    status: 422,
    field: "card",
    en: "The card was not saved. Please enter it again.",
    es: "La tarjeta no se guardó. Ingrésala de nuevo.",
  },
  no_card: {
    status: 409,
    field: "card",
    en: "No card is on file. Enter one first.",
    es: "No hay ninguna tarjeta guardada. Ingresa una primero.",
  },
  card_declined: {
    status: 402,
    field: "card",
    en: "{{reason}} Enter a valid card and resubmit.",
    es: "{{reason_es}} Ingresa una tarjeta válida y vuelve a enviarla.",
  },
  payment_open: {
    status: 409,
    en: "A payment is on its way. Look again in a minute; nothing is charged twice.",
    es: "Hay un pago en curso. Vuelve a mirar en un minuto; nada se cobra dos veces.",
  },
  processor_unavailable: {
    status: 503,
    en: "The card service does not answer now. If it took the payment, your membership begins within minutes, and you are never charged twice.",
    es: "El servicio de tarjetas no responde ahora. Si tomó el pago, tu membresía comienza en minutos y nunca se te cobra dos veces.",
  },
  already_canceled: {
    status: 409,
    en: "It is canceled already. Nothing more is charged.",
    es: "Ya está cancelada. No se cobra nada más.",
  },
  not_canceled: { status: 409, en: "It is not canceled: it goes on.", es: "No está cancelada: continúa." },
  trial_already_used: {
    status: 409,
    en: "Benefits of this trial were used, so its price stays. Nothing more is charged after canceling.",
    es: "Se usaron beneficios de esta prueba, así que su precio no se devuelve. Tras cancelar no se cobra nada más.",
  },
  payment_past_due: {
    status: 409,
    en: "A payment is open. Enter a valid card first.",
    es: "Hay un pago pendiente. Primero ingresa una tarjeta válida.",
  },
  same_plan: { status: 409, en: "That is your plan already.", es: "Ese ya es tu plan." },
  nothing_planned: {
    status: 409,
    en: "No change of plan is waiting.",
    es: "No hay ningún cambio de plan en espera.",
  },
  nothing_due: { status: 409, en: "Nothing is due.", es: "No hay nada pendiente." },
  no_invoice: {
    status: 404,
    en: "You have no receipt of this number.",
    es: "No tienes ningún recibo con este número.",
  },
  link_invalid: {
    status: 410,
    en: "This link is not valid any more. Sign in to do the same.",
    es: "Este enlace ya no es válido. Inicia sesión para hacer lo mismo.",
  },
};

export const TIER_NAMES: Record<Tier, { en: string; es: string }> = {
  standard: { en: "Membership", es: "Membresía" },
  plus: { en: "Plus membership", es: "Membresía Plus" },
  shipright: { en: "Shipping membership", es: "Membresía de envíos" },
};

/**
 * What a member reads about a decline. Lost, stolen and suspected cards get the general words only: who holds the card
 * may not be its owner (references).
 */
export const DECLINES = {
  entry: {
    en: "The card's number, date or code does not match, or it has expired.",
    es: "El número, la fecha o el código de la tarjeta no coinciden, o está vencida.",
  },
  funds: {
    en: "The bank says that the card does not cover the amount now.",
    es: "El banco indica que la tarjeta no cubre el importe ahora.",
  },
  confirm: {
    en: "The bank wants you to confirm the payment yourself.",
    es: "El banco quiere que confirmes el pago tú mismo.",
  },
  general: { en: "The bank declined the payment.", es: "El banco rechazó el pago." },
} as const;
export function declineWords(code: string | null): { en: string; es: string } {
  if (!code) return DECLINES.general;
  if (/^(incorrect_|invalid_|expired_card)/.test(code)) return DECLINES.entry;
  if (code === "insufficient_funds") return DECLINES.funds;
  return code === "authentication_required" ? DECLINES.confirm : DECLINES.general;
}

/** Why money goes back, and why a membership ended. */
export const REASONS = {
  unused_trial: {
    en: "You cancelled the trial without having used it, so its price goes back.",
    es: "Cancelaste la prueba sin haberla usado, así que se devuelve su precio.",
  },
  after_cancelling: {
    en: "You had cancelled when this payment came in, so it goes back.",
    es: "Ya habías cancelado cuando entró este pago, así que se devuelve.",
  },
  paid_twice: {
    en: "This period was paid for already, so the second payment goes back.",
    es: "Este período ya estaba pagado, así que se devuelve el segundo pago.",
  },
  not_joined: {
    en: "The sign-up was not finished when this payment came in, so it goes back.",
    es: "La inscripción no se había completado cuando entró este pago, así que se devuelve.",
  },
  cancelled: { en: "You cancelled it.", es: "La cancelaste." },
  not_paid: { en: "No card could be charged for 14 days.", es: "Durante 14 días no se pudo cobrar ninguna tarjeta." },
  account_deleted: { en: "The account was deleted.", es: "La cuenta se eliminó." },
  merged: {
    en: "Two accounts of yours became one, and one of their two memberships is enough.",
    es: "Dos de tus cuentas se unieron, y con una de las dos membresías basta.",
  },
} as const;
export type ReasonCode = keyof typeof REASONS;
export const reasonWords = (code: string | null): { en: string; es: string } =>
  REASONS[(code ?? "") as ReasonCode] ?? { en: "", es: "" };

/** A refusal in the reader's words, with its places filled. */
export function refusalText(
  refusal: { code: MembershipRefusal; detail?: Record<string, string> },
  language: "en" | "es",
): string {
  return MEMBERSHIP_REFUSALS[refusal.code][language].replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => refusal.detail?.[name] ?? "",
  );
}
