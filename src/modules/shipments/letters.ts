/** Mails about cases: one for each thing that their member should hear of, both languages side by side. */

import { defineLetter, type Letter, pick, showDay } from "#notifications";
import type { Language } from "#platform/http";
import type { CaseKind } from "./case-rules.ts";

export type CaseFacts = {
  case_id: string;
  reference: string;
  title: string;
  number: string | null;
  kind: CaseKind;
  /** A civil day: by when something can still be done, or was to be answered. */
  day: string | null;
  /** Whose day it is. */
  whose: "store" | "carrier" | "card" | null;
};

const dayOf = (facts: CaseFacts, language: Language): string =>
  facts.day ? showDay(`${facts.day}T12:00:00Z`, language) : "";

type Said = (facts: CaseFacts, language: Language) => Pick<Letter, "subject" | "headline" | "lead">;
const about =
  (said: Said) =>
  (facts: CaseFacts, language: Language, publicUrl: string): Letter => ({
    ...said(facts, language),
    slip: {
      title: facts.title,
      rows: [
        { term: pick(language, "Case", "Caso"), value: facts.reference },
        ...(facts.number
          ? [{ term: pick(language, "Tracking number", "Número de rastreo"), value: facts.number }]
          : []),
      ],
    },
    button: {
      label: pick(language, "See what you can do", "Ver qué puedes hacer"),
      href: `${publicUrl}/account/protection/shipping#${facts.case_id}`,
    },
  });
/** Each names a day that a claim depends on. */
const HURRY = { hurry: true };

export const packageLate = defineLetter(
  "package_late",
  { en: "Package late", es: "Paquete retrasado" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `Late: ${facts.title}`, `Retrasado: ${facts.title}`),
    headline: pick(language, `Your package is late: ${facts.title}`, `Tu paquete está retrasado: ${facts.title}`),
    lead: pick(
      language,
      "It did not arrive on the promised day, and not on the day after. A letter to the store is ready to send.",
      "No llegó el día prometido ni el siguiente. La carta para la tienda está lista para enviar.",
    ),
  })),
  HURRY,
);

export const packageStalled = defineLetter(
  "package_stalled",
  { en: "Package has stopped moving", es: "El paquete dejó de moverse" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `No news of it: ${facts.title}`, `Sin noticias: ${facts.title}`),
    headline: pick(
      language,
      `Your package has stopped moving: ${facts.title}`,
      `Tu paquete dejó de moverse: ${facts.title}`,
    ),
    lead: pick(
      language,
      "Its carrier has reported nothing for days. A letter to the store is ready to send.",
      "Su empresa de envíos lleva días sin reportar nada. La carta para la tienda está lista para enviar.",
    ),
  })),
  HURRY,
);

export const packageNotShipped = defineLetter(
  "package_not_shipped",
  { en: "Order not shipped", es: "Pedido no enviado" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `Not shipped: ${facts.title}`, `No se envió: ${facts.title}`),
    headline: pick(
      language,
      `Your order has not been shipped: ${facts.title}`,
      `Tu pedido no se ha enviado: ${facts.title}`,
    ),
    lead: pick(
      language,
      "The day by which it had to leave has passed. A letter to the store is ready to send.",
      "Pasó el día en que debía salir. La carta para la tienda está lista para enviar.",
    ),
  })),
  HURRY,
);

export const caseOpened = defineLetter(
  "package_case_opened",
  { en: "Package case open", es: "Caso de paquete abierto" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `Your case: ${facts.title}`, `Tu caso: ${facts.title}`),
    headline: pick(language, "Your case is open", "Tu caso está abierto"),
    lead:
      facts.kind === "not_received"
        ? pick(
            language,
            "Look around for a day or two first: at the door, with neighbors, with whoever lives with you. If it does not turn up, send the letter that is ready.",
            "Búscalo primero uno o dos días: en la puerta, con vecinos, con quien vive contigo. Si no aparece, envía la carta que está lista.",
          )
        : pick(
            language,
            "A letter to the store is ready. Copy it or send it by email, and tell us that you did: then we count the days.",
            "La carta para la tienda está lista. Cópiala o envíala por correo y dinos que lo hiciste: entonces contamos los días.",
          ),
  })),
  HURRY,
);

export const deadlineNear = defineLetter(
  "package_deadline_near",
  { en: "Package claim ends in three days", es: "Quedan tres días para el reclamo" },
  "money",
  about((facts, language) => {
    const day = dayOf(facts, language);
    const card = facts.whose === "card";
    return {
      subject: pick(language, `Until ${day}: ${facts.title}`, `Hasta el ${day}: ${facts.title}`),
      headline: pick(language, "Three days left", "Quedan tres días"),
      lead: card
        ? pick(
            language,
            `Write to the bank of your credit card by ${day}.`,
            `Escribe al banco de tu tarjeta de crédito a más tardar el ${day}.`,
          )
        : pick(
            language,
            `The carrier takes claims until ${day}.`,
            `La empresa de envíos acepta reclamos hasta el ${day}.`,
          ),
    };
  }),
  HURRY,
);

export const answerPassed = defineLetter(
  "package_answer_passed",
  { en: "No answer from the store", es: "La tienda no respondió" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `No answer from the store: ${facts.title}`, `La tienda no respondió: ${facts.title}`),
    headline: pick(language, "The store's day has passed", "Pasó el día de la tienda"),
    lead: pick(
      language,
      `It was asked to answer by ${dayOf(facts, language)}. If it has not, the next step is ready. If it has, tell us how it ended.`,
      `Se le pidió responder a más tardar el ${dayOf(facts, language)}. Si no lo hizo, el siguiente paso está listo. Si lo hizo, dinos cómo terminó.`,
    ),
  })),
  HURRY,
);

export const arrivedAfterAll = defineLetter(
  "package_arrived_after_all",
  { en: "Package delivered after all", es: "Al final se entregó el paquete" },
  "money",
  about((facts, language) => ({
    subject: pick(language, `Delivered: ${facts.title}`, `Entregado: ${facts.title}`),
    headline: pick(language, "It was delivered after all", "Al final se entregó"),
    lead: pick(
      language,
      "The carrier says that it was delivered, so we closed the case. If it is damaged, or you don't have it, open another.",
      "La empresa de envíos dice que se entregó, así que cerramos el caso. Si está dañado o no lo tienes, abre otro.",
    ),
  })),
  HURRY,
);

export const LETTERS = [
  packageLate,
  packageStalled,
  packageNotShipped,
  caseOpened,
  deadlineNear,
  answerPassed,
  arrivedAfterAll,
];
