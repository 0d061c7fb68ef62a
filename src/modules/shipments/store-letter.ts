/** The letter to the store: facts, the law, one demand, and a day. In the member's language and in English, ready to send. Pure. */
import type { InWords } from "#platform/describer";
import type { CaseKind, Law } from "./case-rules.ts";

export type LetterFacts = {
  kind: CaseKind;
  demand: "reship" | "refund";
  store: string;
  order_number: string | null;
  items: string;
  number: string | null;
  carrier_name: string;
  ordered_on: string | null;
  expected_by: string | null;
  delivered_on: string | null;
  last_scan_on: string | null;
  words: string;
  answer_by: string;
  law: Law | null;
  name: string;
};

const MONTHS = {
  en: [
    ...["January", "February", "March", "April", "May", "June"],
    ...["July", "August", "September", "October", "November", "December"],
  ],
  es: [
    ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
    ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
  ],
} as const;

function dayIn(day: string, language: "en" | "es"): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const name = MONTHS[language][month - 1] ?? "";
  return language === "en" ? `${name} ${date}, ${year}` : `${date} de ${name} de ${year}`;
}

const WRONG: Readonly<Record<CaseKind, (facts: LetterFacts, day: (day: string) => string) => InWords>> = {
  late: ({ expected_by }, day) => ({
    en: `It was to arrive by ${expected_by ? day(expected_by) : "a day that has passed"}. It has not arrived.`,
    es: `Debía llegar a más tardar el ${expected_by ? day(expected_by) : "día acordado, que ya pasó"}. No ha llegado.`,
  }),
  stalled: ({ last_scan_on }, day) => ({
    en: `The carrier has reported nothing${last_scan_on ? ` since ${day(last_scan_on)}` : ""}. It has not arrived.`,
    es: `La empresa de envíos no reporta nada${last_scan_on ? ` desde el ${day(last_scan_on)}` : ""}. No ha llegado.`,
  }),
  damaged: () => ({ en: "It arrived damaged.", es: "Llegó dañado." }),
  not_received: ({ delivered_on }, day) => ({
    en: `The carrier says that it was delivered${delivered_on ? ` on ${day(delivered_on)}` : ""}. I did not receive it.`,
    es: `La empresa de envíos dice que se entregó${delivered_on ? ` el ${day(delivered_on)}` : ""}. No lo recibí.`,
  }),
  not_shipped: ({ expected_by }, day) => ({
    en: expected_by
      ? `It was to arrive by ${day(expected_by)}, and it has not been shipped.`
      : "More than 30 days have passed, and it has not been shipped.",
    es: expected_by
      ? `Debía llegar a más tardar el ${day(expected_by)} y no se ha enviado.`
      : "Pasaron más de 30 días y no se ha enviado.",
  }),
  wrong: () => ({ en: "It is not what I ordered.", es: "No es lo que pedí." }),
};

function body(facts: LetterFacts, language: "en" | "es"): string {
  const day = (of: string) => dayIn(of, language);
  const pick = (en: string, es: string) => (language === "en" ? en : es);
  const said = WRONG[facts.kind](facts, day)[language];
  const rows = [
    facts.order_number && pick(`Order: ${facts.order_number}`, `Pedido: ${facts.order_number}`),
    facts.ordered_on && pick(`Ordered on: ${day(facts.ordered_on)}`, `Fecha del pedido: ${day(facts.ordered_on)}`),
    facts.items && pick(`Items: ${facts.items}`, `Artículos: ${facts.items}`),
    facts.number &&
      pick(
        `Tracking: ${facts.carrier_name} ${facts.number}`,
        `Número de rastreo: ${facts.carrier_name} ${facts.number}`,
      ),
  ].filter(Boolean);
  const demand =
    facts.demand === "refund"
      ? pick(
          "Please refund me in full, shipping included, by the way I paid.",
          "Les pido que me devuelvan todo lo que pagué, con el envío, por el mismo medio de pago.",
        )
      : pick("Please send it again, at no cost to me.", "Les pido que lo envíen de nuevo, sin costo para mí.");
  return [
    pick(`Hello ${facts.store || "there"},`, `Hola${facts.store ? `, ${facts.store}` : ""}:`),
    pick("I am writing about this order.", "Les escribo por este pedido."),
    rows.join("\n"),
    [said, facts.words].filter(Boolean).join(" "),
    facts.law && `${facts.law.what[language]} (${facts.law.name[language]})`,
    `${demand} ${pick(`Please answer by ${day(facts.answer_by)}.`, `Por favor, respondan a más tardar el ${day(facts.answer_by)}.`)}`,
    pick(
      "If I don't hear from you by then, I will turn to the carrier and to the bank that I paid with.",
      "Si para entonces no tengo respuesta, acudiré a la empresa de envíos y al banco con el que pagué.",
    ),
    `${pick("Thank you,", "Gracias,")}\n${facts.name}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

export function storeLetter(facts: LetterFacts): { subject: InWords; body: InWords } {
  const about = facts.order_number ?? facts.number ?? "";
  const wish =
    facts.demand === "refund" ? { en: "refund", es: "devolución" } : { en: "new delivery", es: "nuevo envío" };
  return {
    subject: { en: `Order ${about}: ${wish.en}`.trim(), es: `Pedido ${about}: ${wish.es}`.trim() },
    body: { en: body(facts, "en"), es: body(facts, "es") },
  };
}
