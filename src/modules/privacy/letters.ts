/** Letters about privacy requests, both languages side by side. Days are civil. */
import { defineLetter, type Language, type Letter, pick, showDay } from "#notifications";
import type { CivilDate } from "#platform/clock";
import { REASON_WORDS } from "./messages.ts";
import type { RefusalReason, Right } from "./privacy.types.ts";

/** As we say it back to whoever asked. */
const ASKED: Readonly<Record<Right, Readonly<Record<Language, string>>>> = {
  know: { en: "show you what we keep about you", es: "mostrarte lo que guardamos sobre ti" },
  delete: { en: "delete what we keep about you", es: "borrar lo que guardamos sobre ti" },
  correct: { en: "correct what we keep about you", es: "corregir lo que guardamos sobre ti" },
  opt_out: { en: "not sell or share your information", es: "no vender ni compartir tu información" },
};

const AGAIN: Readonly<Record<Language, string>> = {
  en: "If that isn't what you asked for, answer this email: a different person looks again. You may also complain to the California Privacy Protection Agency or the attorney general of your state.",
  es: "Si no es lo que pediste, responde a este correo: lo revisa otra persona. También puedes quejarte ante la California Privacy Protection Agency o ante la fiscalía general de tu estado.",
};
const BECAUSE = {
  because: {
    en: "You get this mail because a privacy request was sent with your address.",
    es: "Recibes este correo porque se envió una solicitud de privacidad con tu dirección.",
  },
};

export type RequestFacts = { number: string; right: Right; due_on: CivilDate };
const dayOf = (day: CivilDate, language: Language): string => showDay(`${day}T12:00:00.000Z`, language);

/** `waits`: whether we still owe an answer. */
const slipOf = (
  { number, right, due_on }: RequestFacts,
  language: Language,
  waits: boolean,
): NonNullable<Letter["slip"]> => ({
  title: pick(language, "Your request", "Tu solicitud"),
  rows: [
    { term: pick(language, "Number", "Número"), value: number },
    { term: pick(language, "You asked us to", "Nos pediste"), value: ASKED[right][language] },
    ...(waits
      ? [{ term: pick(language, "Answered by", "Respuesta a más tardar"), value: dayOf(due_on, language) }]
      : []),
  ],
});

const STATUS = "/ccpa-privacy-rights#status";
const statusLink = (language: Language, publicUrl: string) => ({
  label: pick(language, "See how it stands", "Ver cómo va"),
  href: `${publicUrl}${language === "es" ? STATUS.replace("#", "?lang=es#") : STATUS}`,
});
const settingsLink = (publicUrl: string): string => `${publicUrl}/account/pss#data`;

export const requestConfirm = defineLetter(
  "privacy_confirm",
  "account",
  (facts: RequestFacts & { link: string; until: CivilDate }, language): Letter => ({
    subject: pick(language, "Confirm your privacy request", "Confirma tu solicitud de privacidad"),
    headline: pick(language, "Is this address yours?", "¿Es tuya esta dirección?"),
    lead: pick(
      language,
      `We have a privacy request with your address. Confirm it and we begin; we tell nobody anything before. Without your word it ends on ${dayOf(facts.until, language)}.`,
      `Recibimos una solicitud de privacidad con tu dirección. Confírmala y empezamos; antes no le decimos nada a nadie. Si no la confirmas, termina el ${dayOf(facts.until, language)}.`,
    ),
    slip: slipOf(facts, language, true),
    button: { label: pick(language, "Look at the request", "Ver la solicitud"), href: facts.link },
    after: pick(
      language,
      "If you didn't ask for this, ignore this email. Nothing happens.",
      "Si no la hiciste, ignora este correo. No pasa nada.",
    ),
  }),
  { secret: true, ...BECAUSE },
);

/** `by_hand`: a person works on it; else its writer ends their account by themselves. */
export const requestReceived = defineLetter(
  "privacy_received",
  "account",
  (facts: RequestFacts & { by_hand: boolean }, language, publicUrl): Letter => ({
    subject: pick(
      language,
      `We have your privacy request ${facts.number}`,
      `Tenemos tu solicitud de privacidad ${facts.number}`,
    ),
    headline: pick(language, "We have your request", "Tenemos tu solicitud"),
    lead: facts.by_hand
      ? pick(
          language,
          "A person works on it and answers by email. It costs nothing, and nothing gets worse for you because you asked.",
          "La atiende una persona y te responde por correo. No cuesta nada y nada empeora para ti por haberla hecho.",
        )
      : pick(
          language,
          "You can delete your account yourself in Settings: it happens right away, and this request is done with it. Withdraw your money first. If you don't, a person does it by the day below and asks you about your money before.",
          "Puedes eliminar tu cuenta en Configuración: se borra de inmediato y con eso se cumple esta solicitud. Retira tu dinero antes. Si no lo haces, una persona lo hace a más tardar en la fecha de abajo y antes te pregunta por tu dinero.",
        ),
    slip: slipOf(facts, language, true),
    ...(!facts.by_hand && {
      button: { label: pick(language, "Open Settings", "Abrir Configuración"), href: settingsLink(publicUrl) },
    }),
    also: [statusLink(language, publicUrl)],
  }),
  BECAUSE,
);

