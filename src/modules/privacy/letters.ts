/** Letters about privacy requests, both languages side by side. Days are civil. */

import { defineLetter, type Letter, pick, showDay } from "#notifications";
import type { CivilDate } from "#platform/clock";
import type { Language } from "#platform/http";
import { REASON_WORDS } from "./messages.ts";
import type { Permission, RefusalReason, Right } from "./privacy.types.ts";

/** As we say it back to whoever asked, and to whoever asked for somebody else. */
const ASKED: Readonly<Record<Right, Readonly<Record<Language, string>>>> = {
  know: { en: "show you what we keep about you", es: "mostrarte lo que guardamos sobre ti" },
  delete: { en: "delete what we keep about you", es: "borrar lo que guardamos sobre ti" },
  correct: { en: "correct what we keep about you", es: "corregir lo que guardamos sobre ti" },
  opt_out: { en: "not sell or share your information", es: "no vender ni compartir tu información" },
};

export const ASKED_FOR_OTHER: typeof ASKED = {
  know: { en: "show what we keep about the person", es: "mostrar lo que guardamos sobre la persona" },
  delete: { en: "delete what we keep about the person", es: "borrar lo que guardamos sobre la persona" },
  correct: { en: "correct what we keep about the person", es: "corregir lo que guardamos sobre la persona" },
  opt_out: {
    en: "not sell or share the person's information",
    es: "no vender ni compartir la información de la persona",
  },
};

const AGAIN: Readonly<Record<Language, string>> = {
  en: "If that isn't what you asked for, reply to this email: a different person looks again. You may also complain to the California Privacy Protection Agency or the attorney general of your state.",
  es: "Si no es lo que pediste, responde a este correo: lo revisa otra persona. También puedes quejarte ante la California Privacy Protection Agency o ante la fiscalía general de tu estado.",
};
const BECAUSE = {
  because: {
    en: "You're getting this email because a privacy request was sent with your address.",
    es: "Recibes este correo porque se envió una solicitud de privacidad con tu dirección.",
  },
};

export type RequestFacts = {
  number: string;
  right: Right;
  due_on: CivilDate;
  /** Who asks it in the person's name. */
  agent: { name: string; email: string } | null;
  /** Whether it is written to that agent. */
  to_agent: boolean;
  /** Where it can be let go, while nothing of it is carried out. */
  withdraw: string | null;
};
export const dayOf = (day: CivilDate, language: Language): string => showDay(`${day}T12:00:00.000Z`, language);

/** `waits`: whether we still owe an answer. */
const slipOf = (
  { number, right, due_on, agent, to_agent }: RequestFacts,
  language: Language,
  waits: boolean,
): NonNullable<Letter["slip"]> => ({
  title: pick(language, "Your request", "Tu solicitud"),
  rows: [
    { term: pick(language, "Number", "Número"), value: number },
    {
      term: agent ? pick(language, "We are asked to", "Se nos pide") : pick(language, "You asked us to", "Nos pediste"),
      value: (to_agent ? ASKED_FOR_OTHER : ASKED)[right][language],
    },
    ...(agent ? [{ term: pick(language, "Asked by", "Lo pide"), value: `${agent.name} (${agent.email})` }] : []),
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
const withdrawLink = ({ withdraw }: RequestFacts, language: Language, publicUrl: string) =>
  withdraw
    ? [
        {
          label: pick(language, "Withdraw the request", "Retirar la solicitud"),
          href: `${publicUrl}${withdraw}${language === "es" ? "&lang=es" : ""}`,
        },
      ]
    : [];
const settingsLink = (publicUrl: string): string => `${publicUrl}/account/pss#data`;

type ConfirmFacts = RequestFacts & { link: string; until: CivilDate; permission: Permission | null };

function askedForYou({ permission, until }: ConfirmFacts, language: Language): string {
  if (permission === "attorney")
    return pick(
      language,
      "Somebody asks this in your name and says that they hold your power of attorney. A person looks at it before anything is done. Until then we tell them nothing about you.",
      "Alguien pide esto en tu nombre y dice que tiene un poder notarial tuyo. Lo revisa una persona antes de hacer nada. Hasta entonces no le decimos nada sobre ti.",
    );
  return pick(
    language,
    `Somebody asks this in your name. Confirm that you gave them permission and we begin; our answer comes to you and not to them. Without your word it ends on ${dayOf(until, language)}.`,
    `Alguien pide esto en tu nombre. Confirma que le diste permiso y empezamos; la respuesta te llega a ti y no a esa persona. Si no lo confirmas, termina el ${dayOf(until, language)}.`,
  );
}

export const requestConfirm = defineLetter(
  "privacy_confirm",
  { en: "Confirm your privacy request", es: "Confirma tu solicitud de privacidad" },
  "account",
  (facts: ConfirmFacts, language): Letter => ({
    subject: pick(language, "Confirm your privacy request", "Confirma tu solicitud de privacidad"),
    headline: facts.agent
      ? pick(language, "Did you ask them to?", "¿Se lo pediste?")
      : pick(language, "Is this address yours?", "¿Es tuya esta dirección?"),
    lead: facts.agent
      ? askedForYou(facts, language)
      : pick(
          language,
          `We have a privacy request with your address. Confirm it and we begin; we tell nobody anything before. Without your word it ends on ${dayOf(facts.until, language)}.`,
          `Recibimos una solicitud de privacidad con tu dirección. Confírmala y empezamos; antes no le decimos nada a nadie. Si no la confirmas, termina el ${dayOf(facts.until, language)}.`,
        ),
    slip: slipOf(facts, language, true),
    button: { label: pick(language, "Look at the request", "Ver la solicitud"), href: facts.link },
    after: pick(
      language,
      facts.agent
        ? "If you don't want it, open the request and say so."
        : "If you didn't ask for this, ignore this email. Nothing happens.",
      facts.agent
        ? "Si no la quieres, abre la solicitud y dilo."
        : "Si no la hiciste, ignora este correo. No pasa nada.",
    ),
  }),
  { secret: true, ...BECAUSE },
);

/** `by_hand`: a person works on it; else its writer ends their account by themselves. */
export const requestReceived = defineLetter(
  "privacy_received",
  { en: "Privacy request received", es: "Solicitud de privacidad recibida" },
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
          "A person works on it and answers by email. It costs nothing, and you're never treated worse because you asked.",
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
    also: [statusLink(language, publicUrl), ...withdrawLink(facts, language, publicUrl)],
  }),
  BECAUSE,
);

export const requestReady = defineLetter(
  "privacy_ready",
  { en: "Copy of data ready", es: "Copia de datos lista" },
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
      "If you can't log in, reply to this email and a person helps.",
      "Si no puedes iniciar sesión, responde a este correo y te ayuda una persona.",
    ),
  }),
  BECAUSE,
);

