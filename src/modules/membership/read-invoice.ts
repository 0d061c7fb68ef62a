/** One charge as its own document: what was paid, for which days, by which card, to whom, and what it rests on. */
import { type CivilDate, civilDate } from "#platform/clock";
import { dayIn, plusDays } from "./calendar.ts";
import { findPaid } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { reasonWords } from "./messages.ts";
import { type ConsentReceipt, type Invoice, invoiceOf, ofCharge, receiptOf } from "./read-membership.ts";
import { type ConsentRow, readCards, readConsents } from "./record-store.ts";
import { readRefunds } from "./refund-store.ts";
import { readInvoiceNumber } from "./rules.ts";
import { showInvoice } from "./show-membership.ts";
import { readJoin } from "./store.ts";

type Words = { en: string; es: string };
export type InvoiceRefund = { amount_minor: string; reason: Words; asked_at: string; done_at: string | null };
export type InvoicePage = Invoice & {
  /** The day of the payment where the member is. */
  paid_on: CivilDate;
  /** The last day that is paid for; `period_end` is the first one that is not. */
  last_day: CivilDate;
  card: { brand: string; last4: string } | null;
  /** As it stands on the card's statement. */
  statement: string | null;
  refunds: InvoiceRefund[];
  /** Paid and not given back. */
  kept_minor: string;
  seller: { name: string; run_by: string | null; address: string; email: string };
  buyer: { name: string; email: string | null };
  consent: ConsentReceipt | null;
  /** For the sheet it is printed on. */
  letter_paper: boolean;
};

const LETTER_COUNTRIES = ["US", "CA", "MX", "PH"];

/** Null for a number that is not this member's: whose it is instead is nobody's business. */
export async function readInvoice(
  context: MembershipContext,
  userId: string,
  text: string,
): Promise<InvoicePage | null> {
  const { db } = context.database;
  const number = readInvoiceNumber(text);
  const charge = number === null ? null : await findPaid(db, userId, number);
  const contact = await context.identity.contact(userId);
  if (!charge || !contact) return null;
  const ids = [charge.membership_id];
  const refunds = ofCharge(charge, await readRefunds(db, ids));
  const [invoice] = invoiceOf(charge, refunds);
  if (!invoice) return null;
  const card = charge.payment_method_id ? (await readCards(db, [charge.payment_method_id]))[0] : undefined;
  const consent = consentOf(await readConsents(db, ids), charge);
  const join = await readJoin(db, charge.membership_id);
  const brand = context.brandOf(join?.partner ?? contact.partner);
  return showInvoice({
    ...invoice,
    paid_on: join && charge.paid_at ? dayIn(charge.paid_at, join.zone) : civilDate(new Date(invoice.paid_at)),
    last_day: plusDays(charge.period_end, -1),
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    statement: charge.statement,
    refunds: refunds.map((one) => ({
      amount_minor: one.amount_minor.toString(),
      reason: reasonWords(one.reason),
      asked_at: one.asked_at.toISOString(),
      done_at: one.done_at?.toISOString() ?? null,
    })),
    kept_minor: (charge.amount_minor - BigInt(invoice.refunded_minor)).toString(),
    seller: {
      name: brand.name,
      run_by: brand.run_by,
      // The address that mails carry begins with who sends them, and here that stands in the line before.
      address: withoutName(context.notifications.postalAddress, brand.run_by ?? brand.name),
      email: brand.support_email,
    },
    buyer: { name: contact.name, email: contact.email },
    consent: consent && receiptOf(consent),
    letter_paper: LETTER_COUNTRIES.includes(contact.country_code ?? "US"),
  });
}

export const withoutName = (address: string, name: string): string =>
  address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address;

/** The newest agreement to this plan that stood when it was paid. */
function consentOf(consents: readonly ConsentRow[], charge: { tier: string; paid_at: Date | null }): ConsentRow | null {
  const before = consents.filter((one) => charge.paid_at === null || one.at <= charge.paid_at);
  return before.find((one) => one.facts.tier === charge.tier) ?? before[0] ?? null;
}
