/** What happened to a claim, in a sentence of both languages for each step. */
import type { InWords } from "#platform/describer";
import { showUsd } from "#platform/money";
import type { ClaimState } from "./benefits.types.ts";
import type { ClaimEvent } from "./claim-store.ts";
import { REASON_WORDS } from "./reason-words.ts";

type Step = Pick<ClaimEvent, "state" | "from_state" | "reason" | "rebate_minor" | "words">;

const plain: Readonly<Record<Exclude<ClaimState, "approved" | "paid" | "reading">, InWords>> = {
  review: { en: "A person is looking at it.", es: "Una persona lo está revisando." },
  asked: { en: "One thing is missing.", es: "Falta una cosa." },
  denied: { en: "Refused.", es: "Rechazada." },
  appealed: {
    en: "You appealed. Somebody other than who refused it looks at it.",
    es: "Apelaste. La revisa una persona distinta de quien la rechazó.",
  },
  denied_final: { en: "Refused again, after the appeal.", es: "Rechazada otra vez, después de la apelación." },
  expired: { en: "What was asked for did not come in time.", es: "Lo que se pidió no llegó a tiempo." },
  withdrawn: { en: "Withdrawn by you.", es: "La retiraste." },
  reversed: { en: "Taken back.", es: "Revertida." },
};

function base({ state, from_state, rebate_minor }: Step): InWords {
  const amount = showUsd(rebate_minor);
  if (state === "reading")
    return from_state === null
      ? { en: "Sent.", es: "Enviada." }
      : { en: "You answered what was asked.", es: "Respondiste a lo que se pidió." };
  if (state === "approved")
    return {
      en: `Approved: ${amount} is paid when the first month of your membership is.`,
      es: `Aprobada: ${amount} se paga cuando se pague el primer mes de tu membresía.`,
    };
  if (state === "paid") return { en: `${amount} is in your passbook.`, es: `${amount} está en tu libreta.` };
  return plain[state];
}

export function stepWords(step: Step): InWords {
  const { en, es } = base(step);
  const reason = step.reason ? REASON_WORDS[step.reason] : null;
  // What a person wrote to the member; their own words stand elsewhere.
  const more = step.state === "asked" || step.state === "denied" || step.state === "denied_final" ? step.words : "";
  const parts = (one: string, why: string | undefined) => [one, why, more].filter(Boolean).join(" ");
  return { en: parts(en, reason?.en), es: parts(es, reason?.es) };
}
