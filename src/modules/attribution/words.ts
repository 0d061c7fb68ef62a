/**
 * The words people read when they choose, in both languages, as they are kept with each choice. The banner and the
 * settings show exactly these, because they get them from here with the version that their answer names.
 */

import { createHash } from "node:crypto";
import type { Language } from "#platform/http";
import type { Purpose } from "./choices.ts";

export type PrivacyWords = {
  title: string;
  body: string;
  allow: string;
  reject: string;
  choose: string;
  save: string;
  purposes: Record<Purpose, { name: string; what: string }>;
};

const WORDS: Record<Language, PrivacyWords> = {
  en: {
    title: "Your privacy, your choice",
    body: "Cash back works either way. Only with your yes do we keep where you came from and how pages are used, and tell partners that their ad led to you. You can change your mind at any time.",
    allow: "Allow all",
    reject: "Reject all",
    choose: "Choose one by one",
    save: "Save these choices",
    purposes: {
      attribution: {
        name: "Where you came from",
        what: "The page or partner that sent you here, for 25 days, so that they can be paid for it.",
      },
      statistics: {
        name: "Statistics",
        what: "Which pages and buttons are used, together with your account, to see what works. Never sold.",
      },
      marketing: {
        name: "Partner measurement",
        what: "When you join or buy, a partner is told, with your email address scrambled, that its advertisement led to it.",
      },
    },
  },
  es: {
    title: "Tu privacidad, tu decisión",
    body: "El dinero de vuelta funciona igual. Solo con tu sí guardamos de dónde vienes y cómo se usan las páginas, y avisamos a socios de que su anuncio te trajo. Puedes cambiar de idea cuando quieras.",
    allow: "Permitir todo",
    reject: "Rechazar todo",
    choose: "Elegir uno por uno",
    save: "Guardar esta elección",
    purposes: {
      attribution: {
        name: "De dónde vienes",
        what: "La página o el socio que te trajo aquí, durante 25 días, para poder pagarle por ello.",
      },
      statistics: {
        name: "Estadísticas",
        what: "Qué páginas y botones se usan, junto con tu cuenta, para ver qué funciona. Nunca se venden.",
      },
      marketing: {
        name: "Medición para socios",
        what: "Cuando te unes o compras, se avisa a un socio, con tu correo cifrado, de que su anuncio te trajo.",
      },
    },
  },
};

/** The version is a hash of the words themselves: other words are another version, always. */
const versionOf = (language: Language): string =>
  createHash("sha256")
    .update(JSON.stringify([language, WORDS[language]]))
    .digest("hex")
    .slice(0, 12);

export type Wording = { version: string; language: Language; words: PrivacyWords };
export const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: { version: versionOf("en"), language: "en", words: WORDS.en },
  es: { version: versionOf("es"), language: "es", words: WORDS.es },
};
