/** Mails about withdrawals, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";

export type PayoutFacts = {
  amount_minor: string;
  /** What it was paid with, when not with cash. */
  coins: string | null;
  method: { en: string; es: string };
  to: string;
  reference: string;
  arrives_by: string | null;
  reason: { en: string; es: string } | null;
  link: string | null;
};

const countCoins = (coins: string, language: Language): string =>
  `${BigInt(coins).toLocaleString("en-US")} ${pick(language, "coins", "monedas")}`;

/** Where it was asked for, and can be followed. */
const pageOf = (facts: PayoutFacts, publicUrl: string): string =>
  `${publicUrl}/account/withdrawal${facts.coins === null ? "" : "-coin"}`;

function payoutSlip(facts: PayoutFacts, language: Language, failed = false): NonNullable<Letter["slip"]> {
  return {
    title: pick(language, "Payout slip", "Recibo del retiro"),
    rows: [
      { term: pick(language, "Reference", "Referencia"), value: facts.reference },
      { term: pick(language, "To", "A"), value: `${facts.method[language]}, ${facts.to}` },
      ...(facts.coins === null || failed
        ? []
        : [{ term: pick(language, "Paid with", "Pagado con"), value: countCoins(facts.coins, language) }]),
      { term: pick(language, "Our fee", "Nuestra comisión"), value: "$0.00" },
    ],
    total: {
      term: failed
        ? pick(language, "Back in your passbook", "De vuelta en tu libreta")
        : pick(language, "You receive", "Recibes"),
      value: failed && facts.coins !== null ? countCoins(facts.coins, language) : showMoney(facts.amount_minor),
      back: true,
    },
  };
}

function writeWithdrawalRequested(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(language, `${amount} is on its way to you`, `${amount} van en camino`),
    headline: pick(language, `${amount} is on its way`, `${amount} van en camino`),
    lead: facts.arrives_by
      ? pick(
          language,
          `It arrives by ${showDay(facts.arrives_by, language)}. We'll email you when it arrives.`,
          `Llega a más tardar el ${showDay(facts.arrives_by, language)}. Te escribimos cuando haya llegado.`,
        )
      : pick(language, "We'll email you again when it arrives.", "Te escribiremos cuando llegue."),
    slip: payoutSlip(facts, language),
    button: { label: pick(language, "See your payouts", "Ver tus retiros"), href: pageOf(facts, publicUrl) },
    after: pick(
      language,
      "If this wasn't you, reply to this email right away.",
      "Si no fuiste tú, responde a este correo enseguida.",
    ),
  };
}

function writeWithdrawalPaid(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  const card = facts.link !== null;
  return {
    subject: card
      ? pick(language, `Your ${amount} gift card is here`, `Tu tarjeta de regalo de ${amount} está aquí`)
      : pick(language, `${amount} reached you`, `Te llegaron ${amount}`),
    headline: card
      ? pick(language, `Your ${amount} gift card`, `Tu tarjeta de regalo de ${amount}`)
      : pick(language, `${amount} reached you`, `Te llegaron ${amount}`),
    lead: card
      ? pick(
          language,
          "Open it when you're ready to use it. You'll also find it in your account.",
          "Ábrela cuando vayas a usarla. También la encuentras en tu cuenta.",
        )
      : pick(language, `${facts.method.en} confirmed the payment.`, `${facts.method.es} confirmó el pago.`),
    slip: payoutSlip(facts, language),
    button: facts.link
      ? { label: pick(language, "Open the gift card", "Abrir la tarjeta"), href: facts.link }
      : { label: pick(language, "See your payouts", "Ver tus retiros"), href: pageOf(facts, publicUrl) },
  };
}

function writeWithdrawalFailed(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = facts.coins === null ? showMoney(facts.amount_minor) : countCoins(facts.coins, language);
  return {
    subject: pick(
      language,
      `${amount} did not arrive and ${facts.coins === null ? "is" : "are"} back in your passbook`,
      `${amount} no llegaron y volvieron a tu libreta`,
    ),
    headline: pick(
      language,
      `${amount} ${facts.coins === null ? "is" : "are"} back in your passbook`,
      `${amount} volvieron a tu libreta`,
    ),
    lead: facts.reason
      ? facts.reason[language]
      : pick(language, "The payment did not go through.", "El pago no se realizó."),
    slip: payoutSlip(facts, language, true),
    button: {
      label: pick(language, "Try again", "Intentar de nuevo"),
      href: `${publicUrl}/account/withdrawal${facts.coins === null ? "" : "-coin"}`,
    },
  };
}

export const withdrawalRequested = defineLetter(
  "withdrawal_requested",
  { en: "Withdrawal on its way", es: "Retiro en camino" },
  "account",
  writeWithdrawalRequested,
);
export const withdrawalPaid = defineLetter(
  "withdrawal_paid",
  { en: "Withdrawal paid", es: "Retiro pagado" },
  "account",
  writeWithdrawalPaid,
);
export const withdrawalFailed = defineLetter(
  "withdrawal_failed",
  { en: "Withdrawal failed", es: "Retiro fallido" },
  "account",
  writeWithdrawalFailed,
);

export const LETTERS = [withdrawalRequested, withdrawalPaid, withdrawalFailed];
