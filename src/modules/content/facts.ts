/** What texts may ask for as `{{name}}`: the brand pack's names and figures, so that no text says a price of its own. */
import type { Brand } from "#partners";
import { showUsd } from "#platform/money";

/** `postalAddress` begins with the name of whoever runs the product. */
export function factsOf(brand: Brand, postalAddress: string): Readonly<Record<string, string>> {
  const { plan, referral, first_order: first } = brand;
  const { shipping, rideshare } = brand.benefits.claims;
  const money = (minor: number) => showUsd(BigInt(minor));
  return {
    brand: brand.name,
    support_email: brand.support_email,
    postal_address: postalAddress,
    trial: money(plan.trial_minor),
    trial_days: String(plan.trial_days),
    monthly: money(plan.monthly_minor),
    plus_monthly: money(plan.tiers.plus.monthly_minor),
    member_share: `${brand.member_share_bps / 100}`,
    plus_share: `${brand.plus_share_bps / 100}`,
    payout_minimum: money(brand.payout_minimum_minor),
    inviter: money(referral.inviter_minor),
    friend: money(referral.friend_minor),
    friend_order: money(referral.min_order_minor),
    friend_days: String(referral.window_days),
    friends_a_year: String(referral.max_per_year),
    first_order: money(first.amount_minor),
    first_order_least: money(first.min_order_minor),
    first_order_days: String(first.order_days),
    rebate_shipping: money(shipping?.month_minor ?? 0),
    rebate_rideshare: money(rideshare?.month_minor ?? 0),
  };
}
