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
    en: "This visit doesn't include a credit.",
    es: "Esta visita no incluye ningún crédito.",
  },
  already_credited: {
    status: 409,
    en: "You've already received your welcome credit. One per member.",
    es: "Ya recibiste tu crédito de bienvenida. Uno por miembro.",
  },
  credit_already_claimed: {
    status: 409,
    en: "The welcome credit is one per person, and this email or device has already claimed it.",
    es: "El crédito de bienvenida es uno por persona, y ya se solicitó con este correo o desde este dispositivo.",
  },
  credit_expired: {
    status: 409,
    en: "This credit was only available for {{days}} days after joining.",
    es: "Este crédito solo estaba disponible durante los {{days}} días después de unirte.",
  },
  members_only: {
    status: 409,
    en: "This reward is for members. Start the membership and claim it in time.",
    es: "Este premio es para miembros. Empieza la membresía y solicítalo a tiempo.",
  },
  claim_expired: {
    status: 409,
    en: "It could only be claimed within {{days}} days of signing up.",
    es: "Solo se podía solicitar en los {{days}} días posteriores a tu registro.",
  },
  once_per_person: {
    status: 409,
    en: "One reward per person: your email or card was already used for it.",
    es: "Un premio por persona: tu correo o tu tarjeta ya se usó para solicitarlo.",
  },
  choose_reward: {
    status: 422,
    field: "kind",
    en: "Choose a gift card or cash.",
    es: "Elige una tarjeta de regalo o efectivo.",
  },
  unknown_gift_card: {
    status: 422,
    field: "product_id",
    en: "This gift card isn't available for this amount. Choose another.",
    es: "Esta tarjeta de regalo no está disponible por este monto. Elige otra.",
  },
  unknown_code: {
    status: 404,
    en: "We don't recognize this invitation code. Ask your friend for the link again.",
    es: "No reconocemos este código de invitación. Pídele el enlace de nuevo a quien te invitó.",
  },
  own_code: {
    status: 409,
    en: "This is your own invitation. It's meant for a friend.",
    es: "Esta es tu propia invitación. Es para otra persona.",
  },
  account_too_old: {
    status: 409,
    en: "Invitations are for new members, and you were already one.",
    es: "Las invitaciones son para miembros nuevos, y tú ya lo eras.",
  },
};

/** Three turns of one state, of which rows do not tell which it was: an order may also have been given to whose it really is. */
const ORDER_REVERSED = {
  en: "The order this reward depended on was returned, declined by the store or found to be someone else's.",
  es: "El pedido del que dependía este premio se devolvió, la tienda lo rechazó o resultó ser de otra persona.",
} as const;

/** Why a referral pays nothing, in words that both sides read. */
export const REFERRAL_REASONS = {
  same_person: {
    en: "Both accounts use the same email inbox, so there's no reward. Your cash back isn't affected.",
    es: "Las dos cuentas usan el mismo correo, así que no hay premio. Tu dinero de vuelta no cambia.",
  },
  same_card: {
    en: "The same card pays for both accounts, so there's no reward. Your cash back isn't affected.",
    es: "La misma tarjeta paga las dos cuentas, así que no hay premio. Tu dinero de vuelta no cambia.",
  },
  one_person: {
    en: "Both accounts now belong to the same person, so there's no reward. Your cash back isn't affected.",
    es: "Las dos cuentas son ahora de la misma persona, así que no hay premio. Tu dinero de vuelta no cambia.",
  },
  invited_before: {
    en: "Your friend was already invited with another account, so there's no reward. Your cash back isn't affected.",
    es: "Esa persona ya había recibido una invitación con otra cuenta, así que no hay premio. Tu dinero de vuelta no cambia.",
  },
  same_device: {
    en: "Both accounts were used in the same browser on the same network, so there's no reward. If you share a computer, write to us.",
    es: "Las dos cuentas se usaron en el mismo navegador y la misma red, así que no hay premio. Si comparten computadora, escríbenos.",
  },
  order_reversed: ORDER_REVERSED,
} as const;
export type ReferralReason = keyof typeof REFERRAL_REASONS;

/** Why the reward for a first order is not what was hoped for, in words that a member reads. */
export const FIRST_ORDER_REASONS = {
  order_reversed: ORDER_REVERSED,
  one_a_person: {
    en: "Two of your accounts were merged, and it's one reward per person. The first one counts.",
    es: "Dos de tus cuentas se unieron y hay un premio por persona. Cuenta el primero.",
  },
  card_had: {
    en: "One reward per person: the card that pays for this membership was already used for it on another account.",
    es: "Un premio por persona: la tarjeta que paga esta membresía ya se usó para solicitarlo con otra cuenta.",
  },
  debt_first: {
    en: "An amount you owed from before was paid back first, so the rest stays as cash.",
    es: "Primero se cubrió un monto que debías de antes, así que el resto queda en efectivo.",
  },
  spent_before: {
    en: "The money was withdrawn before the card was bought.",
    es: "El dinero se retiró antes de comprar la tarjeta.",
  },
  card_not_made: {
    en: "This gift card is no longer available. The amount stays in your passbook as cash.",
    es: "Esta tarjeta de regalo ya no está disponible. El monto queda en tu libreta en efectivo.",
  },
} as const;

/** Codes come from a column that also holds other refusals' codes: those have no words here. */
export const firstOrderReason = (code: string | null): { en: string; es: string } | null =>
  Object.entries(FIRST_ORDER_REASONS).find(([known]) => known === code)?.[1] ?? null;
