/** Mails about claims: one for each step that their member should hear of, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { InWords } from "#platform/describer";
import type { Language } from "#platform/http";

export type ClaimFacts = {
  claim_id: string;
  reference: string;
  benefit: InWords;
  merchant: string;
  paid_minor: string;
  rebate_minor: string;
  /** A civil day: by when it is answered, until when something is asked for or can be appealed. */
  day: string | null;
  reason: InWords | null;
  change: InWords | null;
  /** What a person wrote to the member, in their language. */
  words: string;
};

const say = (language: Language, words: InWords | null): string => words?.[language] ?? "";
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(" ");
const dayOf = (facts: ClaimFacts, language: Language): string =>
  facts.day ? showDay(`${facts.day}T12:00:00Z`, language) : "";

function frame(facts: ClaimFacts, language: Language, publicUrl: string): Pick<Letter, "slip" | "button"> {
  return {
    slip: {
      title: `${say(language, facts.benefit)}, ${facts.merchant}`,
      rows: [
        { term: pick(language, "Claim", "Solicitud"), value: facts.reference },
        { term: pick(language, "Paid", "Pagado"), value: showMoney(facts.paid_minor) },
      ],
      ...(facts.rebate_minor === "0"
        ? {}
        : {
            total: {
              term: pick(language, "Rebate", "Reintegro"),
              value: showMoney(facts.rebate_minor),
              back: true,
            },
          }),
    },
    button: {
      label: pick(language, "See your claim", "Ver tu solicitud"),
      href: `${publicUrl}/account/rebates?claim=${facts.claim_id}`,
    },
  };
}

type Said = (facts: ClaimFacts, language: Language) => Pick<Letter, "subject" | "headline" | "lead" | "after">;
const about =
  (said: Said) =>
  (facts: ClaimFacts, language: Language, publicUrl: string): Letter => ({
    ...said(facts, language),
    ...frame(facts, language, publicUrl),
  });

const name = (facts: ClaimFacts, language: Language): string => `${say(language, facts.benefit)}, ${facts.merchant}`;

export const claimReceived = defineLetter(
  "claim_received",
  { en: "Claim received", es: "Solicitud recibida" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `We have your claim: ${name(facts, language)}`,
      `Tenemos tu solicitud: ${name(facts, language)}`,
    ),
    headline: pick(language, "We have your claim", "Tenemos tu solicitud"),
    lead: pick(
      language,
      `You get an answer by ${dayOf(facts, language)}.`,
      `Te respondemos a más tardar el ${dayOf(facts, language)}.`,
    ),
  })),
);

export const claimAsked = defineLetter(
  "claim_asked",
  { en: "Claim lacks one thing", es: "A la solicitud le falta una cosa" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `One thing is missing: ${name(facts, language)}`,
      `Falta una cosa: ${name(facts, language)}`,
    ),
    headline: pick(language, "One thing is missing", "Falta una cosa"),
    lead: joined(say(language, facts.reason), say(language, facts.change), facts.words),
    after: pick(
      language,
      `Bring it by ${dayOf(facts, language)}. After that the claim ends, and you can send a new one.`,
      `Tienes hasta el ${dayOf(facts, language)}. Después la solicitud termina y puedes enviar otra.`,
    ),
  })),
  { hurry: true },
);

export const claimApproved = defineLetter(
  "claim_approved",
  { en: "Claim approved", es: "Solicitud aprobada" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `Approved: ${showMoney(facts.rebate_minor)} for ${name(facts, language)}`,
      `Aprobado: ${showMoney(facts.rebate_minor)} por ${name(facts, language)}`,
    ),
    headline: pick(
      language,
      `${showMoney(facts.rebate_minor)} is approved`,
      `${showMoney(facts.rebate_minor)} aprobados`,
    ),
    lead: pick(
      language,
      "You are in your trial: it is yours as soon as the first month of your membership is paid. If you cancel before, it ends with the trial.",
      "Estás en tu prueba: es tuyo en cuanto se pague el primer mes de tu membresía. Si cancelas antes, termina con la prueba.",
    ),
  })),
);

export const claimPaid = defineLetter(
  "claim_paid",
  { en: "Rebate paid", es: "Reintegro pagado" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `${showMoney(facts.rebate_minor)} back for ${name(facts, language)}`,
      `${showMoney(facts.rebate_minor)} de vuelta por ${name(facts, language)}`,
    ),
    headline: pick(
      language,
      `${showMoney(facts.rebate_minor)} is in your passbook`,
      `${showMoney(facts.rebate_minor)} en tu libreta`,
    ),
    lead: pick(language, "You can withdraw it now.", "Ya lo puedes retirar."),
  })),
);

