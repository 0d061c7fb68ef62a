/** The letter to a store, in both languages: facts, its own rule, one demand, by when an answer is expected. Nothing is claimed that is not known. */
import type { InWords } from "#platform/describer";
import { showUsd } from "#platform/money";
import type { StoreWindow } from "./store-windows.ts";

/** Days in which an answer is asked for. */
export const ANSWER_BY_DAYS = 10;

export type LetterFacts = {
  name: string;
  store: string;
  item: string;
  pieces: number;
  order_number: string | null;
  bought_on: string;
  paid_minor: bigint;
  now_minor: bigint;
  /** When the lower price was read, the last time. */
  seen_on: string;
  answer_by: string;
  policy: StoreWindow | null;
};

const dayIn = (day: string, locale: "en-US" | "es-US"): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));

function ruleOf({ policy, store }: LetterFacts): InWords {
  if (policy?.of === "own" && policy.days !== null)
    return {
      en: `Your ${policy.source} covers a lower price of your own within ${policy.days} days of the purchase.`,
      es: `Su política de precios cubre una rebaja propia dentro de los ${policy.days} días siguientes a la compra.`,
    };
  if (policy?.of === "returns")
    return {
      en: `Your ${policy.source} covers a lower price of your own while the item can be returned.`,
      es: "Su política de precios cubre una rebaja propia mientras el artículo se pueda devolver.",
    };
  return {
    en: `I know of no price promise of ${store}, and ask for it as a courtesy.`,
    es: `No conozco una garantía de precio de ${store} y lo pido como atención a un cliente.`,
  };
}

export function refundLetter(facts: LetterFacts): { subject: InWords; text: InWords } {
  const { store, item, order_number, name } = facts;
  const less = showUsd(facts.paid_minor - facts.now_minor);
  const rule = ruleOf(facts);
  const many = facts.pieces > 1 ? `${facts.pieces} × ` : "";
  const order = {
    en: order_number ? `, order ${order_number}` : "",
    es: order_number ? `, pedido ${order_number}` : "",
  };
  return {
    subject: {
      en: `Price adjustment of ${less}${order.en}`,
      es: `Ajuste de precio de ${less}${order.es}`,
    },
    text: {
      en: [
        `Dear ${store} customer service,`,
        `on ${dayIn(facts.bought_on, "en-US")} I bought ${many}${item}${order.en}, for ${showUsd(facts.paid_minor)}. On ${dayIn(facts.seen_on, "en-US")} you offered the same item for ${showUsd(facts.now_minor)}.`,
        rule.en,
        `Please refund the difference of ${less} to the way I paid, and answer by ${dayIn(facts.answer_by, "en-US")}.`,
        `Kind regards,\n${name}`,
      ].join("\n\n"),
      es: [
        `Estimado servicio al cliente de ${store}:`,
        `El ${dayIn(facts.bought_on, "es-US")} compré ${many}${item}${order.es} por ${showUsd(facts.paid_minor)}. El ${dayIn(facts.seen_on, "es-US")} ofrecían el mismo artículo por ${showUsd(facts.now_minor)}.`,
        rule.es,
        `Les pido que devuelvan la diferencia de ${less} por el medio con el que pagué y que respondan antes del ${dayIn(facts.answer_by, "es-US")}.`,
        `Atentamente,\n${name}`,
      ].join("\n\n"),
    },
  };
}
