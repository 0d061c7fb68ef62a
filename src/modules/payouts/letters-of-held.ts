/** The letter about a withdrawal that a person looked at. */

import { defineLetter, type Letter, pick } from "#notifications";
import type { Language } from "#platform/http";
import { HELD_REASONS, type HeldReason, type HeldState } from "./held-rules.ts";
import { METHODS } from "./rules.ts";

type Facts = { method: "paypal" | "venmo"; label: string; state: HeldState; reason: HeldReason | null };

function writeHeldDecided({ method, label, state, reason }: Facts, language: Language, publicUrl: string): Letter {
  const place = METHODS[method][language];
  const may = state === "released";
  const headline = may
    ? pick(language, `You can withdraw to this ${place} account`, `Ya puedes retirar a esta cuenta de ${place}`)
    : pick(language, `You can't withdraw to this ${place} account`, `No puedes retirar a esta cuenta de ${place}`);
  const again = {
    refused: pick(
      language,
      "If that's wrong, you can ask once for a second look on the page below. Somebody else looks then.",
      "Si no es así, puedes pedir una vez que lo revisemos de nuevo en la página de abajo. Entonces lo mira otra persona.",
    ),
    upheld: pick(
      language,
      "Somebody else looked a second time. Your money stays in your passbook: withdraw it to another account or as a gift card.",
      "Otra persona lo revisó por segunda vez. Tu dinero sigue en tu libreta: retíralo a otra cuenta o como tarjeta de regalo.",
    ),
  };
  return {
    subject: headline,
    headline,
    lead: may
      ? pick(
          language,
          "We confirmed that you share it. Ask for your withdrawal again, and it goes there.",
          "Confirmamos que la comparten. Pide tu retiro otra vez y llegará ahí.",
        )
      : reason
        ? HELD_REASONS[reason][language]
        : "",
    slip: { title: place, rows: [{ term: pick(language, "Account", "Cuenta"), value: label }] },
    ...(state === "refused" || state === "upheld" ? { after: again[state] } : {}),
    button: { label: pick(language, "See your payouts", "Ver tus retiros"), href: `${publicUrl}/account/withdrawal` },
  };
}

export const heldDecided = defineLetter(
  "withdrawal_held_decided",
  { en: "Held withdrawal decided", es: "Retiro retenido, decidido" },
  "account",
  writeHeldDecided,
);
