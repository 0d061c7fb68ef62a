/** Constants and refusals of the landing flow (SPEC §2, §9). Screens may import this file. */
import type { RefusalTable } from "#platform/http";

/** SPEC §9. */
export const SURVEY_QUESTIONS = 3;
export const MINIMUM_AGE_YEARS = 18;
export const FIRST_ORDER_CLAIM_DAYS = 30;
export const SUCCESS_COIN_MIN_PX = 50;
export const SUCCESS_COIN_MAX_PX = 140;
export const SUCCESS_COIN_MAX_DELAY_MS = 5_000;

export type LandingRefusal =
  | "flow_not_found"
  | "flow_ended"
  | "step_out_of_order"
  | "offer_closed"
  | "answer_missing"
  | "answer_unknown"
  | "birth_date_missing"
  | "country_missing"
  | "phone_invalid"
  | "bonus_expired"
  | "bonus_already_claimed"
  | "email_invalid"
  | "under_age"
  | "not_available_here"
  | "no_draw"
  | "texts_unavailable"
  | "app_phone_invalid"
  | "too_many_requests";

export const LANDING_REFUSALS: RefusalTable<LandingRefusal> = {
  flow_not_found: {
    status: 409,
    en: "We lost track of where you were. Please start again; nothing was charged.",
    es: "Perdimos el punto en el que estabas. Empieza de nuevo; no se cobró nada.",
  },
  flow_ended: { status: 409, en: "This offer ended here.", es: "Esta oferta terminó aquí." },
  step_out_of_order: {
    status: 409,
    en: "Another step comes first.",
    es: "Antes viene otro paso.",
  },
  offer_closed: {
    status: 409,
    en: "This offer has ended. Cash back and coupons are still free.",
    es: "Esta oferta terminó. El dinero de vuelta y los cupones son gratis y lo seguirán siendo.",
  },
  answer_missing: {
    status: 422,
    field: "answer",
    en: "Choose an answer, or skip this question.",
    es: "Elige una respuesta u omite esta pregunta.",
  },
  answer_unknown: {
    status: 422,
    field: "answer",
    en: "This is none of the answers. Please choose again.",
    es: "Esa no es una de las respuestas. Elige de nuevo.",
  },
  birth_date_missing: {
    status: 422,
    field: "month",
    en: "Choose the month and the year in which you were born.",
    es: "Elige el mes y el año en que naciste.",
  },
  country_missing: {
    status: 422,
    field: "country",
    en: "Choose the country that you live in.",
    es: "Elige el país en el que vives.",
  },
  phone_invalid: {
    status: 422,
    field: "phone",
    en: "This does not look like a phone number. You can leave it empty.",
    es: "Esto no parece un número de teléfono. Puedes dejarlo vacío.",
  },
  bonus_expired: {
    status: 409,
    en: "The bonus was for the first {{days}} days after signing up, and those are over.",
    es: "El bono era para los primeros {{days}} días tras registrarte, y ya pasaron.",
  },
  bonus_already_claimed: {
    status: 409,
    en: "You have had a first-order bonus already. There is one for each person.",
    es: "Ya recibiste un bono de primera compra. Hay uno por persona.",
  },
  email_invalid: { status: 422, field: "email", en: "Invalid email address", es: "Correo electrónico no válido" },
  under_age: {
    status: 403,
    en: "The draw is not open to you. Nothing that you typed was kept.",
    es: "El sorteo no está abierto para ti. No guardamos nada de lo que escribiste.",
  },
  not_available_here: {
    status: 403,
    field: "country",
    en: "The draw is open in the United States only. Nothing that you typed was kept.",
    es: "El sorteo está abierto solo en Estados Unidos. No guardamos nada de lo que escribiste.",
  },
  no_draw: { status: 409, en: "There is no draw now.", es: "Ahora no hay ningún sorteo." },
  texts_unavailable: {
    status: 409,
    en: "Texts cannot be sent now. Scan the code with your phone instead.",
    es: "Ahora no podemos enviar mensajes. Escanea el código con tu teléfono.",
  },
  app_phone_invalid: {
    status: 422,
    field: "phone",
    en: "Enter a United States mobile number with ten figures.",
    es: "Escribe un número de celular de Estados Unidos de diez dígitos.",
  },
  too_many_requests: {
    status: 429,
    en: "That was often. Please come back in {{minutes}} minutes.",
    es: "Fueron muchas veces. Vuelve en {{minutes}} minutos.",
  },
};

/** The consent to texts as it stands on the page: kept with the number, word for word. */
export const TEXT_CONSENT = {
  en: "Text me about my orders and offers. Consent is not a condition of purchase.",
  es: "Envíame mensajes de texto sobre mis pedidos y ofertas. Aceptarlo no es condición para comprar.",
} as const;
