/** The letter that brings a code which is worth coins. It holds the code itself, so it is a secret. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";
import { CODE_REASONS, type CodeReason } from "./gift-code-rules.ts";

type CodeFacts = { code: string; coins: string; worth_minor: string; expires_at: string; reason: CodeReason };

function writeGiftCodeGiven(facts: CodeFacts, language: Language, publicUrl: string): Letter {
  const coins = `${BigInt(facts.coins).toLocaleString("en-US")} ${pick(language, "coins", "monedas")}`;
  const headline = pick(language, `A code for ${coins}`, `Un código de ${coins}`);
  return {
    subject: headline,
    headline,
    lead: CODE_REASONS[facts.reason].note[language],
    slip: {
      title: pick(language, "Gift code", "Código de regalo"),
      rows: [
        { term: pick(language, "Code", "Código"), value: facts.code },
        { term: pick(language, "Works until", "Sirve hasta el"), value: showDay(facts.expires_at, language) },
      ],
      total: { term: pick(language, "Worth", "Vale"), value: showMoney(facts.worth_minor), back: true },
    },
    button: { label: pick(language, "Redeem the code", "Canjear el código"), href: `${publicUrl}/gift/redeem` },
    after: pick(language, "It works once, on your account only.", "Sirve una vez y solo en tu cuenta."),
  };
}

export const giftCodeGiven = defineLetter(
  "gift_code_given",
  { en: "Gift code", es: "Código de regalo" },
  "account",
  writeGiftCodeGiven,
  { secret: true },
);
