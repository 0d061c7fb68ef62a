/** Texts of coins that calls and forms answer with, and the specification's own. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

/** SPEC §5: an offer for an iPhone asks for a tick. */
export const AGREE_FIRST = "You need to agree with the terms";
/** SPEC §9: how long an offer or survey that somebody went for is remembered by the browser. */
export const ORIGINAL_ITEM_DAYS = 30;

export const MAX_SCREENSHOT_BYTES = 10 * 1024 * 1024;
/** So long after the partner's answer its screenshot is kept. */
export const SCREENSHOT_DAYS = 30;

export type CoinRefusal =
  | "unknown_offer"
  | "not_verified"
  | "other_device"
  | "too_many_starts"
  | "unknown_start"
  | "not_late_yet"
  | "goal_done"
  | "claimed_before"
  | "reached_invalid"
  | "too_many_claims"
  | "screenshot_missing"
  | "screenshot_large"
  | "screenshot_invalid"
  | "screenshots_full"
  | "screenshot_gone"
  | "survey_gone"
  | "first_survey_first"
  | "provider_unavailable"
  | "phone_invalid"
  | "phone_taken"
  | "phone_code_wrong"
  | "phone_code_over"
  | "texts_unavailable"
  | "too_many_texts"
  | "not_signed_in";

export const COIN_REFUSALS: RefusalTable<CoinRefusal> = {
  unknown_offer: {
    status: 404,
    en: "This offer has ended. Here are others that are open.",
    es: "Esta oferta terminó. Aquí tienes otras abiertas.",
  },
  not_verified: {
    status: 403,
    en: "Confirm your email address first. Offers and surveys start after that.",
    es: "Confirma primero tu correo. Después puedes empezar ofertas y encuestas.",
  },
  other_device: {
    status: 409,
    en: "This offer does not work on this device. Scan the code to go on with your phone.",
    es: "Esta oferta no funciona en este dispositivo. Escanea el código para seguir con tu teléfono.",
  },
  too_many_starts: {
    status: 429,
    en: "You have started a lot of offers today. Come back tomorrow.",
    es: "Hoy empezaste muchas ofertas. Vuelve mañana.",
  },
  phone_invalid: {
    status: 422,
    field: "phone",
    en: "This doesn't look like a number that we can text. Use a mobile number of the country you live in.",
    es: "No parece un número al que podamos enviar mensajes. Usa un celular del país donde vives.",
  },
  phone_taken: {
    status: 409,
    field: "phone",
    en: "This number is confirmed on another account. A number belongs to one account: sign in there, or write to us.",
    es: "Este número está confirmado en otra cuenta. Cada número es de una sola cuenta: entra en esa o escríbenos.",
  },
  phone_code_wrong: {
    status: 422,
    field: "code",
    en: "That's not the code we sent. Check the newest message.",
    es: "Ese no es el código que enviamos. Revisa el mensaje más reciente.",
  },
  phone_code_over: {
    status: 410,
    field: "code",
    en: "That code has ended. Ask for a new one.",
    es: "Ese código venció. Pide uno nuevo.",
  },
  texts_unavailable: {
    status: 503,
    en: "We can't send texts right now. Nothing you earn depends on it: try again later.",
    es: "Ahora no podemos enviar mensajes de texto. Nada de lo que ganas depende de eso: inténtalo más tarde.",
  },
  too_many_texts: {
    status: 429,
    en: "You have asked for a lot of codes today. Try again tomorrow.",
    es: "Hoy pediste muchos códigos. Inténtalo de nuevo mañana.",
  },
  unknown_start: {
    status: 404,
    en: "We don't know this offer as one that you started.",
    es: "No tenemos esta oferta entre las que empezaste.",
  },
  not_late_yet: {
    status: 409,
    en: "These coins are still on time. You can ask about them from {{day}} on.",
    es: "Estas monedas todavía están a tiempo. Puedes preguntar por ellas desde el {{day}}.",
  },
  goal_done: {
    status: 409,
    en: "The coins for this step are already in your history.",
    es: "Las monedas de este paso ya están en tu historial.",
  },
  claimed_before: {
    status: 409,
    en: "You have already asked about this step. Its answer is on the same page.",
    es: "Ya preguntaste por este paso. La respuesta está en la misma página.",
  },
  reached_invalid: {
    status: 422,
    field: "reached_on",
    en: "Enter the day on which you reached this step. It is between the start and today.",
    es: "Escribe el día en que llegaste a este paso. Está entre el inicio y hoy.",
  },
  too_many_claims: {
    status: 429,
    en: "You have asked about many steps today. Come back tomorrow; nothing is lost.",
    es: "Hoy preguntaste por muchos pasos. Vuelve mañana; no se pierde nada.",
  },
  screenshot_missing: {
    status: 422,
    field: "screenshot",
    en: "Choose a picture of what your phone showed.",
    es: "Elige una imagen de lo que mostró tu teléfono.",
  },
  screenshot_large: {
    status: 413,
    field: "screenshot",
    en: "This picture is larger than 10 MB. Choose a smaller one, or ask without it.",
    es: "Esta imagen pesa más de 10 MB. Elige una más pequeña o pregunta sin ella.",
  },
  screenshot_invalid: {
    status: 422,
    field: "screenshot",
    en: "We can't open this as a picture. Choose a JPEG, PNG, WebP or HEIC, or ask without it.",
    es: "No podemos abrir esto como imagen. Elige un archivo JPEG, PNG, WebP o HEIC, o pregunta sin él.",
  },
  screenshots_full: {
    status: 503,
    field: "screenshot",
    en: "We can't take pictures at this moment. Ask without one, or try again in a few minutes.",
    es: "En este momento no podemos recibir imágenes. Pregunta sin ella o inténtalo de nuevo en unos minutos.",
  },
  screenshot_gone: {
    status: 409,
    field: "screenshot",
    en: "We don't have this picture any more. Choose it again, or ask without it.",
    es: "Ya no tenemos esta imagen. Elígela otra vez o pregunta sin ella.",
  },
  survey_gone: {
    status: 409,
    en: "This survey has just been filled. Here are others.",
    es: "Esta encuesta acaba de llenarse. Aquí tienes otras.",
  },
  first_survey_first: {
    status: 409,
    en: "One short survey comes first. It puts the ones that suit you first.",
    es: "Primero va una encuesta corta. Pone primero las más adecuadas para ti.",
  },
  provider_unavailable: {
    status: 503,
    en: "The survey partner is not answering. Try again in a few minutes.",
    es: "El proveedor de encuestas no responde. Inténtalo otra vez en unos minutos.",
  },
  not_signed_in: LOGGED_OUT,
};
