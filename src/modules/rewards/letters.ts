/** Mails about invitations, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";

export type ReferralFacts = {
  /** Who reads this mail: the one who invited, or the friend. */
  side: "inviter" | "friend";
  /** The other one, "Nia N.". */
  other: string;
  amount_minor: string;
  min_order_minor: string;
  until: string;
  reason: { en: string; es: string } | null;
};

const button = (language: Language, publicUrl: string): NonNullable<Letter["button"]> => ({
  label: pick(language, "See your invitations", "Ver tus invitaciones"),
  href: `${publicUrl}/account/referrals`,
});

function writeReferralJoined(facts: ReferralFacts, language: Language, publicUrl: string): Letter {
  const { other } = facts;
  const least = showMoney(facts.min_order_minor);
  const until = showDay(facts.until, language);
  const amount = showMoney(facts.amount_minor);
  const nothing = BigInt(facts.amount_minor) === 0n;
  return {
    subject: pick(language, `${other} joined with your invitation`, `${other} se unió con tu invitación`),
    headline: pick(language, `${other} joined with your invitation`, `${other} se unió con tu invitación`),
    lead: nothing
      ? pick(
          language,
          "You have brought as many friends as we reward in a year, so this one pays only your friend.",
          "Ya trajiste a todas las personas que premiamos en un año, así que esta vez solo recibe quien invitaste.",
        )
      : pick(
          language,
          `When the first order of ${least} or more, made by ${until}, is confirmed, ${amount} is yours.`,
          `Cuando se confirme el primer pedido de ${least} o más, hecho a más tardar el ${until}, ${amount} son tuyos.`,
        ),
    button: button(language, publicUrl),
  };
}

function writeReferralEarned(facts: ReferralFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(language, `${amount} for your invitation is yours`, `${amount} por la invitación son tuyos`),
    headline: pick(language, `${amount} is yours`, `${amount} son tuyos`),
    lead:
      facts.side === "inviter"
        ? pick(
            language,
            `The first order of ${facts.other} is confirmed. Your reward can be withdrawn now.`,
            `El primer pedido de ${facts.other} está confirmado. Ya puedes retirar tu premio.`,
          )
        : pick(
            language,
            `Your first order is confirmed, and with it what ${facts.other} invited you for. It can be withdrawn now.`,
            `Tu primer pedido está confirmado y, con él, el premio por la invitación de ${facts.other}. Ya puedes retirarlo.`,
          ),
    button: button(language, publicUrl),
  };
}

function writeReferralReversed(facts: ReferralFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(language, `${amount} for an invitation was taken back`, `Se retiraron ${amount} de una invitación`),
    headline: pick(language, `${amount} was taken back`, `Se retiraron ${amount}`),
    lead: facts.reason?.[language] ?? pick(language, "The order was reversed.", "El pedido se revirtió."),
    after: pick(
      language,
      "Another order that's large enough and made in time can earn it again.",
      "Otro pedido suficiente y hecho a tiempo puede ganarlo de nuevo.",
    ),
    button: button(language, publicUrl),
  };
}

export type FirstOrderFacts = {
  amount_minor: string;
  min_order_minor: string;
  /** Orders made until then count. */
  until: string;
  /** The gift card that was chosen; null for cash. */
  card: string | null;
  kept_as_cash: boolean;
  reason: { en: string; es: string } | null;
};
type WriteFirstOrder = (facts: FirstOrderFacts, language: Language, publicUrl: string) => Letter;

const rewardButton = (language: Language, publicUrl: string): NonNullable<Letter["button"]> => ({
  label: pick(language, "See your reward", "Ver tu premio"),
  href: `${publicUrl}/account/fdrd`,
});
const asWhat = (facts: FirstOrderFacts, language: Language): string =>
  facts.card
    ? pick(language, `as a gift card (${facts.card})`, `como tarjeta de regalo (${facts.card})`)
    : pick(language, "as cash", "en dinero");

const writeFirstOrderClaimed: WriteFirstOrder = (facts, language, publicUrl) => {
  const [amount, least] = [showMoney(facts.amount_minor), showMoney(facts.min_order_minor)];
  const until = showDay(facts.until, language);
  return {
    subject: pick(language, `${amount} waits for your first order`, `${amount} esperan tu primer pedido`),
    headline: pick(language, `${amount} waits for your first order`, `${amount} esperan tu primer pedido`),
    lead: pick(
      language,
      `Spend ${least} or more through any store here by ${until}. When the store confirms that order, ${amount} is yours, ${asWhat(facts, language)}.`,
      `Compra por ${least} o más en cualquier tienda de aquí a más tardar el ${until}. Cuando la tienda confirme ese pedido, ${amount} son tuyos, ${asWhat(facts, language)}.`,
    ),
    button: rewardButton(language, publicUrl),
  };
};

