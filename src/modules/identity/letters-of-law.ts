/** Mails about changes of legal texts: what changes, from when, and that leaving before costs nothing. */

import { defineLetter, type Letter, pick, showDay } from "#notifications";
import type { Partners } from "#partners";
import type { Language } from "#platform/http";

/**
 * `document`: the path of its page. `from`: the instant at which it holds. `partner`: under whose name it is read, where that is not
 * the home brand: the same address shows each partner's own text.
 */
type LegalFacts = { document: string; from: string; partner: string | null };

type Said = { changes(day: string): string; lead(day: string): string; stays: string; stays_lead(day: string): string };
const IF_YOU_STAY = {
  en: "If you stay, the new text holds for you from that day. If you don't agree, delete your account before then: you keep everything you earned.",
  es: "Si te quedas, el texto nuevo rige para ti desde ese día. Si no estás de acuerdo, elimina tu cuenta antes: conservas todo lo que ganaste.",
};
const TERMS: Readonly<Record<Language, Said>> = {
  en: {
    changes: (day) => `Our terms change on ${day}`,
    lead: (day) =>
      `You agreed to our Terms & Conditions. New ones take their place on ${day}, and you can read them now.`,
    stays: "Our terms stay as they are",
    stays_lead: (day) => `We said that our terms would change on ${day}. They don't: what holds today goes on holding.`,
  },
  es: {
    changes: (day) => `Nuestros términos cambian el ${day}`,
    lead: (day) =>
      `Aceptaste nuestros Términos y Condiciones. El ${day} los reemplazan unos nuevos, que ya puedes leer.`,
    stays: "Nuestros términos quedan como están",
    stays_lead: (day) =>
      `Dijimos que nuestros términos cambiarían el ${day}. No cambian: lo que rige hoy sigue rigiendo.`,
  },
};
const PRIVACY: Readonly<Record<Language, Said>> = {
  en: {
    changes: (day) => `Our privacy policy changes on ${day}`,
    lead: (day) => `You agreed to our privacy policy. A new one takes its place on ${day}, and you can read it now.`,
    stays: "Our privacy policy stays as it is",
    stays_lead: (day) =>
      `We said that our privacy policy would change on ${day}. It doesn't: what holds today goes on holding.`,
  },
  es: {
    changes: (day) => `Nuestra política de privacidad cambia el ${day}`,
    lead: (day) => `Aceptaste nuestra política de privacidad. El ${day} la reemplaza una nueva, que ya puedes leer.`,
    stays: "Nuestra política de privacidad queda como está",
    stays_lead: (day) =>
      `Dijimos que nuestra política de privacidad cambiaría el ${day}. No cambia: lo que rige hoy sigue rigiendo.`,
  },
};
const saidOf = (document: string, language: Language): Said =>
  (document === "privacy-policy" ? PRIVACY : TERMS)[language];

/** The page as they read it: in their language and under their partner. `on`: as it will be on that day. */
function pageOf({ document, partner }: LegalFacts, language: Language, publicUrl: string, on?: string): string {
  const query = new URLSearchParams({
    ...(on && { on }),
    ...(partner && { partner }),
    ...(language === "es" && { lang: "es" }),
  });
  return `${publicUrl}/${document}${query.size > 0 ? `?${query}` : ""}`;
}

const legalChanges = defineLetter(
  "legal_changes",
  { en: "Terms or privacy policy change soon", es: "Pronto cambian los términos o la privacidad" },
  "account",
  (facts: LegalFacts, language, publicUrl): Letter => {
    const { document, from } = facts;
    const [said, day] = [saidOf(document, language), showDay(from, language)];
    return {
      subject: said.changes(day),
      headline: said.changes(day),
      lead: `${said.lead(day)} ${IF_YOU_STAY[language]}`,
      button: {
        label: pick(language, "Read the new text", "Leer el texto nuevo"),
        href: pageOf(facts, language, publicUrl, from.slice(0, 10)),
      },
      also: [
        {
          label: pick(language, "What holds today", "Lo que rige hoy"),
          href: pageOf(facts, language, publicUrl),
        },
      ],
      after: pick(
        language,
        "Stricter terms never apply to the past.",
        "Las condiciones más estrictas nunca se aplican al pasado.",
      ),
    };
  },
);

const legalStays = defineLetter(
  "legal_stays",
  { en: "Announced change of terms called off", es: "Se canceló el cambio de términos anunciado" },
  "account",
  (facts: LegalFacts, language, publicUrl): Letter => {
    const { document, from } = facts;
    const said = saidOf(document, language);
    return {
      subject: said.stays,
      headline: said.stays,
      lead: `${said.stays_lead(showDay(from, language))} ${pick(language, "You need do nothing.", "No tienes que hacer nada.")}`,
      button: {
        label: pick(language, "Read what holds", "Leer lo que rige"),
        href: pageOf(facts, language, publicUrl),
      },
    };
  },
);

/** As a link to a page names it: the home brand's needs no name. */
export const partnerOfPage = (partners: Pick<Partners, "named">, partner: string): string | null =>
  partners.named(partner) === partners.named(null) ? null : partner;

/** Of one edition each member is told once, whoever tells it. */
export const causeOf = (what: "comes" | "stays", edition: string, userId: string): string =>
  `legal_${what}:${edition}:${userId}`;
export const changeLetter = (what: "comes" | "stays", edition: string, userId: string, facts: LegalFacts) => ({
  cause: causeOf(what, edition, userId),
  letter: what === "comes" ? legalChanges(facts) : legalStays(facts),
});

export const LETTERS_OF_LAW = [legalChanges, legalStays];
