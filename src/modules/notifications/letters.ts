/** Mails to who runs the shop, both languages side by side. */
import { defineLetter } from "./letter.ts";
import type { Language, Letter } from "./templates/layout.ts";
import { pick } from "./templates/words.ts";

/** `digest`: SHA-256 of the seal's file, in hexadecimal. */
export type SealFacts = { number: string; at: string; accounts: number; lines: string; digest: string };

const BECAUSE = {
  en: "You get this mail because this address was set for the seals of the ledger.",
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
      "Keep this mail: if seals or the database are ever changed, it says what they were.",
      "Guarda este correo: si alguna vez cambian los sellos o la base de datos, aquí consta cómo eran.",
    ),
  };
}

export const ledgerSealed = defineLetter("ledger_sealed", "account", writeLedgerSealed, { because: BECAUSE });