export const requestOptedOut = defineLetter(
  "privacy_opted_out",
  { en: "Sharing stopped", es: "Se dejó de compartir" },
  "account",
  (facts: RequestFacts, language): Letter => ({
    subject: pick(language, "We don't sell or share your information", "No vendemos ni compartimos tu información"),
    headline: pick(language, "Your choice is in effect", "Tu decisión ya se aplica"),
    lead: pick(
      language,
      facts.agent
        ? "Somebody asked it in your name. From now on partners hear nothing from the account with this address, if there is one. For your browsers you say it there."
        : "From now on partners hear nothing about you: in the browser you asked from, and in the account with this address, if there is one.",
      facts.agent
        ? "Alguien lo pidió en tu nombre. Desde ahora los socios no saben nada por la cuenta con esta dirección, si existe. Para tus navegadores, dilo en cada uno."
        : "Desde ahora los socios no saben nada de ti: ni por el navegador desde el que lo pediste ni por la cuenta con esta dirección, si existe.",
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
  { en: "Privacy request takes longer", es: "La solicitud de privacidad tarda más" },
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
    also: [statusLink(language, publicUrl), ...withdrawLink(facts, language, publicUrl)],
    after: pick(language, `Why: ${facts.why}`, `El motivo: ${facts.why}`),
  }),
  BECAUSE,
);

export const requestAnswered = defineLetter(
  "privacy_answered",
  { en: "Privacy request answered", es: "Solicitud de privacidad respondida" },
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
  { en: "Privacy request done with the account", es: "Solicitud de privacidad cumplida con la cuenta" },
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
      "Tu cuenta terminó y lo que guardábamos en ella está borrado. Queda lo que las leyes fiscales y comerciales nos obligan a guardar, sin más de lo necesario.",
    ),
    slip: slipOf(facts, language, false),
    after: AGAIN[language],
  }),
  BECAUSE,
);

export const requestWithdrawn = defineLetter(
  "privacy_withdrawn",
  { en: "Privacy request withdrawn", es: "Solicitud de privacidad retirada" },
  "account",
  (facts: RequestFacts, language, publicUrl): Letter => ({
    subject: pick(
      language,
      `Your privacy request ${facts.number} is withdrawn`,
      `Se retiró tu solicitud de privacidad ${facts.number}`,
    ),
    headline: pick(language, "It's withdrawn", "Está retirada"),
    lead: pick(
      language,
      "Nobody works on it any longer, and nothing of it was carried out. You can ask again at any time.",
      "Ya no la atiende nadie y no se hizo nada de lo pedido. Puedes volver a pedirlo cuando quieras.",
    ),
    slip: slipOf(facts, language, false),
    also: [
      {
        label: pick(language, "Ask again", "Volver a pedirlo"),
        href: `${publicUrl}/ccpa-privacy-rights${language === "es" ? "?lang=es" : ""}#request`,
      },
    ],
    after: pick(
      language,
      "If it wasn't you, reply to this email and tell us.",
      "Si no fuiste tú, responde a este correo y dínoslo.",
    ),
  }),
  BECAUSE,
);

export const requestRefused = defineLetter(
  "privacy_refused",
  { en: "Privacy request refused", es: "Solicitud de privacidad rechazada" },
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

export const LETTERS = [
  requestConfirm,
  requestReceived,
  requestReady,
  requestOptedOut,
  requestExtended,
  requestAnswered,
  requestEndedWithAccount,
  requestWithdrawn,
  requestRefused,
];
