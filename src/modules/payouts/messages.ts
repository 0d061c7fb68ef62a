/** Texts of payouts that calls and forms answer with. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

export type PayoutRefusal =
  | "below_minimum"
  | "not_enough"
  | "not_enough_coins"
  | "amount_invalid"
  | "email_invalid"
  | "phone_invalid"
  | "receiver_taken"
  | "receiver_refused"
  | "held_enough"
  | "unknown_card"
  | "card_range"
  | "card_missing"
  | "card_value"
  | "card_country"
  | "card_not_renewed"
  | "card_renewed_often"
  | "code_missing"
  | "code_unknown"
  | "code_used"
  | "code_yours"
  | "code_expired"
  | "code_foreign"
  | "code_tries"
  | "password_missing"
  | "password_wrong"
  | "sign_in_again"
  | "too_many_attempts"
  | "unknown_withdrawal"
  | "not_signed_in";

export const PAYOUT_REFUSALS: RefusalTable<PayoutRefusal> = {
  below_minimum: {
    status: 422,
    field: "amount",
    en: "The minimum withdrawal is {{minimum}}.",
    es: "El retiro mínimo es de {{minimum}}.",
  },
  not_enough: {
    status: 422,
    field: "amount",
    en: "You have {{available}} available. Enter that amount or less.",
    es: "Tienes {{available}} disponibles. Escribe esa cantidad o menos.",
  },
  not_enough_coins: {
    status: 422,
    field: "amount",
    en: "You have {{coins}} coins, worth {{worth}}. Choose that amount or less.",
    es: "Tienes {{coins}} monedas, que valen {{worth}}. Elige esa cantidad o menos.",
  },
  card_value: {
    status: 422,
    field: "product",
    en: "This card comes in {{values}}.",
    es: "Esta tarjeta viene en {{values}}.",
  },
  card_country: {
    status: 422,
    field: "product",
    en: "This gift card doesn't work in your country. Choose another.",
    es: "Esta tarjeta de regalo no funciona en tu país. Elige otra.",
  },
  card_not_renewed: {
    status: 409,
    en: "The card's maker won't give it a new link now. Nothing was changed. Write to us and we'll settle it with them.",
    es: "Quien emite la tarjeta no le da ahora un enlace nuevo. No se cambió nada. Escríbenos y lo resolvemos con ellos.",
  },
  card_renewed_often: {
    status: 429,
    en: "This card has had several new links already. Try again in {{minutes}} minutes, or write to us.",
    es: "Esta tarjeta ya recibió varios enlaces nuevos. Inténtalo en {{minutes}} minutos o escríbenos.",
  },
  code_missing: { status: 422, field: "code", en: "Enter the code.", es: "Escribe el código." },
  code_unknown: {
    status: 404,
    field: "code",
    en: "We don't know this code. Check each letter: there is no O, I, L or U in it.",
    es: "No conocemos este código. Revisa cada letra: no lleva O, I, L ni U.",
  },
  code_used: {
    status: 409,
    field: "code",
    en: "This code was used on another account. Each code works once.",
    es: "Este código ya se usó en otra cuenta. Cada código sirve una vez.",
  },
  code_yours: {
    status: 409,
    field: "code",
    en: "You used this code on {{date}}. Its coins are in your coin history.",
    es: "Usaste este código el {{date}}. Sus monedas están en tu historial de monedas.",
  },
  code_expired: {
    status: 410,
    field: "code",
    en: "This code ran out on {{date}}. Ask whoever gave it to you for a new one.",
    es: "Este código venció el {{date}}. Pide otro a quien te lo dio.",
  },
  code_foreign: {
    status: 403,
    field: "code",
    en: "This code was given to another member, or to members of another service. It doesn't work on this account.",
    es: "Este código es para otro miembro o para miembros de otro servicio. No sirve en esta cuenta.",
  },
  code_tries: {
    status: 429,
    field: "code",
    en: "That was many codes in a short time. Try again in {{minutes}} minutes.",
    es: "Fueron muchos códigos en poco tiempo. Inténtalo en {{minutes}} minutos.",
  },
  amount_invalid: {
    status: 422,
    field: "amount",
    en: "Enter the amount in dollars, for example 25.00.",
    es: "Escribe la cantidad en dólares, por ejemplo 25.00.",
  },
  email_invalid: { status: 422, field: "destination", en: "Invalid email address", es: "Correo electrónico no válido" },
  phone_invalid: {
    status: 422,
    field: "destination",
    en: "Enter a 10-digit US phone number.",
    es: "Escribe un teléfono de EE. UU. de diez dígitos.",
  },
  receiver_taken: {
    status: 409,
    field: "destination",
    en: "Another member already uses this account for payouts, and each account can only be used by one member. We check whether you share it: see below by when. You also hear from us by email.",
    es: "Otro miembro ya recibe su dinero en esta cuenta, y cada cuenta es para un solo miembro. Revisamos si la comparten: abajo verás para qué día. También te escribimos por correo.",
  },
  receiver_refused: {
    status: 409,
    field: "destination",
    en: "Another member already uses this account for payouts, and we decided that you can't use it: see below why. Choose one that only you use.",
    es: "Otro miembro ya recibe su dinero en esta cuenta y decidimos que no puedes usarla: abajo verás por qué. Elige una que solo uses tú.",
  },
  held_enough: {
    status: 409,
    field: "destination",
    en: "Another member already uses this account for payouts. We are still checking {{count}} others for you, so we can't check this one yet: try again when you hear from us, or choose one that only you use.",
    es: "Otro miembro ya recibe su dinero en esta cuenta. Todavía estamos revisando otras {{count}} que pediste, así que aún no podemos revisar esta: inténtalo cuando te escribamos o elige una que solo uses tú.",
  },
  card_missing: { status: 422, field: "product", en: "Choose a gift card.", es: "Elige una tarjeta de regalo." },
  unknown_card: {
    status: 422,
    field: "product",
    en: "This gift card is no longer available. Choose another.",
    es: "Esta tarjeta de regalo ya no está disponible. Elige otra.",
  },
  card_range: {
    status: 422,
    field: "amount",
    en: "This card is available from {{minimum}} to {{maximum}}.",
    es: "Esta tarjeta está disponible de {{minimum}} a {{maximum}}.",
  },
  password_missing: {
    status: 422,
    field: "password",
    en: "Enter your password.",
    es: "Escribe tu contraseña.",
  },
  password_wrong: {
    status: 401,
    field: "password",
    en: "That's not your password, so nothing left your passbook. Try again, or reset it if you forgot it.",
    es: "Esa no es tu contraseña, así que no salió nada de tu libreta. Inténtalo de nuevo o restablécela si la olvidaste.",
  },
  sign_in_again: {
    status: 401,
    field: "password",
    en: "Please sign in again first. You can only withdraw within ten minutes of signing in.",
    es: "Primero inicia sesión de nuevo. Solo puedes retirar durante los diez minutos después de iniciar sesión.",
  },
  too_many_attempts: {
    status: 429,
    field: "password",
    en: "Too many wrong passwords. Try again in {{minutes}} minutes.",
    es: "Demasiadas contraseñas incorrectas. Inténtalo en {{minutes}} minutos.",
  },
  unknown_withdrawal: { status: 404, en: "We can't find that withdrawal.", es: "No encontramos ese retiro." },
  not_signed_in: LOGGED_OUT,
};
