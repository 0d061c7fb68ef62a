/** Texts of payouts that calls and forms answer with. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

export type PayoutRefusal =
  | "below_minimum"
  | "not_enough"
  | "amount_invalid"
  | "email_invalid"
  | "phone_invalid"
  | "receiver_taken"
  | "unknown_card"
  | "card_range"
  | "card_missing"
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
    en: "That's not your password. Nothing was changed.",
    es: "Esa no es tu contraseña. No se cambió nada.",
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
