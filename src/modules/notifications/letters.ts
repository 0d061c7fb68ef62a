/** Mails to who runs the shop, and the receipt of a consent; both languages side by side. */
import type { Language } from "#platform/http";
import { defineLetter } from "./letter.ts";
import type { Letter } from "./templates/layout.ts";
import { pick } from "./templates/words.ts";

/** `digest`: SHA-256 of the seal's file, in hexadecimal. */
export type SealFacts = { number: string; at: string; accounts: number; lines: string; digest: string };

const BECAUSE = {
  en: "You're getting this email because this address was set for the seals of the ledger.",
  es: "Recibes este correo porque esta dirección se eligió para los sellos del libro mayor.",
};

function writeLedgerSealed(facts: SealFacts, language: Language): Letter {
  const when = `${facts.at.slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: pick(language, `Ledger seal ${facts.number}`, `Sello ${facts.number} del libro mayor`),
    headline: pick(language, "The ledger verifies and is sealed", "El libro mayor es correcto y quedó sellado"),
    lead: pick(
      language,
      `Seal ${facts.number} of ${when}: ${facts.accounts} accounts, ${facts.lines} lines. SHA-256 of its file: ${facts.digest}`,
      `Sello ${facts.number} del ${when}: ${facts.accounts} cuentas, ${facts.lines} líneas. SHA-256 de su archivo: ${facts.digest}`,
    ),
    after: pick(
      language,
      "Keep this email: if seals or the database are ever changed, it says what they were.",
      "Guarda este correo: si alguna vez cambian los sellos o la base de datos, aquí consta cómo eran.",
    ),
  };
}

export const ledgerSealed = defineLetter(
  "ledger_sealed",
  { en: "Ledger sealed", es: "Libro mayor sellado" },
  "account",
  writeLedgerSealed,
  { because: BECAUSE },
);

/** The receipt of a consent: what was agreed to, word by word, and the ways to end it. */
export const textsAgreed = defineLetter(
  "texts_agreed",
  { en: "Texts agreed to", es: "Textos aceptados" },
  "account",
  ({ last4, words }: { last4: string; words: string }, language, publicUrl) => ({
    subject: pick(
      language,
      `You agreed to texts to the number ending in ${last4}`,
      `Aceptaste mensajes de texto al número terminado en ${last4}`,
    ),
    headline: pick(
      language,
      `Texts come to your number ending in ${last4}`,
      `Llegan mensajes de texto a tu número terminado en ${last4}`,
    ),
    lead: pick(
      language,
      "You switch on topic by topic what we text you about. Nothing is on yet that you did not switch on.",
      "Tú activas, tema por tema, sobre qué te escribimos. No hay nada activo que tú no hayas activado.",
    ),
    slip: {
      title: pick(language, "What you agreed to", "Lo que aceptaste"),
      rows: [{ term: words, value: "" }],
    },
    button: {
      label: pick(language, "Choose the topics", "Elegir los temas"),
      href: `${publicUrl}/account/notifications#choices`,
    },
    after: pick(
      language,
      "To end it, text STOP to that number or switch texts off on the same page.",
      "Para terminar, envía ALTO a ese número o desactiva los mensajes de texto en la misma página.",
    ),
  }),
);

export const LETTERS = [ledgerSealed, textsAgreed];
