/** The words of a receipt on paper, in both languages. The page on the screen says the same. */
import type { InvoicePage } from "./read-invoice.ts";

type Words = { en: string; es: string };
export const INVOICE_WORDS = {
  title: { en: "Receipt", es: "Recibo" },
  number: { en: "Number", es: "Número" },
  paid_on: { en: "Paid on", es: "Pagado el" },
  what: { en: "For", es: "Por" },
  days: { en: "Days paid for", es: "Días pagados" },
  card: { en: "Card", es: "Tarjeta" },
  statement: { en: "On your statement", es: "En tu estado de cuenta" },
  nothing: { en: "No card was charged", es: "No se cobró ninguna tarjeta" },
  total: { en: "Paid", es: "Pagado" },
  refund: { en: "Refunded", es: "Devuelto" },
  refund_asked: { en: "On its way back", es: "En camino de vuelta" },
  kept: { en: "Paid after refunds", es: "Pagado tras las devoluciones" },
  seller: { en: "Sold by", es: "Vendido por" },
  buyer: { en: "Paid by", es: "Pagado por" },
  consent: { en: "What was agreed to", es: "Lo que se aceptó" },
  consent_at: { en: "Agreed on", es: "Aceptado el" },
  hash: { en: "SHA-256 of these words", es: "SHA-256 de estas palabras" },
  run_by: { en: "a service of", es: "un servicio de" },
  taxes: { en: "Amounts are in US dollars.", es: "Los montos están en dólares estadounidenses." },
  page: { en: "Page", es: "Página" },
} as const satisfies Record<string, Words>;

export const INVOICE_KINDS: Readonly<Record<InvoicePage["kind"], Words>> = {
  trial: { en: "Trial", es: "Prueba" },
  period: { en: "One month", es: "Un mes" },
  upgrade: { en: "Change of plan", es: "Cambio de plan" },
};
