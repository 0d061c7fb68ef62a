/** What stands on the savings card, on paper and in wallets: names of fields are those that every pharmacist knows. */
import type { Language } from "#platform/http";
import type { RxCard } from "../benefits.types.ts";

export const RX_WORDS = {
  title: { en: "Prescription savings card", es: "Tarjeta de ahorro en medicinas" },
  not: { en: "This is not insurance.", es: "Esto no es un seguro." },
  name: { en: "Name", es: "Nombre" },
  member: { en: "Member ID", es: "Número de miembro" },
  help: { en: "Pharmacists' help line", es: "Ayuda para farmacias" },
  free: {
    en: "Free for everyone with an account. The pharmacy takes the discount off at the counter; you pay the rest.",
    es: "Gratis para quien tenga una cuenta. La farmacia aplica el descuento al pagar; tú pagas el resto.",
  },
  cut: { en: "Cut along the line, or show this page.", es: "Recorta por la línea o muestra esta página." },
} as const;

export type RxField = { key: "name" | "bin" | "pcn" | "group" | "member" | "help"; term: string; value: string };

export const fieldsOf = (card: RxCard, language: Language): RxField[] => [
  { key: "name", term: RX_WORDS.name[language], value: card.name },
  { key: "bin", term: "RxBIN", value: card.bin },
  ...(card.pcn ? [{ key: "pcn", term: "RxPCN", value: card.pcn } as const] : []),
  { key: "group", term: "RxGRP", value: card.group },
  { key: "member", term: RX_WORDS.member[language], value: card.member },
  { key: "help", term: RX_WORDS.help[language], value: card.phone },
];
