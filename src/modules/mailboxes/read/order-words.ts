/** What a mail is about, by its subject and its first lines. */
import type { MailTexts } from "./mail-texts.ts";

export type MailTopic =
  | "refund"
  | "delivered"
  | "out_for_delivery"
  | "shipped"
  | "order"
  | "receipt"
  | "canceled"
  | null;

const TOPICS: readonly (readonly [Exclude<MailTopic, null>, RegExp])[] = [
  ["refund", /\brefund(?:ed)?\b|reembols|devoluci[óo]n (?:procesada|aprobada|completada)/i],
  [
    "canceled",
    /\bcancell?ed\b|\bcancellation (?:confirm|notice|of your)|\bcancelad[oa]\b|\bcancelaci[óo]n de(?:l| tu)\b/i,
  ],
  ["delivered", /\b(?:was|been|is|package|order|parcel)? ?delivered\b|\bentregad[oa]\b|(?:ha llegado|lleg[óo])\b/i],
  ["out_for_delivery", /out for delivery|arriving today|en reparto|llega hoy/i],
  [
    "shipped",
    /\b(?:has |have |just )?shipped\b|on (?:its|the) way|dispatched|\benviad[oa]\b|en camino|ya sali[óo]|va hacia ti/i,
  ],
  ["order", /\border\b|\bpurchase\b|\bpedido\b|\bcompra\b|\borden\b/i],
  ["receipt", /\breceipt\b|\binvoice\b|\bpayment\b|\byour .{0,20}trip\b|\brecibo\b|\bfactura\b|\bpago\b|\bviaje\b/i],
];

const matching = (text: string): MailTopic => TOPICS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export function topicOf(mail: MailTexts): MailTopic {
  const bySubject = matching(mail.subject);
  if (bySubject) return bySubject;
  const beginning = mail.lines
    .slice(0, 12)
    .map(({ cells }) => cells.join(" "))
    .join("\n");
  return matching(beginning);
}

/** Words with which a store confirms, in distinction to what it advertises. */
export const confirms = (mail: MailTexts): boolean =>
  /thank(?:s| you) for|confirm|received your|we(?:'ve| have) got|your order|your receipt|you(?:'ve)? paid|gracias por|confirma|recibimos|hemos recibido|tu pedido|tu compra|tu recibo|pagaste/i.test(
    `${mail.subject}\n${mail.text.slice(0, 3_000)}`,
  );

const NUMBER = "((?=[A-Za-z0-9./-]{0,40}\\d)[A-Za-z0-9][A-Za-z0-9./-]{3,39})";
const IN_SENTENCE = new RegExp(
  `(?:order|purchase|pedido|orden|compra)\\s*(?:number|no\\.?|id|ref\\.?|n\\.?\\s?[º°o]\\.?|n[úu]m(?:ero)?\\.?)?\\s*[:#]?\\s*#?\\s*${NUMBER}`,
  "i",
);
const AT_START = new RegExp(`^#?\\s*${NUMBER}(?=\\s|$|[.,;)])`);

/** A number that somebody can be told; years and amounts are none. */
export function numberAtStart(text: string): string | null {
  const found = AT_START.exec(text)?.[1]?.replace(/[./-]{1,20}$/, "");
  if (!found || /^(?:19|20)\d{2}$/.test(found) || /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(found)) return null;
  return found.length >= 4 ? found : null;
}
export function numberInSentence(text: string): string | null {
  const match = IN_SENTENCE.exec(text);
  return match?.[1] ? numberAtStart(match[1]) : null;
}