export const claimDenied = defineLetter(
  "claim_denied",
  { en: "Claim denied", es: "Solicitud rechazada" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `About your claim: ${name(facts, language)}`,
      `Sobre tu solicitud: ${name(facts, language)}`,
    ),
    headline: pick(language, "We could not pay this claim", "No pudimos pagar esta solicitud"),
    lead: joined(say(language, facts.reason), facts.words),
    after: joined(
      say(language, facts.change),
      facts.day
        ? pick(
            language,
            `You can appeal until ${dayOf(facts, language)}; somebody else looks at it then.`,
            `Puedes apelar hasta el ${dayOf(facts, language)}; entonces la revisa otra persona.`,
          )
        : "",
    ),
  })),
);

export const claimAppealed = defineLetter(
  "claim_appealed",
  { en: "Appeal received", es: "Apelación recibida" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `We have your appeal: ${name(facts, language)}`,
      `Tenemos tu apelación: ${name(facts, language)}`,
    ),
    headline: pick(language, "We have your appeal", "Tenemos tu apelación"),
    lead: pick(
      language,
      `Somebody other than who refused it looks at it, and answers by ${dayOf(facts, language)}.`,
      `La revisa una persona distinta de quien la rechazó y te responde a más tardar el ${dayOf(facts, language)}.`,
    ),
  })),
);

export const claimDeniedFinal = defineLetter(
  "claim_denied_final",
  { en: "Appeal denied", es: "Apelación rechazada" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `About your appeal: ${name(facts, language)}`,
      `Sobre tu apelación: ${name(facts, language)}`,
    ),
    headline: pick(language, "The answer stays", "La respuesta se mantiene"),
    lead: joined(
      pick(language, "Somebody else looked at it again.", "Otra persona la revisó de nuevo."),
      say(language, facts.reason),
      facts.words,
    ),
    after: pick(
      language,
      "This claim is closed. If something has come up since, write to us.",
      "Esta solicitud queda cerrada. Si hay algo nuevo, escríbenos.",
    ),
  })),
);

export const claimLowered = defineLetter(
  "claim_lowered",
  { en: "Rebate lowered", es: "Reintegro reducido" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `A rebate is smaller now: ${name(facts, language)}`,
      `Un reintegro bajó: ${name(facts, language)}`,
    ),
    headline: pick(
      language,
      `Your rebate is ${showMoney(facts.rebate_minor)} now`,
      `Tu reintegro ahora es de ${showMoney(facts.rebate_minor)}`,
    ),
    lead: pick(
      language,
      "The store took back or refunded a part of this purchase. The rebate follows what you paid in the end.",
      "La tienda canceló o reembolsó una parte de esta compra. El reintegro sigue lo que pagaste al final.",
    ),
    after: pick(
      language,
      "Your passbook shows the difference with its day.",
      "Tu libreta muestra la diferencia con su fecha.",
    ),
  })),
);

export const claimReversed = defineLetter(
  "claim_reversed",
  { en: "Rebate taken back", es: "Reintegro retirado" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `A rebate was taken back: ${name(facts, language)}`,
      `Se revirtió un reintegro: ${name(facts, language)}`,
    ),
    headline: pick(language, "A rebate was taken back", "Se revirtió un reintegro"),
    lead: say(language, facts.reason),
    after: say(language, facts.change),
  })),
);

export const claimExpired = defineLetter(
  "claim_expired",
  { en: "Claim ended", es: "Solicitud terminada" },
  "money",
  about((facts, language) => ({
    subject: pick(
      language,
      `Your claim has ended: ${name(facts, language)}`,
      `Tu solicitud terminó: ${name(facts, language)}`,
    ),
    headline: pick(language, "Your claim has ended", "Tu solicitud terminó"),
    lead: pick(
      language,
      "What we asked for did not come in time. You can send a new claim while its days last.",
      "Lo que pedimos no llegó a tiempo. Puedes enviar otra solicitud mientras dure su plazo.",
    ),
  })),
);

export const LETTERS = [
  claimReceived,
  claimAsked,
  claimApproved,
  claimPaid,
  claimDenied,
  claimAppealed,
  claimDeniedFinal,
  claimLowered,
  claimReversed,
  claimExpired,
];