export const requestReady = defineLetter(
  "privacy_ready",
  "account",
  (facts: RequestFacts, language, publicUrl): Letter => ({
    subject: pick(language, "Everything we keep about you is ready", "Todo lo que guardamos sobre ti está listo"),
    headline: pick(language, "Your copy is ready", "Tu copia está lista"),
    lead: pick(
      language,
      "Log in and download it in Settings: one file with everything. It isn't in this email, so that nobody else gets it.",
      "Inicia sesión y descárgala en Configuración: un archivo con todo. No va en este correo, para que nadie más la reciba.",
    ),
    slip: slipOf(facts, language, false),
    button: { label: pick(language, "Get my copy", "Obtener mi copia"), href: settingsLink(publicUrl) },
    after: pick(
      language,
      "If you can't log in, answer this email and a person helps.",
      "Si no puedes iniciar sesión, responde a este correo y te ayuda una persona.",
    ),
  }),
  BECAUSE,
);

export const requestOptedOut = defineLetter(
  "privacy_opted_out",
  "account",
  (facts: RequestFacts, language): Letter => ({
    subject: pick(language, "We don't sell or share your information", "No vendemos ni compartimos tu información"),
    headline: pick(language, "Your no holds", "Tu decisión ya vale"),
    lead: pick(
      language,
      "From now on partners hear nothing about you: in the browser you asked from, and in the account with this address, if there is one.",
      "Desde ahora los socios no saben nada de ti: ni por el navegador desde el que lo pediste ni por la cuenta con esta dirección, si existe.",
    ),
    slip: slipOf(facts, language, false),
    after: pick(
      language,
      "If it wasn't you, nothing is lost: cash back works the same. You can change it under Your privacy choices.",
      "Si no fuiste tú, no se pierde nada: el reembolso funciona igual. Puedes cambiarlo en Tus opciones de privacidad.",
    ),
  }),
  BECAUSE,
);

export const requestExtended = defineLetter(
  "privacy_extended",
  "account",
  (facts: RequestFacts & { why: string }, language, publicUrl): Letter => ({
    subject: pick(
      language,
      `Your privacy request ${facts.number} takes longer`,
      `Tu solicitud de privacidad ${facts.number} tarda más`,
    ),
    headline: pick(language, "It takes longer", "Tarda más"),
    lead: pick(
      language,
      `You have our answer by ${dayOf(facts.due_on, language)}. It isn't put off again.`,
      `Tienes nuestra respuesta a más tardar el ${dayOf(facts.due_on, language)}. No se aplaza otra vez.`,
    ),
    slip: slipOf(facts, language, true),
    also: [statusLink(language, publicUrl)],
    after: pick(language, `Why: ${facts.why}`, `El motivo: ${facts.why}`),
  }),
  BECAUSE,
);

export const requestAnswered = defineLetter(
  "privacy_answered",
  "account",
  (facts: RequestFacts & { words: string }, language): Letter => ({
    subject: pick(
      language,
      `Our answer to your privacy request ${facts.number}`,
      `Nuestra respuesta a tu solicitud de privacidad ${facts.number}`,
    ),
    headline: pick(language, "Our answer", "Nuestra respuesta"),
    lead: facts.words,
    slip: slipOf(facts, language, false),
    after: AGAIN[language],
  }),
  BECAUSE,
);

export const requestEndedWithAccount = defineLetter(
  "privacy_account_ended",
  "account",
  (facts: RequestFacts, language): Letter => ({
    subject: pick(
      language,
      `Your privacy request ${facts.number} is done`,
      `Tu solicitud de privacidad ${facts.number} está lista`,
    ),
    headline: pick(language, "It's done", "Está lista"),
    lead: pick(
      language,
      "Your account has ended, and what we kept in it is deleted. What tax and trade law makes us keep stays, without more than it needs.",
      "Tu cuenta terminó y lo que guardábamos en ella está borrado. Queda lo que la ley fiscal y de comercio nos obliga a guardar, sin más de lo necesario.",
    ),
    slip: slipOf(facts, language, false),
    after: AGAIN[language],
  }),
  BECAUSE,
);

export const requestRefused = defineLetter(
  "privacy_refused",
  "account",
  (facts: RequestFacts & { reason: RefusalReason; words: string }, language): Letter => ({
    subject: pick(
      language,
      `About your privacy request ${facts.number}`,
      `Sobre tu solicitud de privacidad ${facts.number}`,
    ),
    headline: pick(language, "What we can't do", "Lo que no podemos hacer"),
    lead: REASON_WORDS[facts.reason][language],
    slip: slipOf(facts, language, false),
    after: [facts.words, AGAIN[language]].filter(Boolean).join("\n\n"),
  }),
  BECAUSE,
);
