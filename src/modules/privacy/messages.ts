/** Limits and refusals of privacy requests. Screens may import this file. */
import type { RefusalTable } from "#platform/http";

export const MAX_WORDS = 2_000;

export type PrivacyRefusal = "right_missing" | "email_invalid" | "words_missing" | "words_long" | "too_many";

export const PRIVACY_REFUSALS: RefusalTable<PrivacyRefusal> = {
  right_missing: { status: 422, field: "right", en: "Choose what you ask for.", es: "Elige lo que pides." },
  email_invalid: {
    status: 422,
    field: "email",
    en: "Enter your email address, like name@example.com.",
    es: "Escribe tu correo electrónico, como nombre@example.com.",
  },
  words_missing: {
    status: 422,
    field: "words",
    en: "Write what is wrong, and what is right.",
    es: "Escribe qué está mal y qué es lo correcto.",
  },
  words_long: {
    status: 422,
    field: "words",
    en: "Shorten it to 2,000 characters.",
    es: "Acórtalo a 2,000 caracteres.",
  },
  too_many: {
    status: 429,
    en: "That's a lot of requests at once. Try again in {{minutes}} minutes; nothing you typed is lost.",
    es: "Son muchas solicitudes seguidas. Inténtalo de nuevo en {{minutes}} minutos; no se pierde nada de lo que escribiste.",
  },
};
