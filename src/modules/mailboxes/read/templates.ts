/** Stores that say something in a way of their own, as data: what their order numbers look like, and what their receipts call a sum. */
import type { FactContent } from "../mailboxes.types.ts";
import { amountsIn } from "./amounts.ts";
import type { MailTexts } from "./mail-texts.ts";
import TEMPLATES from "./templates.json" with { type: "json" };

type Template = {
  domains: readonly string[];
  order_number?: string;
  /** What its mails are although they speak of orders. */
  kind?: string;
  total?: { en: string; es: string };
};

const all: readonly Template[] = TEMPLATES;
export const templateOf = (domain: string): Template | null =>
  all.find(({ domains }) => domains.some((own) => domain === own || domain.endsWith(`.${own}`))) ?? null;

const numberIn = (text: string, pattern: string): string | null => new RegExp(pattern).exec(text)?.[0] ?? null;

/** What the general reader found, put right by what is known of the store. */
export function mend(mail: MailTexts, facts: readonly FactContent[]): FactContent[] {
  const template = templateOf(mail.domain);
  const pattern = template?.order_number;
  if (!pattern) return [...facts];
  const known = numberIn(mail.subject, pattern) ?? numberIn(mail.text, pattern);
  if (!known) return [...facts];
  return facts.map((fact) => ("order_number" in fact ? { ...fact, order_number: known } : fact));
}

/** A store whose mails are receipts, whatever they speak of. */
export function receiptBy(mail: MailTexts): FactContent | null {
  const template = templateOf(mail.domain);
  const pattern = template?.kind === "receipt" ? template.total?.[mail.language] : undefined;
  if (!pattern) return null;
  const label = new RegExp(pattern, "i");
  for (const { cells } of mail.lines) {
    const text = cells.join(" ");
    const amount = label.test(text) ? amountsIn(text).at(-1) : undefined;
    if (amount)
      return {
        kind: "receipt",
        total_minor: amount.minor,
        currency: amount.currency ?? "USD",
        paid_on: mail.sent_at.toISOString().slice(0, 10),
      };
  }
  return null;
}
