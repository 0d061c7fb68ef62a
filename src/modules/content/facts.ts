/** What texts may ask for as `{{name}}`: the brand pack's names and figures, so that no text says a price of its own. */
import type { Brand, Partners } from "#partners";
import { showUsd } from "#platform/money";
import { type ContentLanguage, LANGUAGES } from "./read-content.ts";

/** `postalAddress` begins with the name of whoever runs the product. */
export function factsOf(
  brand: Brand,
  postalAddress: string,
  language: ContentLanguage,
): Readonly<Record<string, string>> {
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
    shipping_monthly: money(plan.tiers.shipright.monthly_minor),
    shipping_trial_days: String(plan.tiers.shipright.trial_days),
    ...membershipWords(plan, language),
    law: brand.legal.law[language],
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
    coins_a_dollar: brand.coins_per_dollar.toLocaleString("en-US"),
    dollar: money(100),
  };
}

/** A plan without a trial begins with its first month, and says so in other words. */
function membershipWords({ trial_days: days, ...plan }: Brand["plan"], language: ContentLanguage) {
  const [trial, monthly] = [plan.trial_minor, plan.monthly_minor].map((minor) => showUsd(BigInt(minor)));
  if (language === "es")
    return days > 0
      ? {
          membership_price: `${trial} por ${days} días y luego ${monthly} al mes`,
          membership_start: `Empieza con una prueba de ${days} días por ${trial}. En la fecha que se muestra antes de pagar cobramos ${monthly} a tu tarjeta, y después cada mes ese mismo día hasta que canceles. Se permite una prueba por persona.`,
        }
      : {
          membership_price: `${monthly} al mes`,
          membership_start: `Cuesta ${monthly} al mes desde el día en que te unes, hasta que canceles.`,
        };
  return days > 0
    ? {
        membership_price: `${trial} for ${days} days, then ${monthly} a month`,
        membership_start: `It starts with a ${days}-day trial for ${trial}. On the date shown before you pay, we charge ${monthly} to your card, and then every month on that day until you cancel. Trials are limited to one per person.`,
      }
    : {
        membership_price: `${monthly} a month`,
        membership_start: `It costs ${monthly} a month from the day you join until you cancel.`,
      };
}

/** Of each brand as it is now in each language, the home brand's English first; worked out once for the same brands. */
export function factsOfAll(partners: Pick<Partners, "all">, postalAddress: string) {
  let known: { of: readonly Brand[]; facts: readonly Readonly<Record<string, string>>[] } | null = null;
  return () => {
    const of = partners.all();
    if (known?.of !== of)
      known = {
        of,
        facts: of.flatMap((brand) => LANGUAGES.map((language) => factsOf(brand, postalAddress, language))),
      };
    return known.facts;
  };
}
