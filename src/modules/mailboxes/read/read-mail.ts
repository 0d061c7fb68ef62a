/** Reads what one mail says of a purchase: its markup first, then what is known of its store, then its labels. */
import type { FactContent } from "../mailboxes.types.ts";
import { innerHead } from "./forwarded.ts";
import { languageOf } from "./language.ts";
import type { MailTexts, NothingCode } from "./mail-texts.ts";
import type { OpenedMail } from "./open-mail.ts";
import { topicOf } from "./order-words.ts";
import { orderNumberOf, readGeneral } from "./read-general.ts";
import { readStructured } from "./read-structured.ts";
import { mend, receiptBy } from "./templates.ts";
import { isTame, linesOfMarkup, linesOfText, openMarkup } from "./text-lines.ts";

export type MailReading = {
  facts: FactContent[];
  why: NothingCode | null;
  /** Whom the mail names as the store: its sender, or who is named inside a mail that a person forwarded. */
  store: { name: string; domain: string };
  by_hand: boolean;
};

const domainOf = (address: string): string => address.split("@").at(-1)?.toLowerCase() ?? "";
const FORWARDED = /^\s*(?:fwd?|fw|rv|re|reenviado|reenv)\s*:\s*/i;

function textsOf(mail: OpenedMail, sentAt: Date): { texts: MailTexts; by_hand: boolean } | null {
  if (!mail.from) return null;
  const markup = mail.html && isTame(mail.html) ? openMarkup(mail.html) : null;
  const fromMarkup = markup ? linesOfMarkup(markup) : [];
  const lines = fromMarkup.length > 0 ? fromMarkup : linesOfText(mail.text);
  const text = lines.map(({ cells }) => cells.join(" ")).join("\n");
  const language = languageOf(`${mail.subject}\n${text}`);
  // Whoever forwards by hand puts a word before the subject; a store does not.
  const inner = FORWARDED.test(mail.subject) ? innerHead(lines, language, sentAt) : null;
  const from = inner ?? mail.from;
  return {
    by_hand: inner !== null,
    texts: {
      subject: inner?.subject ?? mail.subject.replace(FORWARDED, ""),
      domain: domainOf(from.address),
      sender_name: from.name || domainOf(from.address),
      sent_at: inner?.day ? new Date(`${inner.day}T12:00:00Z`) : sentAt,
      ...{ language, markup, lines, text },
    },
  };
}

const STEP = { delivered: "delivered", out_for_delivery: "out_for_delivery" } as const;

/** Markup seldom says all; what it leaves open is filled from the labels, never the other way round. */
function complete(structured: FactContent, labelled: FactContent | undefined): FactContent {
  if (labelled?.kind !== structured.kind) return structured;
  const filled = Object.entries(structured).map(([name, value]) => {
    const other = (labelled as Record<string, unknown>)[name];
    const empty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return [name, empty && other !== undefined ? other : value];
  });
  // The same names with values of the same kind.
  return Object.fromEntries(filled) as FactContent;
}

export function readMail(mail: OpenedMail, sentAt: Date): MailReading {
  const opened = textsOf(mail, sentAt);
  if (!opened) return { facts: [], why: "sender_unknown", store: { name: "", domain: "" }, by_hand: false };
  const { texts, by_hand } = opened;
  const store = { name: texts.sender_name.slice(0, 120), domain: texts.domain };
  const topic = topicOf(texts);
  const step = topic === "delivered" || topic === "out_for_delivery" ? STEP[topic] : "shipped";
  const structured = readStructured(texts, step);
  const receipt = structured.length === 0 ? receiptBy(texts) : null;
  if (receipt) return { facts: [receipt], why: null, store, by_hand };
  const general = readGeneral(texts);
  if (structured.length === 0) return { facts: mend(texts, general.facts), why: general.why, store, by_hand };
  const number = orderNumberOf(texts);
  const facts = structured.map((fact) => {
    const filled = complete(fact, general.facts[0]);
    return filled.kind === "shipment" && filled.order_number === null ? { ...filled, order_number: number } : filled;
  });
  return { facts, why: null, store, by_hand };
}
