/** Mails about the free monthly draw, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";

export type DrawFacts = {
  amount_minor: string;
  /** Confirming the entry, or empty. */
  link: string;
  /** The last day: to confirm, or to claim. */
  until: string;
  /** Whether the prize is in the winner's passbook already. */
  given: boolean;
};

function writeDrawConfirm(facts: DrawFacts, language: Language): Letter {
  const amount = showMoney(facts.amount_minor);
  const until = showDay(facts.until, language);
  return {
    subject: pick(language, "Confirm your entry in the draw", "Confirma tu participación en el sorteo"),
    headline: pick(language, "One click and you're in", "Un clic y ya participas"),
    lead: pick(
      language,
      `The draw of this month is for ${amount}. Confirm by ${until}. It costs nothing, and buying does not help.`,
      `El sorteo de este mes es por ${amount}. Confirma antes del final del ${until}. No cuesta nada y comprar no ayuda.`,
    ),
    button: { label: pick(language, "Confirm my entry", "Confirmar mi participación"), href: facts.link },
    after: pick(
      language,
      "If you didn't ask for this, ignore this email. There's no entry unless you click.",
      "Si no lo pediste, ignora este correo. Sin ese clic no hay participación.",
    ),
  };
}

function writeDrawWon(facts: DrawFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  const until = showDay(facts.until, language);
  return {
    subject: pick(language, `You won ${amount} in the draw`, `Ganaste ${amount} en el sorteo`),
    headline: pick(language, `${amount} is yours`, `${amount} son tuyos`),
    lead: facts.given
      ? pick(
          language,
          "It's in your passbook. Withdraw it as cash or as a gift card.",
          "Ya está en tu libreta y puedes retirarlo en efectivo o como tarjeta de regalo.",
        )
      : pick(
          language,
          `Open a free account with this address and confirm it by ${until}. The prize is in your passbook within a day. No card is asked for.`,
          `Abre una cuenta gratis con esta dirección y confírmala a más tardar el ${until}. El premio llega a tu libreta en un día. No se pide tarjeta.`,
        ),
    button: facts.given
      ? {
          label: pick(language, "See your passbook", "Ver tu libreta"),
          href: `${publicUrl}/account/purchase-history`,
        }
      : { label: pick(language, "Open a free account", "Abrir una cuenta gratis"), href: `${publicUrl}/register` },
  };
}

export const drawConfirm = defineLetter(
  "draw_confirm",
  { en: "Confirm your entry in the draw", es: "Confirma tu participación en el sorteo" },
  "account",
  writeDrawConfirm,
  { secret: true },
);
export const drawWon = defineLetter("draw_won", { en: "Draw won", es: "Sorteo ganado" }, "account", writeDrawWon);

export const LETTERS = [drawConfirm, drawWon];
