/** What texts say: letters without accents, which would make two texts of one (GSM 03.38 has no á, í, ó, ú). */
import type { Language } from "#platform/http";

export const GSM = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replaceAll("…", "...")
    .replaceAll(/[\u00a0\u202f]/g, " ");

/** What somebody agrees to, as it stands beside the box and is kept with their consent. */
export const CONSENT_WORDS: Record<Language, (brand: string) => string> = {
  en: (brand) =>
    `I agree to get automated texts from ${brand} about the topics I switch on, at the number I confirmed. How many depends on what happens on my account. Message and data rates may apply. Agreeing is no condition of anything I buy. Text STOP to end it, HELP for help.`,
  es: (brand) =>
    `Acepto recibir mensajes de texto automáticos de ${brand} sobre los temas que yo active, en el número que confirmé. Cuántos sean depende de lo que pase en mi cuenta. Pueden aplicarse tarifas de mensajes y datos. Aceptar no es condición de ninguna compra. Envía ALTO para terminar y AYUDA para recibir ayuda.`,
};

type Say = Record<Language, (brand: string, help: string) => string>;
export const AGREED: Say = {
  en: (brand) =>
    `${brand}: you get texts about what you switched on. Their number varies. Msg & data rates may apply. Reply HELP for help, STOP to end.`,
  es: (brand) =>
    `${brand}: recibes textos sobre lo que activaste. Su número varía. Pueden aplicarse tarifas. Responde AYUDA o, para terminar, ALTO.`,
};
export const STOPPED: Say = {
  en: (brand) => `${brand}: no more texts come to this number. Reply START to get them again.`,
  es: (brand) => `${brand}: ya no llegan textos a este número. Responde INICIO para volver a recibirlos.`,
};
export const HELPED: Say = {
  en: (brand, help) =>
    `${brand}: texts about your account. Help: ${help}. Msg & data rates may apply. Reply STOP to end.`,
  es: (brand, help) =>
    `${brand}: textos sobre tu cuenta. Ayuda: ${help}. Pueden aplicarse tarifas. Responde ALTO para terminar.`,
};
/** At the end of every text that tells something. */
export const HOW_TO_STOP: Record<Language, string> = { en: "STOP to end", es: "ALTO para terminar" };
