/** What a member has, as the membership knows it. */
import type { MembershipPage, MembershipView } from "#membership";
import type { Upsell } from "./upsell-rules.ts";

export const mainOf = (page: MembershipPage): MembershipView | null =>
  page.running.find((view) => view.line === "main") ?? null;

/** The membership that brings this extra, when there is one. */
export const hadBy = (page: MembershipPage, upsell: Upsell): MembershipView | null =>
  page.running.find((view) =>
    upsell === "plus" ? view.tier === "plus" || view.next_tier === "plus" : view.tier === "shipright",
  ) ?? null;

/** What was charged for it when it was added; null where the change cost nothing yet. */
export function chargeOf(page: MembershipPage, had: MembershipView, upsell: Upsell): string | null {
  const own = page.invoices.filter((one) => one.membership_id === had.membership_id);
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
