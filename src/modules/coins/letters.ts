/** Mails about coins, both languages side by side; and the one by which a provider is asked for missing ones. */

import { defineLetter, type Letter, pick, showDay } from "#notifications";
import type { InWords } from "#platform/describer";
import type { Language } from "#platform/http";

export type CoinFacts = { coins: string; name: string; reason: InWords | null; start_id: string | null };

const showCoins = (coins: string): string => Number(coins).toLocaleString("en-US");

const button = (facts: CoinFacts, language: Language, publicUrl: string): NonNullable<Letter["button"]> => ({
  label: pick(language, "See your coins", "Ver tus monedas"),
  href: `${publicUrl}${facts.start_id ? "/offer/incompleteCoinOffers" : "/account/coin/history"}`,
});

function writeCredited(facts: CoinFacts, language: Language, publicUrl: string): Letter {
  const coins = showCoins(facts.coins);
  return {
    subject: pick(language, `${coins} coins from ${facts.name}`, `${coins} monedas de ${facts.name}`),
    headline: pick(language, `${coins} coins are yours`, `${coins} monedas son tuyas`),
    lead: pick(
      language,
      `The partner confirmed “${facts.name}”. The coins can be turned into gift cards or cash now.`,
      `El proveedor confirmó “${facts.name}”. Ya puedes cambiar las monedas por tarjetas de regalo o dinero.`,
    ),
    button: button(facts, language, publicUrl),
  };
}

function writeReversed(facts: CoinFacts, language: Language, publicUrl: string): Letter {
  const coins = showCoins(facts.coins);
  return {
    subject: pick(
      language,
      `${coins} coins from ${facts.name} were taken back`,
      `Se retiraron ${coins} monedas de ${facts.name}`,
    ),
    headline: pick(language, `${coins} coins were taken back`, `Se retiraron ${coins} monedas`),
    lead: facts.reason?.[language] ?? pick(language, "The partner took them back.", "El proveedor las retiró."),
    after: pick(
      language,
      "If that is not right, write to us: we take it up with the partner, and you get an answer with a date.",
      "Si no es correcto, escríbenos: lo tratamos con el proveedor y te respondemos con una fecha.",
    ),
    button: button(facts, language, publicUrl),
  };
}

function writeRefused(facts: CoinFacts, language: Language, publicUrl: string): Letter {
  const coins = showCoins(facts.coins);
  return {
    subject: pick(language, `About ${coins} coins from ${facts.name}`, `Sobre ${coins} monedas de ${facts.name}`),
    headline: pick(language, `${coins} coins were not credited`, `No se acreditaron ${coins} monedas`),
    lead:
      facts.reason?.[language] ?? pick(language, "The partner does not pay for it.", "El proveedor no paga por esto."),
    after: pick(
      language,
      "If that is not right, write to us. Somebody other than who decided looks at it again.",
      "Si no es correcto, escríbenos. Lo revisa otra persona, distinta de quien decidió.",
    ),
    button: button(facts, language, publicUrl),
  };
}

export type MissingFacts = {
  provider: string;
  offer: string;
  offer_id: string;
  goal: string;
  user_ref: string;
  started_at: string;
  reached_at: string;
  note: string;
  /** Where their support sees what the member's phone showed; null where no picture was added. */
  screenshot: string | null;
};

/** To a provider's support: English for all of them. */
function writeMissing(facts: MissingFacts): Letter {
  return {
    subject: `Missing credit: ${facts.offer} (${facts.offer_id}), user ${facts.user_ref}`,
    headline: `Missing credit for ${facts.offer}`,
    lead: "One of our users reached a goal of your offer, and no callback reached us. Please credit it or tell us why not.",
    slip: {
      title: facts.offer,
      rows: [
        { term: "Offer id", value: facts.offer_id },
        { term: "Goal", value: facts.goal },
        { term: "User id", value: facts.user_ref },
        { term: "Started", value: showDay(facts.started_at, "en") },
        { term: "Reached", value: showDay(facts.reached_at, "en") },
      ],
    },
    ...(facts.note ? { after: `The user writes: ${facts.note}` } : {}),
    ...(facts.screenshot ? { button: { label: "See the user's screenshot", href: facts.screenshot } } : {}),
  };
}

const BECAUSE = {
  en: "You're getting this email because this address was set for missing credits of your offers.",
  es: "Recibes este correo porque esta dirección se eligió para los créditos que faltan de tus ofertas.",
};

export const coinsCredited = defineLetter(
  "coins_credited",
  { en: "Coins credited", es: "Monedas acreditadas" },
  "money",
  writeCredited,
);
export const coinsReversed = defineLetter(
  "coins_reversed",
  { en: "Coins taken back", es: "Monedas retiradas" },
  "money",
  writeReversed,
);
export const coinsRefused = defineLetter(
  "coins_refused",
  { en: "Coins not credited", es: "Monedas no acreditadas" },
  "money",
  writeRefused,
);
export const missingCoins = defineLetter(
  "coins_missing",
  { en: "Missing coins, to a provider", es: "Monedas faltantes, a un proveedor" },
  "account",
  writeMissing,
  { because: BECAUSE },
);

export const LETTERS = [coinsCredited, coinsReversed, coinsRefused, missingCoins];
