/** A merchant's page: rates, terms, coupons that work and that ended, products, and stores like it. */
import type { MerchantPage, Rate } from "./catalog.types.ts";
import { lastDay } from "./days.ts";
import { rateNameInSpanish } from "./rate-names.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { memberRate, rateText } from "./rules.ts";
import { instantText, ratesOf, toCard, toCouponOf, toOwner, toProductCard } from "./shape-answers.ts";
import { forShoppers, rateNameForShoppers } from "./shopper-text.ts";
import { readMerchantPage } from "./store/read-merchants.ts";

const NAME = /^[a-z0-9-]{1,120}$/;
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Null for an unknown merchant, and for one that no network has any more. */
export async function showMerchant(deps: ReadDeps, internalName: string): Promise<MerchantPage | null> {
  if (!NAME.test(internalName)) return null;
  const now = deps.clock.now();
  const row = await readMerchantPage(deps.database.pool, internalName, now);
  if (!row) return null;
  const { internal_name, name: merchant_name, logo_path, brand_hex } = row;
  const instant = now.toISOString();
  // Nobody buys at a store that is no more, whatever its network still lists.
  const open = row.status !== "closed";
  const { rate, plus_rate, was_rate } = ratesOf(open ? row : { ...row, ...NO_RATE }, deps.brand);
  const owner = toOwner({ internal_name, merchant_name, logo_path, brand_hex }, { rate, plus_rate });
  const rate_until = was_rate && row.rate_ends ? lastDay(row.rate_ends) : null;
  const lines =
    row.cash_back_allowed && open
      ? row.rates.map(({ name: told, kind, bps, minor }) => {
          const name = rateNameForShoppers(told);
          const rate = memberRate({ kind, bps, minor: BigInt(minor) }, deps.brand.member_share_bps, false);
          return { name, name_es: rateNameInSpanish(name), rate };
        })
      : [];
  const coupons = (open ? row.offers : []).map((offer) => toCouponOf(owner, offer, instant));
  return {
    merchant: {
      ...toCard(open ? row : { ...row, ...NO_RATE }, deps.brand),
      domain: row.domain,
      description: forShoppers(row.description),
      category_name: { en: row.category_en, es: row.category_es },
      countries: row.countries,
      is_global: row.is_global,
      cash_back_allowed: row.cash_back_allowed && open,
      locking_days: row.locking_days,
      rates: lines,
      status: row.status,
      description_es: row.description_es,
      rate_since: instantText(row.rate_since),
      cashback_text: rateText(rate),
      rate_until,
      special_cashback_text: was_rate
        ? `${rateText(rate)}, was ${amountOf(was_rate)}${rate_until ? `, until ${DAY.format(new Date(rate_until))}` : ""}`
        : null,
      sp_cashback_text: plus_rate ? `${rateText(plus_rate)} with plus` : null,
      offer_text: coupons[0]?.title ?? null,
      rates_checked_at: instantText(row.checked_at) ?? instant,
      track: row.track,
    },
    coupons,
    ended: row.ended.map((offer) => toCouponOf(owner, offer, instant)),
    also: row.also.map((card) => toCard(card, deps.brand)),
    products: row.products.map((product) => toProductCard(product, deps.brand)),
    abroad: (open ? row.abroad : []).map((product) => ({ ...product, price_minor: product.price_minor.toString() })),
  };
}

const NO_RATE = { rate_kind: "none", was_kind: "none", live_coupons: 0 } as const;

const amountOf = (rate: Rate) =>
  rateText(rate)
    .replace(/ cash back$/, "")
    .replace(/^Up to /, "up to ");
