/** Texts of the membership that calls, forms and mails answer with. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";
import type { Tier } from "./rules.ts";

/** SPEC §9: rebates in a month, cents. */
export const SHIPPING_REBATE_MONTH_MINOR = 10_000;
export const RIDESHARE_REBATE_MONTH_MINOR = 1_000;

export const CARD_CHANGED = {
  en: "Your card has been updated. Your next charge goes to the new one.",
  es: "Actualizamos tu tarjeta. El próximo cobro se hará a la nueva.",
} as const;

export type MembershipRefusal =
  | "not_signed_in"
  | "already_member"
  | "no_membership"
  | "terms_changed"
  | "trial_held"
  | "time_zone_invalid"
  | "card_not_ready"
  | "no_card"
  | "card_declined"
  | "payment_open"
  | "payment_returned"
  | "processor_unavailable"
  | "already_canceled"
  | "not_canceled"
  | "trial_already_used"
  | "payment_past_due"
  | "same_plan"
  | "nothing_planned"
  | "nothing_due"
  | "past_due_over"
  | "no_invoice"
  | "not_sold_yet"
  | "link_invalid";

export const MEMBERSHIP_REFUSALS: RefusalTable<MembershipRefusal> = {
  not_signed_in: LOGGED_OUT,
  already_member: {
    status: 409,
    en: "You already have this membership. You weren't charged.",
    es: "Ya tienes esta membresía. No se cobró nada.",
  },
  no_membership: { status: 404, en: "We can't find that membership.", es: "No encontramos esa membresía." },
  terms_changed: {
    status: 409,
    en: "The price or dates have changed since you saw them. Please check the new ones. You weren't charged.",
    es: "El precio o las fechas cambiaron desde que los viste. Revisa los nuevos. No se te cobró nada.",
  },
  trial_held: {
    status: 409,
    en: "Another sign-up with your card or email is still being paid, and the trial can only be used once. Check again in a few minutes; it can take until tomorrow. You weren't charged.",
    es: "Todavía hay un pago en curso de otro registro con tu tarjeta o tu correo, y la prueba solo se puede usar una vez. Revisa de nuevo en unos minutos; puede tardar hasta mañana. No se te cobró nada.",
  },
  time_zone_invalid: {
    status: 422,
    field: "zone",
    en: "We don't recognize this time zone.",
    es: "No reconocemos esta zona horaria.",
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
    en: "There's no card on file. Add one first.",
    es: "No hay ninguna tarjeta guardada. Escribe una primero.",
  },
  card_declined: {
    status: 402,
    field: "card",
    en: "{{reason}} Enter a valid card and resubmit.",
    es: "{{reason_es}} Escribe una tarjeta válida y vuelve a enviarla.",
  },
  payment_open: {
    status: 409,
    en: "A payment is in progress. Check again in a minute. You won't be charged twice.",
    es: "Hay un pago en curso. Revisa de nuevo en un minuto. No se te cobrará dos veces.",
  },
  payment_returned: {
    status: 409,
    en: "{{reason}}",
    es: "{{reason_es}}",
  },
  processor_unavailable: {
    status: 503,
    en: "The card service isn't responding right now. If the payment went through, your membership will start within minutes. You won't be charged twice.",
    es: "El servicio de tarjetas no responde en este momento. Si el pago se realizó, tu membresía empezará en unos minutos. No se te cobrará dos veces.",
  },
  already_canceled: {
    status: 409,
    en: "It's already canceled. You won't be charged again.",
    es: "Ya está cancelada. No se te cobrará nada más.",
  },
  not_canceled: {
    status: 409,
    en: "It isn't canceled, so there's nothing to undo.",
    es: "No está cancelada, así que no hay nada que deshacer.",
  },
  trial_already_used: {
    status: 409,
    en: "You used this trial's benefits, so its price can't be refunded. You won't be charged again after canceling.",
    es: "Usaste beneficios de esta prueba, así que su precio no se reembolsa. Después de cancelar no se te cobrará nada más.",
  },
  payment_past_due: {
    status: 409,
    en: "You have an unpaid charge. Enter a valid card first.",
    es: "Tienes un cobro pendiente. Primero ingresa una tarjeta válida.",
  },
  same_plan: { status: 409, en: "That's already your plan.", es: "Ese ya es tu plan." },
  nothing_planned: {
    status: 409,
    en: "There's no plan change to undo.",
    es: "No hay ningún cambio de plan que deshacer.",
  },
  nothing_due: { status: 409, en: "Nothing is due.", es: "No hay nada pendiente." },
  past_due_over: {
    status: 409,
    en: "The 14 days to pay this charge are over. Your membership is ending, and you owe nothing.",
    es: "Ya pasaron los 14 días para pagar este cobro. Tu membresía está por terminar y no debes nada.",
  },
  no_invoice: {
    status: 404,
    en: "You don't have a receipt with this number.",
    es: "No tienes ningún recibo con este número.",
  },
  not_sold_yet: {
    status: 409,
    en: "This membership isn't open yet. You weren't charged.",
    es: "Esta membresía todavía no está disponible. No se te cobró nada.",
  },
  link_invalid: {
    status: 410,
    en: "This link is no longer valid. Log in to do this instead.",
    es: "Este enlace ya no es válido. Inicia sesión para hacerlo.",
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
    en: "The card's number, date or code doesn't match, or the card has expired.",
    es: "El número, la fecha o el código de la tarjeta no coinciden, o está vencida.",
  },
  funds: {
    en: "The bank says the card doesn't have enough funds right now.",
    es: "El banco indica que la tarjeta no tiene fondos suficientes en este momento.",
  },
  confirm: {
    en: "The bank needs you to confirm the payment yourself.",
    es: "El banco te pide que confirmes el pago.",
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
/** Why a person gives a charge back: what operators choose from, and what the member reads. */
export const HAND_REFUNDS = {
  charged_wrongly: {
    what: "We should not have charged it",
    en: "We charged this by mistake, so we're refunding it.",
    es: "Lo cobramos por error, así que te lo reembolsamos.",
  },
  could_not_use: {
    what: "They could not use what they paid for",
    en: "You couldn't use what you paid for, so we're refunding it.",
    es: "No pudiste usar lo que pagaste, así que te lo reembolsamos.",
  },
  for_the_trouble: {
    what: "Something went badly for them",
    en: "For the trouble you had, we're refunding this.",
    es: "Por las molestias que tuviste, te lo reembolsamos.",
  },
} as const;
export type HandRefundReason = keyof typeof HAND_REFUNDS;
export const isHandRefundReason = (code: string): code is HandRefundReason => Object.hasOwn(HAND_REFUNDS, code);

export const REASONS = {
  unused_trial: {
    en: "You canceled the trial without using it, so we're refunding its price.",
    es: "Cancelaste la prueba sin haberla usado, así que te reembolsamos su precio.",
  },
  after_cancelling: {
    en: "Nothing was due anymore when this payment came in, so we're refunding it.",
    es: "Ya no debías nada cuando entró este pago, así que te lo reembolsamos.",
  },
  too_late: {
    en: "The days this payment was for were over when we heard of it. Your plan stays as it is, and we're refunding the payment.",
    es: "Los días que cubría este pago ya habían pasado cuando nos enteramos. Tu plan sigue igual y te reembolsamos el pago.",
  },
  paid_twice: {
    en: "This period was already paid for, so we're refunding the second payment.",
    es: "Este período ya estaba pagado, así que te reembolsamos el segundo pago.",
  },
  not_joined: {
    en: "Your sign-up wasn't finished when this payment came in, so we're refunding it.",
    es: "Tu registro no estaba completo cuando entró este pago, así que te lo reembolsamos.",
  },
  disputed: {
    en: "Your bank took a payment back, so we canceled your membership.",
    es: "Tu banco nos retiró un pago, así que cancelamos tu membresía.",
  },
  cancelled: { en: "You canceled it.", es: "La cancelaste." },
  cancelled_by_us: { en: "Our team canceled it.", es: "Nuestro equipo la canceló." },
  not_paid: {
    en: "We couldn't charge a card for 14 days.",
    es: "Durante 14 días no pudimos cobrar a ninguna tarjeta.",
  },
  account_deleted: { en: "The account was deleted.", es: "La cuenta se eliminó." },
  merged: {
    en: "Two of your accounts were merged, and you only need one membership.",
    es: "Dos de tus cuentas se unieron y solo necesitas una membresía.",
  },
  ...HAND_REFUNDS,
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
