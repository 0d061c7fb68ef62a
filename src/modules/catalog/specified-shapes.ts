/** Merchants and offers as SPEC §3 shapes them, beside our own fields: for callers outside, who know only those. */
import type { Coupon, MerchantCard } from "./catalog.types.ts";

const redirectUrl = (internalName: string): string => `/${internalName}-coupons/redirecting`;

export const asMerchant = <M extends Pick<MerchantCard, "internal_name">>(merchant: M) => ({
  ...merchant,
  redirect_url: redirectUrl(merchant.internal_name),
});

/** Of one store's coupons, whose addresses begin alike. Ids of ours are letters and figures, which addresses hold as they are. */
export function offersOf(merchant: Coupon["merchant"]) {
  const own = {
    merchant_name: merchant.name,
    merchant_logo_url: merchant.logo_url,
  };
  const redirect = `${redirectUrl(merchant.internal_name)}?offer=`;
  return (coupon: Coupon) => ({ ...coupon, ...own, redirect_url: redirect + coupon.offer_id });
}
