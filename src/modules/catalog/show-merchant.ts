/** A merchant's page: rates, terms, coupons that work and that ended, products, and stores like it. */
import type { MerchantPage, Rate } from "./catalog.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { memberRate, rateText } from "./rules.ts";
import { ratesOf, toCard, toCouponOf, toOwner, toProductCard } from "./shape-answers.ts";
import { readMerchantPage } from "./store/read-merchants.ts";

const NAME = /^[a-z0-9-]{1,120}$/;

/** Null for an unknown merchant, and for one that no network has any more. */
export async function showMerchant(deps: ReadDeps, internalName: string): Promise<MerchantPage | null> {
  if (!NAME.test(internalName)) return null;
  const now = deps.clock.now();
  const row = await readMerchantPage(deps.database.pool, internalName, now);
  if (!row) return null;
  const owner = toOwner({ ...row, merchant_name: row.name });
  const instant = now.toISOString();
  const { rate, plus_rate, was_rate } = ratesOf(row, deps.brand);
  const lines = row.cash_back_allowed
    ? row.rates.map(({ name, kind, bps, minor }) => ({
        name,
        rate: memberRate({ kind, bps, minor: BigInt(minor) }, deps.brand.member_share_bps, false),
      }))
    : [];
  return {
    merchant: {
      ...toCard(row, deps.brand),
      domain: row.domain,
      description: row.description,
      category_name: { en: row.category_en, es: row.category_es },
      countries: row.countries,
      is_global: row.is_global,
      cash_back_allowed: row.cash_back_allowed,
      locking_days: row.locking_days,
      rates: lines,
      terms: row.terms,
      cashback_text: rateText(rate),
      special_cashback_text: was_rate ? `${rateText(rate)}, was ${amountOf(was_rate)}` : null,
      sp_cashback_text: plus_rate ? `${rateText(plus_rate)} with plus` : null,
      rates_checked_at: (row.checked_at ?? now).toISOString(),
    },
    coupons: row.offers.map((offer) => toCouponOf(owner, offer, instant)),
    ended: row.ended.map((offer) => toCouponOf(owner, offer, instant)),
    also: row.also.map((card) => toCard(card, deps.brand)),
    products: row.products.map((product) => toProductCard(product, deps.brand)),
  };
}

const amountOf = (rate: Rate) =>
  rateText(rate)
    .replace(/ cash back$/, "")
    .replace(/^Up to /, "up to ");
