/** Limits, refusals and words of privacy requests. Screens may import this file. */
import type { InWords } from "#platform/describer";
import type { RefusalTable } from "#platform/http";
import type { Permission, RefusalReason, Right } from "./privacy.types.ts";

export const MAX_WORDS = 2_000;
export const MAX_AGENT_NAME = 80;

export type PrivacyRefusal =
  | "right_missing"
  | "email_invalid"
  | "agent_name_missing"
  | "agent_email_invalid"
  | "agent_same"
  | "permission_missing"
  | "words_missing"
  | "words_long"
  | "sign_in_again"
  | "password_wrong"
  | "too_many"
  | "not_found";

export const PRIVACY_REFUSALS: RefusalTable<PrivacyRefusal> = {
  right_missing: { status: 422, field: "right", en: "Choose what you ask for.", es: "Elige lo que pides." },
  email_invalid: {
    status: 422,
    field: "email",
    en: "Enter your email address, like name@example.com.",
    es: "Escribe tu correo electrónico, como nombre@example.com.",
  },
  agent_name_missing: {
    status: 422,
    field: "agent_name",
    en: "Enter your name, or that of your firm, without links.",
    es: "Escribe tu nombre o el de tu empresa, sin enlaces.",
  },
  agent_email_invalid: {
    status: 422,
    field: "agent_email",
    en: "Enter your own email address, like name@example.com.",
    es: "Escribe tu propio correo electrónico, como nombre@example.com.",
  },
  agent_same: {
    status: 422,
    field: "agent_email",
    en: "Both addresses are the same. Ask for yourself, or enter your own address here.",
    es: "Las dos direcciones son la misma. Pide por tu cuenta o escribe aquí tu propia dirección.",
  },
  permission_missing: {
    status: 422,
    field: "permission",
    en: "Choose what allows you to ask for the person.",
    es: "Elige qué te permite pedirlo por la persona.",
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
  sign_in_again: {
    status: 403,
    field: "password",
    en: "Nobody else should be able to ask for this in your name. Show us once more that it's you.",
    es: "Nadie más debería poder pedir esto en tu nombre. Muéstranos una vez más que eres tú.",
  },
  password_wrong: {
    status: 403,
    field: "password",
    en: "This isn't your password. Try again.",
    es: "Esta no es tu contraseña. Inténtalo de nuevo.",
  },
  too_many: {
    status: 429,
    en: "That's a lot of requests at once. Try again in {{minutes}} minutes; nothing you typed is lost.",
    es: "Son muchas solicitudes seguidas. Inténtalo de nuevo en {{minutes}} minutos; no se pierde nada de lo que escribiste.",
  },
  not_found: {
    status: 404,
    en: "We find no request with this number and address. Both are in the email we sent you.",
    es: "No encontramos ninguna solicitud con este número y esta dirección. Los dos están en el correo que te enviamos.",
  },
};

export const PERMISSION_WORDS: Readonly<Record<Permission, InWords>> = {
  signed: { en: "They gave me signed permission", es: "Me dio un permiso firmado" },
  attorney: { en: "I hold their power of attorney", es: "Tengo su poder notarial" },
};

export const RIGHT_WORDS: Readonly<Record<Right, InWords>> = {
  know: { en: "See what you keep about me", es: "Ver lo que guardan sobre mí" },
  delete: { en: "Delete what you keep about me", es: "Borrar lo que guardan sobre mí" },
  correct: { en: "Correct something about me", es: "Corregir algo sobre mí" },
  opt_out: { en: "Don't sell or share it", es: "No vender ni compartir mis datos" },
};

export const REASON_WORDS: Readonly<Record<RefusalReason, InWords>> = {
  not_yours: {
    en: "We couldn't make sure that what you asked about is yours. Write from the address we'd know you by, or send something else that shows it.",
    es: "No pudimos comprobar que lo que pediste es tuyo. Escribe desde la dirección por la que te conoceríamos o envía otra prueba.",
  },
  no_permission: {
    en: "We couldn't make sure that whoever asked may act for you.",
    es: "No pudimos comprobar que quien lo pidió puede actuar por ti.",
  },
  nothing_kept: {
    en: "We keep nothing under this address, apart from the record of this request.",
    es: "No guardamos nada con esta dirección, aparte del registro de esta solicitud.",
  },
  law_keeps_it: {
    en: "Tax and trade law makes us keep what's left. We use it for nothing else.",
    es: "Las leyes fiscales y comerciales nos obligan a guardar lo que queda. No lo usamos para nada más.",
  },
  asked_often: {
    en: "You've had this answer twice in twelve months. You can ask again a year after the first one.",
    es: "Ya recibiste esta respuesta dos veces en doce meses. Puedes volver a pedirla un año después de la primera.",
  },
  withdrawn: {
    en: "You told us that you no longer want it.",
    es: "Nos dijiste que ya no lo quieres.",
  },
};
