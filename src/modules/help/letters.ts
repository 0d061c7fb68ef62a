/** Letters about messages: to whoever answers, and to whoever wrote. */

import { defineLetter, type Letter, pick, showDay, showMoney } from "#notifications";
import type { Language } from "#platform/http";
import type { Topic } from "./messages.ts";
import type { Purchase } from "./rules.ts";

export const TOPIC_WORDS: Readonly<Record<Topic, { en: string; es: string }>> = {
  "missing-purchase": { en: "A missing purchase", es: "Una compra faltante" },
  payout: { en: "A payout or gift card", es: "Un retiro o una tarjeta de regalo" },
  membership: { en: "Membership and charges", es: "Membresía y cargos" },
  account: { en: "My account", es: "Mi cuenta" },
  "closed-account": { en: "A second look at my closed account", es: "Una segunda revisión de mi cuenta cerrada" },
  coupons: { en: "A coupon or a rate", es: "Un cupón o un porcentaje" },
  technical: { en: "Something doesn't work", es: "Algo no funciona" },
  partners: { en: "Press, stores and partners", es: "Prensa, tiendas y socios" },
  privacy: { en: "My data", es: "Mis datos" },
  security: { en: "A security hole", es: "Una falla de seguridad" },
  other: { en: "Something else", es: "Otra cosa" },
};

type Facts = {
  number: string;
  topic: Topic;
  body: string;
  purchase: Purchase | null;
  /** Address and account of whoever wrote; only in the letter to whoever answers. */
  from: { email: string; user: string | null; language: Language; partner: string };
  files: readonly { name: string; href: string }[];
  /** Working days. */
  answer_days: number;
  /** The conversation's public id, when its writer has an account to read it in. */
  thread: string | null;
};

/** Whoever has an account reads the whole conversation there. */
export const threadButton = (thread: string | null, language: Language, publicUrl: string): Pick<Letter, "button"> =>
  thread
    ? {
        button: {
          label: pick(language, "See the conversation", "Ver la conversación"),
          href: `${publicUrl}/account/contact?thread=${thread}`,
        },
      }
    : {};

type Row = { term: string; value: string };
const row = (term: string, value: string): Row => ({ term, value });

const purchaseRows = (purchase: Purchase | null, language: Language): Row[] =>
  purchase
    ? [
        row(pick(language, "Store", "Tienda"), purchase.store),
        row(pick(language, "Order number", "Número de pedido"), purchase.order_number),
        row(pick(language, "Ordered on", "Día del pedido"), showDay(purchase.ordered_on, language)),
        row(pick(language, "Amount", "Monto"), showMoney(purchase.amount_minor)),
      ]
    : [];

function writeForDesk(facts: Facts, language: Language): Letter {
  const { from } = facts;
  return {
    subject: `[${facts.number}] ${TOPIC_WORDS[facts.topic].en}`,
    headline: TOPIC_WORDS[facts.topic].en,
    lead: facts.body || "No words beside the facts.",
    slip: {
      title: facts.number,
      rows: [
        row("From", from.email),
        row("Account", from.user ?? "none"),
        row("Language", from.language === "es" ? "Spanish" : "English"),
        row("Brand", from.partner),
        ...purchaseRows(facts.purchase, language),
      ],
    },
    also: facts.files.map(({ name, href }) => ({ label: name, href })),
    after: "Reply to this email: your answer goes to whoever wrote.",
  };
}

function writeReceived(facts: Facts, language: Language, publicUrl: string): Letter {
  return {
    subject: pick(language, `We have your message ${facts.number}`, `Tenemos tu mensaje ${facts.number}`),
    headline: pick(language, "We have your message", "Tenemos tu mensaje"),
    lead: pick(
      language,
      `A person answers you at this address within ${facts.answer_days} working days. Your number is ${facts.number}.`,
      `Una persona te responde a esta dirección en ${facts.answer_days} días hábiles. Tu número es ${facts.number}.`,
    ),
    slip: {
      title: facts.number,
      rows: [
        row(pick(language, "About", "Sobre"), TOPIC_WORDS[facts.topic][language]),
        ...purchaseRows(facts.purchase, language),
      ],
    },
    ...threadButton(facts.thread, language, publicUrl),
    ...(facts.body && { after: facts.body }),
  };
}

type Reply = Pick<Facts, "number" | "topic" | "body" | "files"> & { from: string };

/** Whoever answers hears of a reply as of a message. */
function writeReplyForDesk({ number, topic, body, files, from }: Reply): Letter {
  return {
    subject: `[${number}] Reply: ${TOPIC_WORDS[topic].en}`,
    headline: `Reply: ${TOPIC_WORDS[topic].en}`,
    lead: body,
    slip: { title: number, rows: [row("From", from)] },
    also: files.map(({ name, href }) => ({ label: name, href })),
    after:
      "Answer it on the desk: its writer reads that in the conversation. A reply to this email reaches them by email alone.",
  };
}

const FOR_DESK = {
  because: {
    en: "You're getting this email because you answer what people write to us.",
    es: "Recibes este correo porque respondes lo que la gente nos escribe.",
  },
};
export const messageForDesk = defineLetter(
  "help_message",
  { en: "Message, to the desk", es: "Mensaje, a la mesa de ayuda" },
  "account",
  writeForDesk,
  FOR_DESK,
);
export const replyForDesk = defineLetter(
  "help_reply",
  { en: "Reply, to the desk", es: "Respuesta, a la mesa de ayuda" },
  "account",
  writeReplyForDesk,
  FOR_DESK,
);
export const messageReceived = defineLetter(
  "help_received",
  { en: "Message received", es: "Mensaje recibido" },
  "account",
  writeReceived,
);

export const LETTERS = [messageForDesk, replyForDesk, messageReceived];
