/** Merchants and offers as SPEC §3 shapes them, beside our own fields: for callers outside, who know only those. */
import type { Coupon, MerchantCard } from "./catalog.types.ts";

const redirectUrl = (internalName: string): string => `/${internalName}-coupons/redirecting`;

export const asMerchant = <M extends Pick<MerchantCard, "internal_name">>(merchant: M) => ({
  ...merchant,
  redirect_url: redirectUrl(merchant.internal_name),
});

export const asOffer = (coupon: Coupon) => ({
  ...coupon,
  merchant_name: coupon.merchant.name,
  merchant_logo_url: coupon.merchant.logo_url,
  redirect_url: `${redirectUrl(coupon.merchant.internal_name)}?offer=${encodeURIComponent(coupon.offer_id)}`,
});
