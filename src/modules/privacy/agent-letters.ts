/** Letters to who asks for somebody else, both languages side by side. They say nothing of what we keep, nor whether it is anything. */

import { defineLetter, type Letter, pick } from "#notifications";
import type { Language } from "#platform/http";
import { ASKED_FOR_OTHER, dayOf } from "./letters.ts";
import type { Permission, RequestRow } from "./privacy.types.ts";

export type AgentFacts = Pick<RequestRow, "agent_number" | "right_asked" | "due_on"> & { permission: Permission };

export const agentFactsOf = ({ agent_number, right_asked, due_on, permission }: RequestRow): AgentFacts => ({
  ...{ agent_number, right_asked, due_on, permission: permission ?? "signed" },
});

const BECAUSE = {
  because: {
    en: "You're getting this email because a privacy request for somebody else was sent with your address.",
    es: "Recibes este correo porque se envió una solicitud de privacidad para otra persona con tu dirección.",
  },
};

const slipOf = (facts: AgentFacts, language: Language, waits: boolean): NonNullable<Letter["slip"]> => ({
  title: pick(language, "Your request", "Tu solicitud"),
  rows: [
    { term: pick(language, "Your reference", "Tu referencia"), value: facts.agent_number },
    { term: pick(language, "You asked us to", "Nos pediste"), value: ASKED_FOR_OTHER[facts.right_asked][language] },
    ...(waits
      ? [{ term: pick(language, "Answered by", "Respuesta a más tardar"), value: dayOf(facts.due_on, language) }]
      : []),
  ],
});

function receivedLead({ right_asked, permission }: AgentFacts, language: Language): string {
  if (right_asked === "opt_out")
    return pick(
      language,
      "It holds already. Keep the permission that was signed: reply to this email with it if we ask for it.",
      "Ya está en vigor. Guarda el permiso firmado: si te lo pedimos, envíalo como respuesta a este correo.",
    );
  if (permission === "attorney")
    return pick(
      language,
      "Reply to this email with a copy of the power of attorney. A person looks at it, and then we work on the request. We wrote to the person too.",
      "Responde a este correo con una copia del poder notarial. Lo revisa una persona y después atendemos la solicitud. También le escribimos a la persona.",
    );
  return pick(
    language,
    "We wrote to the person. Once they confirm that they asked you, we begin. Our answer goes to them and not to you.",
    "Le escribimos a la persona. Cuando confirme que te lo pidió, empezamos. La respuesta le llega a ella y no a ti.",
  );
}

export const agentReceived = defineLetter(
  "privacy_agent_received",
  { en: "Request for somebody else received", es: "Solicitud para otra persona recibida" },
  "account",
  (facts: AgentFacts, language): Letter => ({
    subject: pick(
      language,
      `We have your request ${facts.agent_number} for somebody else`,
      `Tenemos tu solicitud ${facts.agent_number} para otra persona`,
    ),
    headline: pick(language, "We have your request", "Tenemos tu solicitud"),
    lead: receivedLead(facts, language),
    slip: slipOf(facts, language, false),
    after: pick(
      language,
      "If you didn't ask for this, reply to this email and tell us.",
      "Si no la hiciste, responde a este correo y dínoslo.",
    ),
  }),
  BECAUSE,
);

export const agentConfirmed = defineLetter(
  "privacy_agent_confirmed",
  { en: "Request for somebody else confirmed", es: "Solicitud para otra persona confirmada" },
  "account",
  (facts: AgentFacts, language): Letter => ({
    subject: pick(
      language,
      `Your request ${facts.agent_number} was confirmed`,
      `Se confirmó tu solicitud ${facts.agent_number}`,
    ),
    headline: pick(language, "It was confirmed", "Se confirmó"),
    lead: pick(
      language,
      "The person confirmed that they asked you. From now on we answer to them, by the day below at the latest.",
      "La persona confirmó que te lo pidió. Desde ahora le respondemos a ella, a más tardar en la fecha de abajo.",
    ),
    slip: slipOf(facts, language, true),
  }),
  BECAUSE,
);

export const agentWithdrawn = defineLetter(
  "privacy_agent_withdrawn",
  { en: "Request for somebody else withdrawn", es: "Solicitud para otra persona retirada" },
  "account",
  (facts: AgentFacts, language): Letter => ({
    subject: pick(
      language,
      `Your request ${facts.agent_number} has ended`,
      `Terminó tu solicitud ${facts.agent_number}`,
    ),
    headline: pick(language, "It has ended", "Terminó"),
    lead: pick(
      language,
      "The person it was for doesn't want it. We do no more about it.",
      "La persona para quien era no la quiere. No hacemos nada más.",
    ),
    slip: slipOf(facts, language, false),
  }),
  BECAUSE,
);

export const agentRefused = defineLetter(
  "privacy_agent_refused",
  { en: "Request for somebody else refused", es: "Solicitud para otra persona rechazada" },
  "account",
  (facts: AgentFacts & { words: string }, language): Letter => ({
    subject: pick(
      language,
      `Your request ${facts.agent_number} has ended`,
      `Terminó tu solicitud ${facts.agent_number}`,
    ),
    headline: pick(language, "We can't go on", "No podemos seguir"),
    lead: pick(
      language,
      "We couldn't make sure that you may ask this for the person. They can ask us themselves, or sign a permission and confirm it to us.",
      "No pudimos comprobar que puedes pedir esto para la persona. Puede pedirlo por su cuenta o firmar un permiso y confirmárnoslo.",
    ),
    slip: slipOf(facts, language, false),
    ...(facts.words && { after: facts.words }),
  }),
  BECAUSE,
);

export const AGENT_LETTERS = [agentReceived, agentConfirmed, agentWithdrawn, agentRefused];
