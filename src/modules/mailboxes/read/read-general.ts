/** Reads mails of stores that nobody described: by the labels that all of them use, in both languages. */
import type { FactContent, OrderFact, ReceiptFact, RefundFact, ShipmentFact } from "../mailboxes.types.ts";
import { amountsIn, currencyOf } from "./amounts.ts";
import { momentIn, spanIn } from "./dates.ts";
import { itemsIn } from "./items.ts";
import { findBehind, type Label } from "./labels.ts";
import type { MailTexts, NothingCode } from "./mail-texts.ts";
import { confirms, type MailTopic, numberAtStart, numberInSentence, topicOf } from "./order-words.ts";
import { readCar, readStay } from "./read-booking.ts";
import { trackingIn } from "./tracking.ts";

export type ReadResult = { facts: FactContent[]; why: NothingCode | null };
const nothing = (why: NothingCode): ReadResult => ({ facts: [], why });

export const amountBehind = (mail: MailTexts, label: Label): bigint | null =>
  findBehind(mail.lines, label, (value) => amountsIn(value)[0]?.minor ?? null);
const dayBehind = (mail: MailTexts, label: Label): string | null =>
  findBehind(mail.lines, label, (value) => momentIn(value, mail.language, mail.sent_at)?.day ?? null);
export const sentDay = (mail: MailTexts): string => mail.sent_at.toISOString().slice(0, 10);

export function orderNumberOf(mail: MailTexts): string | null {
  return (
    findBehind(mail.lines, "order_number", numberAtStart) ??
    numberInSentence(mail.subject) ??
    mail.lines.reduce<string | null>((found, { cells }) => found ?? numberInSentence(cells.join(" ")), null)
  );
}

/** The largest of what is called a total: others are parts of it. */
export function totalOf(mail: MailTexts): bigint | null {
  const found: bigint[] = [];
  findBehind(mail.lines, "total", (value) => {
    const amount = amountsIn(value)[0];
    if (amount && !amount.negative) found.push(amount.minor);
    return null;
  });
  return found.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? null;
}

/** "Free" is nothing, and told as such. */
const shippingOf = (mail: MailTexts): bigint | null =>
  findBehind(mail.lines, "shipping", (value) => {
    if (/^(?:free|gratis|gratuito)\b/i.test(value)) return 0n;
    return amountsIn(value)[0]?.minor ?? null;
  });

function readOrder(mail: MailTexts): ReadResult {
  const order_number = orderNumberOf(mail);
  if (!order_number) return nothing("no_number");
  const total_minor = totalOf(mail);
  const items = itemsIn(mail.lines, amountBehind(mail, "subtotal"));
  if (total_minor === null && items.length === 0) return nothing("no_amount");
  const fact: OrderFact = {
    ...{ kind: "order", order_number, total_minor, items },
    ordered_on: dayBehind(mail, "ordered_on") ?? sentDay(mail),
    currency: currencyOf(mail.text),
    shipping_minor: shippingOf(mail),
    promised_by: findBehind(mail.lines, "promised", (value) => spanIn(value, mail.language, mail.sent_at)?.by ?? null),
  };
  return { facts: [fact], why: null };
}

function readShipment(mail: MailTexts, step: ShipmentFact["step"]): ReadResult {
  const { tracking_number, tracking_url } = trackingIn(mail.lines);
  const order_number = orderNumberOf(mail);
  if (!tracking_number && !order_number) return nothing("no_number");
  const expected = findBehind(mail.lines, "promised", (value) => spanIn(value, mail.language, mail.sent_at));
  const items = itemsIn(mail.lines, amountBehind(mail, "subtotal"));
  const fact: ShipmentFact = {
    ...{ kind: "shipment", order_number, tracking_number, tracking_url, step, items },
    carrier_name: findBehind(mail.lines, "carrier", (value) => (/\p{L}/u.test(value) ? value.slice(0, 60) : null)),
    shipped_on: dayBehind(mail, "shipped_on") ?? (step === "shipped" ? sentDay(mail) : null),
    expected_from: step === "delivered" ? null : (expected?.from ?? null),
    expected_by: step === "delivered" ? null : (expected?.by ?? null),
  };
  return { facts: [fact], why: null };
}

function readRefund(mail: MailTexts): ReadResult {
  const amount_minor = amountBehind(mail, "refund") ?? refundInSentence(mail) ?? totalOf(mail);
  if (amount_minor === null || amount_minor === 0n) return nothing("no_amount");
  const fact: RefundFact = {
    ...{ kind: "refund", amount_minor, order_number: orderNumberOf(mail), currency: currencyOf(mail.text) },
    refunded_on: dayBehind(mail, "refunded_on") ?? sentDay(mail),
  };
  return { facts: [fact], why: null };
}

function refundInSentence(mail: MailTexts): bigint | null {
  for (const { cells } of mail.lines) {
    const text = cells.join(" ");
    if (/refund|reembols/i.test(text)) {
      const amount = amountsIn(text)[0];
      if (amount) return amount.minor;
    }
  }
  return null;
}

function readReceipt(mail: MailTexts): ReadResult {
  const total_minor = totalOf(mail);
  if (total_minor === null || total_minor === 0n) return nothing("no_amount");
  const paid_on = dayBehind(mail, "paid_on") ?? sentDay(mail);
  const fact: ReceiptFact = { kind: "receipt", total_minor, paid_on, currency: currencyOf(mail.text) };
  return { facts: [fact], why: null };
}

const READERS: Readonly<Record<Exclude<MailTopic, null | "canceled">, (mail: MailTexts) => ReadResult>> = {
  refund: readRefund,
  shipped: (mail) => readShipment(mail, "shipped"),
  out_for_delivery: (mail) => readShipment(mail, "out_for_delivery"),
  delivered: (mail) => readShipment(mail, "delivered"),
  order: readOrder,
  receipt: readReceipt,
};

export function readGeneral(mail: MailTexts): ReadResult {
  const topic = topicOf(mail);
  if (topic === "canceled") return nothing("canceled");
  if (topic !== "refund") {
    const booking = readStay(mail) ?? readCar(mail);
    if (booking) return { facts: [booking], why: null };
  }
  if (topic === null) return nothing("not_a_purchase");
  if ((topic === "order" || topic === "receipt") && !confirms(mail)) return nothing("not_a_purchase");
  const read = READERS[topic](mail);
  // Advertising speaks of orders too; what has neither number nor sum is none.
  return read.why === "no_number" && topic === "order" && totalOf(mail) === null ? nothing("not_a_purchase") : read;
}