const writeFirstOrderEarned: WriteFirstOrder = (facts, language, publicUrl) => {
  const amount = showMoney(facts.amount_minor);
  const card = facts.card !== null && !facts.kept_as_cash;
  return {
    subject: pick(language, `${amount} for your first order is yours`, `${amount} por tu primer pedido son tuyos`),
    headline: pick(language, `${amount} is yours`, `${amount} son tuyos`),
    lead: card
      ? pick(
          language,
          `Your first order is confirmed. We are buying the gift card (${facts.card}); we'll email you when it is in your account.`,
          `Tu primer pedido está confirmado. Estamos comprando la tarjeta de regalo (${facts.card}); un correo te avisa cuando esté en tu cuenta.`,
        )
      : `${pick(
          language,
          "Your first order is confirmed. The reward is in your passbook, and you can withdraw it now.",
          "Tu primer pedido está confirmado. El premio está en tu libreta y puedes retirarlo.",
        )} ${facts.reason?.[language] ?? ""}`.trim(),
    button: rewardButton(language, publicUrl),
  };
};

const writeFirstOrderReversed: WriteFirstOrder = (facts, language, publicUrl) => {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(
      language,
      `${amount} for your first order was taken back`,
      `Se retiraron ${amount} del primer pedido`,
    ),
    headline: pick(language, `${amount} was taken back`, `Se retiraron ${amount}`),
    lead: facts.reason?.[language] ?? pick(language, "The order was reversed.", "El pedido se revirtió."),
    after: pick(
      language,
      "Another order that's large enough and made in time can earn it again.",
      "Otro pedido suficiente y hecho a tiempo puede ganarlo de nuevo.",
    ),
    button: rewardButton(language, publicUrl),
  };
};

const writeFirstOrderCash: WriteFirstOrder = (facts, language, publicUrl) => {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(language, `Your ${amount} stays as cash`, `Tus ${amount} quedan en dinero`),
    headline: pick(language, "We couldn't buy the gift card", "No pudimos comprar la tarjeta de regalo"),
    lead: `${facts.reason?.[language] ?? ""} ${pick(
      language,
      "Nothing was lost. Your passbook shows where the money is, and you can withdraw it or choose another card.",
      "No se perdió nada. Tu libreta muestra dónde está el dinero, y puedes retirarlo o elegir otra tarjeta.",
    )}`.trim(),
    button: rewardButton(language, publicUrl),
  };
};

export const referralJoined = defineLetter(
  "referral_joined",
  { en: "Friend joined", es: "Se unió una persona invitada" },
  "money",
  writeReferralJoined,
);
export const referralEarned = defineLetter(
  "referral_earned",
  { en: "Invitation reward earned", es: "Premio por invitar ganado" },
  "money",
  writeReferralEarned,
);
export const referralReversed = defineLetter(
  "referral_reversed",
  { en: "Invitation reward taken back", es: "Premio por invitar retirado" },
  "money",
  writeReferralReversed,
);
export const firstOrderClaimed = defineLetter(
  "first_order_claimed",
  { en: "First order reward waits", es: "Premio del primer pedido en espera" },
  "money",
  writeFirstOrderClaimed,
);
export const firstOrderEarned = defineLetter(
  "first_order_earned",
  { en: "First order reward earned", es: "Premio del primer pedido ganado" },
  "money",
  writeFirstOrderEarned,
);
export const firstOrderReversed = defineLetter(
  "first_order_reversed",
  { en: "First order reward taken back", es: "Premio del primer pedido retirado" },
  "money",
  writeFirstOrderReversed,
);
export const firstOrderCash = defineLetter(
  "first_order_cash",
  { en: "First order reward stays cash", es: "El premio del primer pedido queda en dinero" },
  "money",
  writeFirstOrderCash,
);

export const LETTERS = [
  referralJoined,
  referralEarned,
  referralReversed,
  firstOrderClaimed,
  firstOrderEarned,
  firstOrderReversed,
  firstOrderCash,
];
