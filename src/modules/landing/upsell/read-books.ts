/** What a member has, as the membership knows it. */
import type { MembershipBooks, MembershipTerms } from "#membership";
import type { Upsell } from "./upsell-rules.ts";

export const mainOf = (books: MembershipBooks): MembershipTerms | null =>
  books.running.find((view) => view.line === "main") ?? null;

/** The membership that brings this extra, when there is one. */
export const hadBy = (books: MembershipBooks, upsell: Upsell): MembershipTerms | null =>
  books.running.find((view) =>
    upsell === "plus" ? view.tier === "plus" || view.next_tier === "plus" : view.tier === "shipright",
  ) ?? null;

/** What was charged for it when it was added; null where the change cost nothing yet. */
export function chargeOf(books: MembershipBooks, had: MembershipTerms, upsell: Upsell): string | null {
  const own = books.invoices.filter((one) => one.membership_id === had.membership_id);
  const paid =
    upsell === "plus"
      ? own.find(
          (one) =>
            one.kind === "upgrade" &&
            one.period_start === had.period.start &&
            // One that went back whole paid for nothing: what runs came after it.
            BigInt(one.refunded_minor) < BigInt(one.amount_minor),
        )
      : own.find((one) => one.period_start === had.joined_on);
  return paid?.charge_id ?? null;
}
