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
  flow_ended: { status: 409, en: "This offer has ended.", es: "Esta oferta terminó." },
  step_out_of_order: {
    status: 409,
    en: "You need to finish an earlier step first.",
    es: "Primero tienes que completar un paso anterior.",
  },
  offer_closed: {
    status: 409,
    en: "This offer has ended. Cash back and coupons are still free.",
    es: "Esta oferta terminó. El dinero de vuelta y los cupones siguen siendo gratis.",
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
    en: "That isn't one of the answers. Please choose again.",
    es: "Esa no es una de las respuestas. Elige de nuevo.",
  },
  birth_date_missing: {
    status: 422,
    field: "month",
    en: "Choose the month and year you were born.",
    es: "Elige el mes y el año en que naciste.",
  },
  country_missing: {
    status: 422,
    field: "country",
    en: "Choose the country you live in.",
    es: "Elige el país donde vives.",
  },
  phone_invalid: {
    status: 422,
    field: "phone",
    en: "This doesn't look like a phone number. You can leave it blank.",
    es: "Esto no parece un número de teléfono. Puedes dejarlo en blanco.",
  },
  bonus_expired: {
    status: 409,
    en: "The bonus was only available for {{days}} days after signing up.",
    es: "El bono solo estaba disponible durante los {{days}} días posteriores a tu registro.",
  },
  bonus_already_claimed: {
    status: 409,
    en: "You've already received a first-order bonus. One per person.",
    es: "Ya recibiste un bono por tu primer pedido. Uno por persona.",
  },
  email_invalid: { status: 422, field: "email", en: "Invalid email address", es: "Correo electrónico no válido" },
  under_age: {
    status: 403,
    en: "You can't enter this draw. We didn't save anything you entered.",
    es: "No puedes participar en este sorteo. No guardamos nada de lo que escribiste.",
  },
  not_available_here: {
    status: 403,
    field: "country",
    en: "The draw is only open in the United States. We didn't save anything you entered.",
    es: "El sorteo es solo para Estados Unidos. No guardamos nada de lo que escribiste.",
  },
  no_draw: { status: 409, en: "There's no draw right now.", es: "Ahora no hay ningún sorteo." },
  texts_unavailable: {
    status: 409,
    en: "We can't send texts right now. Scan the code with your phone instead.",
    es: "Ahora no podemos enviar mensajes. Escanea el código con tu teléfono.",
  },
  app_phone_invalid: {
    status: 422,
    field: "phone",
    en: "Enter a 10-digit US mobile number.",
    es: "Escribe un número de celular de Estados Unidos de diez dígitos.",
  },
  too_many_requests: {
    status: 429,
    en: "You've tried this too many times. Please try again in {{minutes}} minutes.",
    es: "Lo intentaste demasiadas veces. Inténtalo de nuevo en {{minutes}} minutos.",
  },
};

/** The consent to texts as it stands on the page: kept with the number, word for word. */
export const TEXT_CONSENT = {
  en: "Text me about my orders and offers. Consent is not a condition of purchase.",
  es: "Envíame mensajes de texto sobre mis pedidos y ofertas. Aceptarlo no es condición para comprar.",
} as const;
