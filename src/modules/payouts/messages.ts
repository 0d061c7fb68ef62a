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
  | "password_wrong"
  | "sign_in_again"
  | "too_many_attempts"
  | "unknown_withdrawal"
  | "not_signed_in";

export const PAYOUT_REFUSALS: RefusalTable<PayoutRefusal> = {
  below_minimum: {
    status: 422,
    field: "amount",
    en: "The smallest withdrawal is {{minimum}}.",
    es: "El retiro mínimo es de {{minimum}}.",
  },
  not_enough: {
    status: 422,
    field: "amount",
    en: "You have {{available}} available. Ask for that or less.",
    es: "Tienes {{available}} disponibles. Pide esa cantidad o menos.",
  },
  amount_invalid: {
    status: 422,
    field: "amount",
    en: "Write the amount in dollars, for example 25.00.",
    es: "Escribe la cantidad en dólares, por ejemplo 25.00.",
  },
  email_invalid: { status: 422, field: "destination", en: "Invalid email address", es: "Correo electrónico no válido" },
  phone_invalid: {
    status: 422,
    field: "destination",
    en: "Write the ten digits of a US phone number.",
    es: "Escribe los diez dígitos de un teléfono de EE. UU.",
  },
  receiver_taken: {
    status: 409,
    field: "destination",
    en: "Another member's money goes to this account, and one account serves one member. If you share it, write to us and we confirm it.",
    es: "A esta cuenta llega el dinero de otro miembro, y cada cuenta sirve a un solo miembro. Si la comparten, escríbenos y lo confirmamos.",
  },
  unknown_card: {
    status: 422,
    field: "product",
    en: "This gift card is not offered any more. Choose another.",
    es: "Esta tarjeta de regalo ya no se ofrece. Elige otra.",
  },
  card_range: {
    status: 422,
    field: "amount",
    en: "This card is made for {{minimum}} to {{maximum}}.",
    es: "Esta tarjeta se emite de {{minimum}} a {{maximum}}.",
  },
  password_wrong: {
    status: 401,
    field: "password",
    en: "That is not your password. Nothing was changed.",
    es: "Esa no es tu contraseña. No se cambió nada.",
  },
  sign_in_again: {
    status: 401,
    field: "password",
    en: "Please sign in once more first: money leaves within ten minutes of a sign-in.",
    es: "Primero inicia sesión de nuevo: el dinero sale dentro de los diez minutos de iniciar sesión.",
  },
  too_many_attempts: {
    status: 429,
    field: "password",
    en: "Too many wrong passwords. Come back in {{minutes}} minutes.",
    es: "Demasiadas contraseñas incorrectas. Vuelve en {{minutes}} minutos.",
  },
  unknown_withdrawal: { status: 404, en: "There is no such withdrawal.", es: "No existe ese retiro." },
  not_signed_in: LOGGED_OUT,
};
