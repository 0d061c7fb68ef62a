/** The letter about money that a person gave or took. */

import { defineLetter, type Letter, pick, showMoney } from "#notifications";
import type { Language } from "#platform/http";
import { type HandReason, noteOf } from "./hand-rules.ts";

function writeMovedByHand(
  facts: { amount_minor: string; words: HandReason },
  language: Language,
  publicUrl: string,
): Letter {
  const taken = facts.amount_minor.startsWith("-");
  const amount = showMoney(facts.amount_minor.replace("-", ""));
  const headline = taken
    ? pick(language, `${amount} was taken from your passbook`, `Se retiraron ${amount} de tu libreta`)
    : pick(language, `${amount} was added to your passbook`, `Se agregaron ${amount} a tu libreta`);
  return {
    subject: headline,
    headline,
    lead: noteOf(facts.words)?.[language] ?? "",
    after: pick(
      language,
      "If you think that this is wrong, reply to this email. A person reads it.",
      "Si crees que no es correcto, responde a este correo. Lo lee una persona.",
    ),
    button: {
      label: pick(language, "Open my passbook", "Abrir mi libreta"),
      href: `${publicUrl}/account/purchase-history`,
    },
  };
}

export const movedByHand = defineLetter(
  "moved_by_hand",
  { en: "Money moved by us", es: "Movimos dinero" },
  "account",
  writeMovedByHand,
);
