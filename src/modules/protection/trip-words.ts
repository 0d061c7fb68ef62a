/** What happened to a booking, in a sentence of both languages for each step. */
import type { InWords } from "#platform/describer";
import type { TripEvent, TripKind, TripRow } from "./trip-store.ts";

/** Who tells what a booking of the kind costs now. */
export const PROVIDERS: Readonly<Record<TripKind, string>> = { stay: "Booking.com", car: "Expedia" };

const inMoney = (minor: bigint, currency: string, language: "en" | "es"): string =>
  new Intl.NumberFormat(language === "es" ? "es-US" : "en-US", { style: "currency", currency }).format(
    Number(minor) / 100,
  );

type Step = Pick<TripEvent, "state" | "from_state" | "minor" | "by_whom">;
export function tripStepWords(
  { state, from_state, minor, by_whom }: Step,
  row: Pick<TripRow, "currency" | "kind">,
): InWords {
  const sum = (language: "en" | "es") => (minor === null ? "" : inMoney(minor, row.currency, language));
  switch (state) {
    case "watching":
      if (from_state !== null)
        return by_whom === "provider"
          ? { en: "The lower price is gone.", es: "El precio más bajo ya no está." }
          : { en: "The booking was corrected.", es: "Se corrigió la reserva." };
      return by_whom === "mail"
        ? { en: `Your email told us of it: ${sum("en")}.`, es: `Lo supimos por tu correo: ${sum("es")}.` }
        : { en: `You added it: ${sum("en")}.`, es: `La agregaste: ${sum("es")}.` };
    case "drop_found":
      return {
        en: `It cost ${sum("en")} at ${PROVIDERS[row.kind]}.`,
        es: `Costaba ${sum("es")} en ${PROVIDERS[row.kind]}.`,
      };
    case "re_checked":
      return { en: `Read again: ${sum("en")}.`, es: `Leído otra vez: ${sum("es")}.` };
    case "rebooked":
      return { en: `You booked it for ${sum("en")}.`, es: `La reservaste por ${sum("es")}.` };
    case "canceled":
      return { en: "You canceled the old booking.", es: "Cancelaste la reserva anterior." };
    case "deadline_passed":
      return from_state === null
        ? { en: "It can't be canceled for free.", es: "No se puede cancelar gratis." }
        : { en: "The last free day passed.", es: "Pasó el último día gratis." };
    case "withdrawn":
      return { en: "You stopped watching it.", es: "Dejaste de vigilarlo." };
  }
}
