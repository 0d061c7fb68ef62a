/** What stands before the press: price, first charge, the words of consent, and only facts that the books have. */
import type { MembershipTerms } from "#membership";
import { settleUpsell } from "./answer-upsell.ts";
import { hadBy, mainOf } from "./read-books.ts";
import type { Signed, UpsellContext } from "./upsell-context.ts";
import type { Upsell } from "./upsell-rules.ts";
import type { UpsellRow } from "./upsell-store.ts";

export type UpsellOffer = {
  upsell: Upsell;
  consent: { en: string; es: string };
  /** Charged at the press; "0" for nothing. */
  now_minor: string;
  monthly_minor: string;
  next_charge_on: string;
  trial_days: number;
  card: string | null;
  member: { trial: boolean; monthly_minor: string };
  facts: { member_share_bps: number; plus_share_bps: number; plus_stores: number; shipping_month_minor: number };
};
export type UpsellView =
  | { state: "offer"; offer: UpsellOffer; declined: boolean }
  /** The bank asks the card's owner. */
  | { state: "confirm"; offer: UpsellOffer; client_secret: string }
  | { state: "processing" }
  /** Just now, by a payment that was on its way when this page was opened. */
  | { state: "settled" }
  /** Had already, or cannot be had beside this membership now. */
  | { state: "on" }
  /** No membership to add something to. */
  | { state: "early" };

/** A membership whose payment failed, or that was cancelled, is not sold anything. */
const isOpenTo = (main: MembershipTerms): boolean =>
  (main.state === "trial" || main.state === "active") && !main.cancel_at_period_end;

const faceOf = (card: { brand: string; last4: string } | null): string | null =>
  card && `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ${card.last4}`;

type Terms = Pick<
  UpsellOffer,
  "consent" | "now_minor" | "monthly_minor" | "next_charge_on" | "trial_days" | "card"
> | null;

async function termsOf(context: UpsellContext, userId: string, main: MembershipTerms, upsell: Upsell): Promise<Terms> {
  if (upsell === "plus") {
    const quoted = await context.membership.quotePlan({ user_id: userId, tier: "plus" });
    return quoted.ok ? { ...quoted.value, trial_days: 0, card: faceOf(main.card) } : null;
  }
  const quoted = await context.membership.quoteSavedCard({ user_id: userId, tier: "shipright" });
  if (!quoted.ok) return null;
  const { quote, card } = quoted.value;
  return {
    consent: quote.consent,
    now_minor: quote.first_minor,
    monthly_minor: quote.monthly_minor,
    next_charge_on: quote.first_charge_on,
    trial_days: quote.trial_days,
    card: faceOf(card),
  };
}

/** Null when it cannot be offered now: a page without its price is worse than no page. */
async function offerOf(
  context: UpsellContext,
  caller: Signed,
  main: MembershipTerms,
  upsell: Upsell,
): Promise<UpsellOffer | null> {
  let terms: Terms;
  try {
    terms = await termsOf(context, caller.member.user_id, main, upsell);
  } catch (error) {
    context.log.warn({ err: error, upsell }, "an extra could not be offered");
    return null;
  }
  if (!terms) return null;
  const { consent, now_minor, monthly_minor, next_charge_on, trial_days, card } = terms;
  return {
    upsell,
    consent,
    now_minor,
    monthly_minor,
    next_charge_on,
    trial_days,
    card,
    member: { trial: main.state === "trial", monthly_minor: main.monthly_minor },
    facts: {
      member_share_bps: caller.brand.member_share_bps,
      plus_share_bps: caller.brand.plus_share_bps,
      plus_stores: upsell === "plus" ? (await context.catalog.under(caller.brand).stores({ plus: true })).total : 0,
      shipping_month_minor: caller.brand.benefits.claims.shipping?.month_minor ?? 0,
    },
  };
}

/** `row` is the answer that this page has had so far. */
export async function showUpsell(
  context: UpsellContext,
  caller: Signed,
  upsell: Upsell,
  row: UpsellRow | null,
): Promise<UpsellView> {
  const settled = row ? await settleUpsell(context, row) : null;
  if (settled?.state === "accepted") return { state: row?.state === "asked" ? "settled" : "on" };
  if (settled?.state === "processing") return { state: "processing" };
  const books = await context.membership.readBooks(caller.member.user_id);
  const main = mainOf(books);
  if (!main) return { state: "early" };
  if (hadBy(books, upsell) || !isOpenTo(main)) return { state: "on" };
  const offer = await offerOf(context, caller, main, upsell);
  if (!offer) return { state: "on" };
  if (settled?.state === "requires_action") return { state: "confirm", offer, client_secret: settled.client_secret };
  return { state: "offer", offer, declined: settled?.state === "refused" };
}
