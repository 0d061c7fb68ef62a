/** How coins that were earned read in the history of coins; the passbook of dollars does not list them. */
import type { CoinWords, Describer, InWords, MovedLine } from "#platform/describer";
import { topicInSpanish } from "./profile-questions.ts";
import { reasonWords } from "./reason-words.ts";
import { REWARD_STATES, type RewardState } from "./rules.ts";

const NOTES: Readonly<Record<RewardState, InWords>> = {
  pending: { en: "Reported by the partner, not confirmed yet.", es: "El proveedor lo reportó; falta la confirmación." },
  held: { en: "A person is looking into it.", es: "Una persona lo está revisando." },
  credited: { en: "Confirmed by the partner.", es: "Confirmado por el proveedor." },
  reversed: { en: "Taken back by the partner.", es: "El proveedor lo retiró." },
  refused: { en: "Not credited.", es: "Sin acreditar." },
};

/** A bonus by the span that it counts for: `first_offer`, or `days_5:2027-03`. */
function extraTitle(name: string): InWords {
  const [, days, month] = /^days_(\d+):(\d{4}-\d\d)$/.exec(name) ?? [];
  return days && month
    ? { en: `Bonus: ${days} days with coins in ${month}`, es: `Bono: ${days} días con monedas en ${month}` }
    : { en: "Bonus: your first offer", es: "Bono: tu primera oferta" };
}

/** With the rule by which it is given. */
function extraNote(state: RewardState, name: string): InWords {
  if (state === "pending")
    return {
      en: "From us. It is yours when the partner confirms what it is for.",
      es: "De nuestra parte. Es tuyo cuando el proveedor confirme aquello por lo que se da.",
    };
  return name === "first_offer"
    ? {
        en: "From us, once, for the first offer that is paid.",
        es: "De nuestra parte, una vez, por la primera oferta pagada.",
      }
    : {
        en: "From us, for days with coins in a month. They need not follow each other.",
        es: "De nuestra parte, por los días con monedas de un mes. No tienen que ser seguidos.",
      };
}

function titleOf(data: MovedLine["data"]): InWords {
  const name = typeof data.name === "string" && data.name !== "" ? data.name : null;
  if (data.what === "extra") return extraTitle(name ?? "");
  if (data.what === "bonus") return { en: "Your first survey", es: "Tu primera encuesta" };
  if (data.what === "consolation") return { en: "For your time in a survey", es: "Por tu tiempo en una encuesta" };
  if (data.what === "survey") {
    const topic = name && topicInSpanish(name);
    return { en: name ? `Survey: ${name}` : "Survey", es: topic ? `Encuesta: ${topic}` : "Encuesta" };
  }
  return { en: name ?? "Offer", es: name ?? "Oferta" };
}

function coinsOf(state: RewardState) {
  return ({ data, reason }: MovedLine): CoinWords => {
    const extra = data.what === "extra";
    const ours = data.what === "bonus" || data.what === "consolation" || extra;
    return {
      title: titleOf(data),
      note:
        reasonWords(reason) ??
        (extra ? extraNote(state, String(data.name)) : null) ??
        (ours ? { en: "From us.", es: "De nuestra parte." } : NOTES[state]),
      icon: ours ? "gift" : "coins",
    };
  };
}

export const coinDescribers: readonly Describer[] = REWARD_STATES.map((state) => ({
  kinds: [`coins.${state}`],
  told: "coins have a history of their own, and offers a page with each step",
  coins: coinsOf(state),
}));
