/** Texts of credits and referrals, in both languages. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

export type RewardRefusal =
  | "not_signed_in"
  | "no_promotion"
  | "already_credited"
  | "credit_already_claimed"
  | "credit_expired"
  | "members_only"
  | "claim_expired"
  | "once_per_person"
  | "choose_reward"
  | "unknown_gift_card"
  | "unknown_code"
  | "own_code"
  | "account_too_old";

export const REWARD_REFUSALS: RefusalTable<RewardRefusal> = {
  not_signed_in: LOGGED_OUT,
  no_promotion: {
    status: 422,
    en: "No promotion with a credit came with this visit.",
    es: "Esta visita no llegó con ninguna promoción con crédito.",
  },
  already_credited: {
    status: 409,
    en: "You have had your welcome credit already. There is one for each member.",
    es: "Ya recibiste tu crédito de bienvenida. Hay uno por miembro.",
  },
  credit_already_claimed: {
    status: 409,
    en: "The welcome credit is one per person, and it has been claimed from this email or this device before.",
    es: "El crédito de bienvenida es uno por persona, y ya se pidió con este correo o desde este dispositivo.",
  },
  credit_expired: {
    status: 409,
    en: "This credit was for the first {{days}} days after joining, and those are over.",
    es: "Este crédito era para los primeros {{days}} días tras unirte, y ya pasaron.",
  },
  members_only: {
    status: 409,
    en: "This reward is for members. Start the membership, and claim it in time.",
    es: "Este premio es para miembros. Empieza la membresía y pídelo a tiempo.",
  },
  claim_expired: {
    status: 409,
    en: "It could be claimed in the first {{days}} days after signing up, and those are over.",
    es: "Se podía pedir en los primeros {{days}} días tras registrarte, y ya pasaron.",
  },
  once_per_person: {
    status: 409,
    en: "One reward per person: your email or card was already used for it.",
    es: "Este premio es una vez por persona, y tu buzón de correo o tu tarjeta ya lo tuvo antes.",
  },
  choose_reward: {
    status: 422,
    field: "kind",
    en: "Choose a gift card or cash.",
    es: "Elige una tarjeta de regalo o dinero.",
  },
  unknown_gift_card: {
    status: 422,
    field: "product_id",
    en: "This gift card is not offered for this amount. Choose another.",
    es: "Esta tarjeta de regalo no se ofrece por este importe. Elige otra.",
  },
  unknown_code: {
    status: 404,
    en: "We do not know this invitation code. Ask your friend for the link again.",
    es: "No conocemos este código de invitación. Pide de nuevo el enlace a tu amigo.",
  },
  own_code: {
    status: 409,
    en: "This is your own invitation. It is meant for a friend.",
    es: "Esta es tu propia invitación. Es para un amigo.",
  },
  account_too_old: {
    status: 409,
    en: "Invitations are for people who are new here. You were a member already.",
    es: "Las invitaciones son para quienes son nuevos aquí. Tú ya eras miembro.",
  },
};

/** Why a referral pays nothing, in words that both sides read. */
export const REFERRAL_REASONS = {
  same_person: {
    en: "Both accounts use the same mailbox, so no reward is paid. Cash back is not affected.",
    es: "Las dos cuentas usan el mismo buzón de correo, así que no hay premio. El dinero de vuelta no cambia.",
  },
  same_card: {
    en: "One card pays for both accounts, so no reward is paid. Cash back is not affected.",
    es: "Una misma tarjeta paga las dos cuentas, así que no hay premio. El dinero de vuelta no cambia.",
  },
  one_person: {
    en: "Both accounts are one person's now, so no reward is paid. Cash back is not affected.",
    es: "Las dos cuentas son ahora de una misma persona, así que no hay premio. El dinero de vuelta no cambia.",
  },
  invited_before: {
    en: "The friend was invited before with another account, so no reward is paid. Cash back is not affected.",
    es: "El amigo ya fue invitado antes con otra cuenta, así que no hay premio. El dinero de vuelta no cambia.",
  },
  same_device: {
    en: "Both accounts were used in the same browser on the same network, so no reward is paid. If you share a computer, write to us.",
    es: "Las dos cuentas se usaron en el mismo navegador y la misma red, así que no hay premio. Si comparten computadora, escríbenos.",
  },
  order_reversed: {
    en: "The order that this reward hung on was returned or refused by the store.",
    es: "El pedido del que dependía este premio fue devuelto o rechazado por la tienda.",
  },
} as const;
export type ReferralReason = keyof typeof REFERRAL_REASONS;

/** Why the reward for a first order is not what was hoped for, in words that a member reads. */
export const FIRST_ORDER_REASONS = {
  order_reversed: {
    en: "The order that this reward hung on was returned or refused by the store.",
    es: "El pedido del que dependía este premio fue devuelto o rechazado por la tienda.",
  },
  one_a_person: {
    en: "Two of your accounts were merged, and it's one reward per person. The first one counts.",
    es: "Dos de tus cuentas se unieron, y el premio es una vez por persona. Vale el primero.",
  },
  card_had: {
    en: "One reward per person: the card that pays for this membership was already used for it on another account.",
    es: "El premio es una vez por persona, y la tarjeta que paga esta membresía ya lo tuvo con otra cuenta.",
  },
  debt_first: {
    en: "An earlier amount that you owed was paid back first, so the rest stays as cash.",
    es: "Primero se devolvió un importe anterior que debías, así que el resto queda en dinero.",
  },
  spent_before: {
    en: "The money had been withdrawn before the card was bought.",
    es: "El dinero se había retirado antes de comprar la tarjeta.",
  },
  card_not_made: {
    en: "This gift card is not offered any more. The amount stays in your passbook as cash.",
    es: "Esta tarjeta de regalo ya no se ofrece. El importe queda en tu libreta como dinero.",
  },
} as const;

/** Codes come from a column that also holds other refusals' codes: those have no words here. */
export const firstOrderReason = (code: string | null): { en: string; es: string } | null =>
  Object.entries(FIRST_ORDER_REASONS).find(([known]) => known === code)?.[1] ?? null;
