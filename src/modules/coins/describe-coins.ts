/** How coins that were earned read in the history of coins; the passbook of dollars does not list them. */
import type { CoinWords, Describer, InWords, MovedLine } from "#platform/describer";
import { reasonWords } from "./reason-words.ts";
import { REWARD_STATES, type RewardState } from "./rules.ts";

const NOTES: Readonly<Record<RewardState, InWords>> = {
  pending: { en: "Reported by the partner, not confirmed yet.", es: "El socio lo informó; falta la confirmación." },
  held: { en: "A person is looking into it.", es: "Una persona lo está revisando." },
  credited: { en: "Confirmed by the partner.", es: "Confirmado por el socio." },
  reversed: { en: "Taken back by the partner.", es: "El socio lo retiró." },
  refused: { en: "Not credited.", es: "Sin acreditar." },
};

function titleOf(data: MovedLine["data"]): InWords {
  const name = typeof data.name === "string" && data.name !== "" ? data.name : null;
  if (data.what === "bonus") return { en: "Your first survey", es: "Tu primera encuesta" };
  if (data.what === "consolation") return { en: "For your time in a survey", es: "Por tu tiempo en una encuesta" };
  if (data.what === "survey")
    return { en: name ? `Survey: ${name}` : "Survey", es: name ? `Encuesta: ${name}` : "Encuesta" };
  return { en: name ?? "Offer", es: name ?? "Oferta" };
}

function coinsOf(state: RewardState) {
  return ({ data, reason }: MovedLine): CoinWords => {
    const ours = data.what === "bonus" || data.what === "consolation";
    return {
      title: titleOf(data),
      note: reasonWords(reason) ?? (ours ? { en: "From us.", es: "De nuestra parte." } : NOTES[state]),
      icon: ours ? "gift" : "coins",
    };
  };
}

export const coinDescribers: readonly Describer[] = REWARD_STATES.map((state) => ({
  kinds: [`coins.${state}`],
  told: "coins have a history of their own, and offers a page with each step",
  coins: coinsOf(state),
}));
