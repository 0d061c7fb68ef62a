/** Letters about privacy requests, both languages side by side. Days are civil. */
import { defineLetter, type Language, type Letter, pick, showDay } from "#notifications";
import type { CivilDate } from "#platform/clock";
import type { RefusalReason, Right } from "./privacy.types.ts";

const RIGHT_WORDS: Readonly<Record<Right, { en: string; es: string }>> = {
  know: { en: "See what we keep about you", es: "Ver lo que guardamos sobre ti" },
  delete: { en: "Delete it", es: "Borrarlo" },
  correct: { en: "Correct it", es: "Corregirlo" },
  opt_out: { en: "Not sell or share it", es: "No venderlo ni compartirlo" },
};
const REASON_WORDS: Readonly<Record<RefusalReason, { en: string; es: string }>> = {
  not_yours: {
    en: "We could not make sure that what you asked about is yours. Write from the address that we would know you by, or send what else shows it.",
    es: "No pudimos comprobar que lo que pediste es tuyo. Escribe desde la dirección por la que te conoceríamos o envía otra prueba.",
  },
  nothing_kept: {
    en: "We keep nothing under this address.",
    es: "No guardamos nada con esta dirección.",
  },
  law_keeps_it: {
    en: "Tax and trade law makes us keep what is left. We use it for nothing else.",
    es: "La ley fiscal y mercantil nos obliga a guardar lo que queda. No lo usamos para nada más.",
  },
  asked_often: {
    en: "You have had this answer twice in twelve months. From the first of them on you can ask again after a year.",
    es: "Ya recibiste esta respuesta dos veces en doce meses. Puedes volver a pedirlo un año después de la primera.",
  },
};

const AGAIN: Readonly<Record<Language, string>> = {
  en: "If that isn't what you asked for, answer this email: a different person looks again. You may also complain to the California Privacy Protection Agency or the attorney general of your state.",
  es: "Si no es lo que pediste, responde a este correo: lo revisa otra persona. También puedes quejarte ante la Agencia de Protección de la Privacidad de California o ante la fiscalía general de tu estado.",
};

export type RequestFacts = { number: string; right: Right; due_on: CivilDate };
const dayOf = (day: CivilDate, language: Language) => showDay(`${day}T12:00:00.000Z`, language);

const slipOf = ({ number, right, due_on }: RequestFacts, language: Language): Letter["slip"] => ({
  title: pick(language, "Your request", "Tu solicitud"),
  rows: [
    { term: pick(language, "Number", "Número"), value: number },
    { term: pick(language, "You ask us to", "Nos pides"), value: RIGHT_WORDS[right][language] },
    { term: pick(language, "We answer by", "Respondemos a más tardar el"), value: dayOf(due_on, language) },
  ],
});

export const requestConfirm = defineLetter(
  "privacy_confirm",
  "account",
  (facts: RequestFacts & { link: string; until: CivilDate }, language): Letter => ({
    subject: pick(language, "Confirm your privacy request", "Confirma tu solicitud de privacidad"),
    headline: pick(language, "Is this address yours?", "¿Es tuya esta dirección?"),
    lead: pick(
      language,
      `Press the button and we begin. Without it nobody is told anything, and the request ends on ${dayOf(facts.until, language)}.`,
      `Presiona el botón y empezamos. Sin eso no le decimos nada a nadie y la solicitud termina el ${dayOf(facts.until, language)}.`,
    ),
    slip: slipOf(facts, language),
    button: { label: pick(language, "Yes, I asked for this", "Sí, yo la hice"), href: facts.link },
    after: pick(
      language,
      "If you didn't ask for this, ignore this email. Nothing happens.",
      "Si no la hiciste, ignora este correo. No pasa nada.",
    ),
  }),
  { secret: true },
);

export const requestReceived = defineLetter(
  "privacy_received",
  "account",
  (facts: RequestFacts, language): Letter => ({
    subject: pick(language, `We have your privacy request ${facts.number}`, `Tenemos tu solicitud de privacidad ${facts.number}`),
    headline: pick(language, "We have your request", "Tenemos tu solicitud"),
    lead: pick(
      language,
      "A person works on it and answers by email. It costs nothing, and nothing else changes because you asked.",
      "La atiende una persona y te responde por correo. No cuesta nada y no cambia nada más por haberla hecho.",
    ),
    slip: slipOf(facts, language),
  }),
);

export const requestExtended = defineLetter(
  "privacy_extended",
  "account",
  (facts: RequestFacts & { why: string }, language): Letter => ({
    subject: pick(language, `Your privacy request ${facts.number} takes longer`, `Tu solicitud de privacidad ${facts.number} tarda más`),
    headline: pick(language, "It takes longer", "Tarda más"),
    lead: pick(
      language,
      `You have our answer by ${dayOf(facts.due_on, language)}. It is not put off again.`,
      `Tienes nuestra respuesta a más tardar el ${dayOf(facts.due_on, language)}. No se aplaza otra vez.`,
    ),
    slip: slipOf(facts, language),
    after: pick(language, `Why: ${facts.why}`, `El motivo: ${facts.why}`),
  }),
);

export const requestAnswered = defineLetter(
  "privacy_answered",
  "account",
  (facts: RequestFacts & { words: string }, language): Letter => ({
    subject: pick(language, `Your privacy request ${facts.number} is done`, `Tu solicitud de privacidad ${facts.number} está lista`),
    headline: pick(language, "It's done", "Está lista"),
    lead: facts.words,
    slip: slipOf(facts, language),
    after: AGAIN[language],
  }),
);

export const requestRefused = defineLetter(
  "privacy_refused",
  "account",
  (facts: RequestFacts & { reason: RefusalReason; words: string }, language): Letter => ({
    subject: pick(language, `About your privacy request ${facts.number}`, `Sobre tu solicitud de privacidad ${facts.number}`),
    headline: pick(language, "We can't do what you asked", "No podemos hacer lo que pediste"),
    lead: [REASON_WORDS[facts.reason][language], facts.words].filter(Boolean).join(" "),
    slip: slipOf(facts, language),
    after: AGAIN[language],
  }),
);
