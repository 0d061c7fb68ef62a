/** Purchases as the stores' own signed mails tell of them: a claim begins there without a paper. Pure but for reading them. */
import { type MailFact, mailFactId, type ReceiptFact } from "#mailboxes";
import type { ClaimTerms, PaidType } from "../../../brands/benefits.ts";
import type { KnownOrder, MailProven, Refunded, RefundsNoted } from "./benefits.types.ts";
import { earliestOf } from "./claim-rules.ts";
import { claimsOfMails } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { findPartner, type Partner, partnersOf } from "./partners.ts";
import { type RefundTold, weighRefunds, withRefunds } from "./refunds-told.ts";

/** One purchase, however many mails tell of it. Amounts are cents. */
export type MailPurchase = MailProven & {
  store: { name: string; domain: string };
  bought_on: string;
  shipping_minor: bigint | null;
};

/** Orders are known again by their number. */
export const purchaseKey = ({ store }: Pick<MailFact, "store">, number: string): string =>
  `${store.domain}:${number}`.slice(0, 300);

/** Without a number a purchase is what its mail says: two mails may be about one, and one may have been made twice. */
export const receiptKey = (
  { store }: Pick<MailFact, "store">,
  { paid_on, currency, total_minor }: ReceiptFact,
): string => `${purchaseKey({ store }, "receipt")}:${paid_on}:${currency}:${total_minor}`;

/** In dollars and signed by the store: nothing else proves what was paid. The newest word on an order counts. */
export function purchasesOf(facts: readonly MailFact[]): MailPurchase[] {
  const found = new Map<string, MailPurchase>();
  for (const { proof, store, content, fact_id, mail_id } of facts) {
    if (proof !== "signed") continue;
    const shared = { fact_id, mail_id, store, refunded_minor: "0" };
    if (content.kind === "order" && content.currency === "USD" && content.total_minor !== null) {
      const purchase = purchaseKey({ store }, content.order_number);
      const { ordered_on: bought_on, shipping_minor } = content;
      const total_minor = content.total_minor.toString();
      found.set(purchase, { ...shared, purchase, bought_on, total_minor, shipping_minor });
    }
    if (content.kind === "receipt" && content.currency === "USD") {
      const purchase = receiptKey({ store }, content);
      const { paid_on: bought_on } = content;
      const total_minor = content.total_minor.toString();
      found.set(fact_id, { ...shared, purchase, bought_on, total_minor, shipping_minor: null, by_words: true });
    }
  }
  const refunds = refundsOf(facts);
  return [...found.values()].map((one) => {
    const refunded = refunds.get(one.purchase);
    return refunded ? withRefunds(one, refunded) : one;
  });
}

/** What stores gave back, by purchase. Only what a store signed is sure: anybody can write a mail, and take nothing back by it. */
export function refundsOf(facts: readonly MailFact[]): Map<string, Refunded> {
  const told = new Map<string, RefundTold[]>();
  for (const { store, proof, content } of facts) {
    if (content.kind !== "refund" || content.order_number === null || content.currency !== "USD") continue;
    const purchase = purchaseKey({ store }, content.order_number);
    const one = { amount_minor: content.amount_minor, signed: proof === "signed" };
    told.set(purchase, [...(told.get(purchase) ?? []), one]);
  }
  return new Map([...told].map(([purchase, all]) => [purchase, weighRefunds(all)]));
}

/**
 * What counts of it for a benefit, in cents; 0 for what it does not tell or what was given back. Shipping is what a store gives
 * back last: a refund of goods alone leaves it whole, and one of all leaves nothing of it.
 */
export function paidOf(purchase: MailPurchase, { of }: Pick<ClaimTerms, "of">): bigint {
  const left = leftOf(purchase);
  return of === "shipping" ? leastOf(purchase.shipping_minor ?? 0n, left) : left;
}

export const leastOf = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What it came to in the end. */
export function leftOf({ total_minor, refunded_minor }: Pick<MailProven, "total_minor"> & RefundsNoted): bigint {
  const left = BigInt(total_minor) - BigInt(refunded_minor);
  return left > 0n ? left : 0n;
}

/** The business that a mail's store is, among those that are covered. */
export const partnerOfMail = (
  type: PaidType,
  country: string,
  { name, domain }: MailPurchase["store"],
): Partner | null =>
  partnersOf(type, country).find((partner) => partner.domain === domain) ?? findPartner(type, country, name);

/** What a claim may begin from today, the newest first: covered, within its days, not claimed yet. */
export async function showMailPurchases(
  context: BenefitsDeps,
  asked: { user_id: string; type: PaidType; country: string; terms: ClaimTerms; today: string; most: number },
): Promise<KnownOrder[]> {
  const { user_id, type, country, terms, today } = asked;
  const all = purchasesOf(await context.mailboxes.factsOfMember(user_id));
  const earliest = earliestOf(today, terms);
  const open = all.filter(
    (one) =>
      one.bought_on >= earliest &&
      one.bought_on <= today &&
      paidOf(one, terms) > 0n &&
      (terms.partners === "any" || partnerOfMail(type, country, one.store) !== null),
  );
  const claims = await claimsOfMails(
    context.database.db,
    user_id,
    open.map(({ purchase }) => purchase),
  );
  const claimed = claims.filter((claim) => claim.type === type);
  return open
    .filter((one) => !claimed.some(({ mail }) => mail && isOfMail(mail, one)))
    .toSorted((one, other) => other.bought_on.localeCompare(one.bought_on))
    .slice(0, asked.most)
    .map((one) => {
      const partner = partnerOfMail(type, country, one.store);
      return {
        ...{ order_id: mailFactId.show(one.fact_id), from: "mail", proves: "all" },
        ...{ merchant: partner?.name ?? one.store.name, internal_name: partner?.internal_name ?? "" },
        ...{ bought_on: one.bought_on, paid_minor: paidOf(one, terms).toString() },
      };
    });
}

/** Whether a claim is surely about this purchase; a second mail without a number goes to a person. */
export const isOfMail = (claimed: MailProven, { purchase, by_words, fact_id }: MailProven): boolean =>
  by_words ? claimed.fact_id === fact_id : claimed.purchase === purchase;

/** The purchase of a mail of this member; null for anything else. */
export async function findMailPurchase(
  context: BenefitsDeps,
  userId: string,
  shown: string,
): Promise<MailPurchase | null> {
  const id = mailFactId.read(shown);
  if (!id) return null;
  const all = purchasesOf(await context.mailboxes.factsOfMember(userId));
  return all.find(({ fact_id }) => fact_id === id) ?? null;
}
