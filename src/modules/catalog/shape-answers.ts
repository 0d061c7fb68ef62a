/** Rows of the store made into the shapes of catalog.types.ts. Pure. */

import type { Coupon, Listing, MerchantCard, ProductCard, Rate, Shares } from "./catalog.types.ts";
import { conditionInSpanish, termsInSpanish, titleInOther } from "./coupon-words.ts";
import { listingId, offerId, productId } from "./ids.ts";
import { byPriceInTheEnd } from "./listing-order.ts";
import { type Commission, cashBackOf, isMore, memberRate, NO_COMMISSION, offerState } from "./rules.ts";
import { forShoppers } from "./shopper-text.ts";
import { pictureVersion } from "./store/media.ts";

/** What a merchant's card is made of; money comes as bigint from columns, as number from JSON. */
export type CardRow = {
  internal_name: string;
  name: string;
  logo_path: string | null;
  brand_hex: string | null;
  category: string;
  live_coupons: number;
  was_kind: Commission["kind"];
  was_bps: number;
  was_minor: bigint | number;
} & RateColumns;
/** What its network pays for an order at a merchant. */
type RateColumns = {
  rate_kind: Commission["kind"];
  rate_bps: number;
  rate_minor: bigint | number;
  rate_up_to: boolean;
};

export const logoUrl = (path: string | null): string | null => (path === null ? null : `/media/merchants/${path}`);

type OwnRates = { rate: Rate; plus_rate: Rate | null };

function ownRates(row: RateColumns, shares: Shares): OwnRates {
  const commission = { kind: row.rate_kind, bps: row.rate_bps, minor: BigInt(row.rate_minor) };
  const rate = memberRate(commission, shares.member_share_bps, row.rate_up_to);
  const plus = memberRate(commission, shares.plus_share_bps, row.rate_up_to);
  return { rate, plus_rate: isMore(plus, rate) ? plus : null };
}

export function ratesOf(row: CardRow, shares: Shares): OwnRates & { was_rate: Rate | null } {
  const own = ownRates(row, shares);
  const usual = memberRate(
    { kind: row.was_kind, bps: row.was_bps, minor: BigInt(row.was_minor) },
    shares.member_share_bps,
    row.rate_up_to,
  );
  // The share may round two commissions to one rate; then nothing was raised that a member can see.
  return { ...own, was_rate: usual.kind !== "none" && isMore(own.rate, usual) ? usual : null };
}

export function toCard(row: CardRow, shares: Shares): MerchantCard {
  return {
    internal_name: row.internal_name,
    name: row.name,
    logo_url: logoUrl(row.logo_path),
    brand_hex: row.brand_hex,
    ...ratesOf(row, shares),
    coupons: row.live_coupons,
    category: row.category,
  };
}

export type BareOfferRow = {
  offer_id: string;
  offer_type: "coupon" | "other";
  code: string | null;
  title: string;
  title_es: string | null;
  description: string;
  discount_kind: "percent" | "amount" | "shipping" | "gift" | "other";
  discount_bps: number;
  discount_minor: bigint | number;
  condition: string | null;
  minimum_minor: bigint | number | null;
  starts_at: Date | string | null;
  ends_at: Date | string | null;
  verified_at: Date | string | null;
  gone: boolean;
  worked: number;
  tried: number;
};
export type OfferRow = BareOfferRow & {
  internal_name: string;
  merchant_name: string;
  logo_path: string | null;
  brand_hex: string | null;
} & RateColumns;

/** `2026-03-10T12:00:00.123456+00:00`, as the database writes an instant into JSON when it is set to UTC. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/;

/** An instant as `toISOString` writes it. A page has hundreds, so that one in UTC is cut to form and not reckoned. */
export function instantText(value: Date | string | null): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return value.toISOString();
  // With its microseconds, as nearly every instant is written.
  if (value.length === 32 && value[10] === "T" && value[19] === "." && value.endsWith("+00:00"))
    return `${value.slice(0, 23)}Z`;
  if (!UTC.test(value)) return new Date(value).toISOString();
  return `${value.slice(0, 19)}.${value.slice(20, -6).slice(0, 3).padEnd(3, "0")}Z`;
}

/** Who a coupon is of. */
export const toOwner = (
  row: Pick<OfferRow, "internal_name" | "merchant_name" | "logo_path" | "brand_hex">,
  { rate, plus_rate }: OwnRates,
) => ({
  internal_name: row.internal_name,
  name: row.merchant_name,
  logo_url: logoUrl(row.logo_path),
  brand_hex: row.brand_hex,
  rate,
  plus_rate,
});

export function toCoupon(row: OfferRow, now: Date, shares: Shares): Coupon {
  return toCouponOf(toOwner(row, ownRates(row, shares)), row, now.toISOString());
}

/** `now` is a text as instants are here, which sort as they follow each other. */
export function toCouponOf(merchant: Coupon["merchant"], row: BareOfferRow, now: string): Coupon {
  const starts_at = instantText(row.starts_at);
  const ends_at = instantText(row.ends_at);
  const kind = row.discount_kind;
  const title = titleInOther(row.title, row.title_es);
  const description = forShoppers(row.description);
  return {
    offer_id: offerId.show(row.offer_id),
    offer_type: row.offer_type,
    offer_code: row.code,
    title: row.title,
    title_language: title.language,
    title_other: title.other,
    offer_description: description,
    description_es: termsInSpanish(description),
    merchant,
    discount:
      kind === "percent"
        ? { kind, bps: row.discount_bps }
        : kind === "amount"
          ? { kind, minor: row.discount_minor.toString() }
          : { kind },
    condition: row.condition,
    condition_es: conditionInSpanish(row.condition),
    minimum_minor: row.minimum_minor?.toString() ?? null,
    starts_at,
    ends_at,
    state: offerState({ starts_at, ends_at, gone: row.gone }, now),
    verified_at: instantText(row.verified_at),
    worked: row.worked,
    tried: row.tried,
  };
}

export type ProductRow = {
  product_id: string;
  slug: string;
  name: string;
  brand: string | null;
  image_url: string | null;
  merchants: number;
  from_minor: bigint | number;
  from_store: string | null;
  from_kind: Commission["kind"];
  from_bps: number;
  from_rate_minor: bigint | number;
};

/** Product pictures are served by us, fetched from the feed's address the first time. */
export const productImage = (productId: string, source: string | null): string | null =>
  source === null ? null : `/media/products/${productId.replaceAll("-", "")}?v=${pictureVersion(source)}`;

/** What comes back of a price, and what is left of it then: with the usual rate, and with that of Plus where it is more. */
function inTheEnd(price: bigint, commission: Commission, { member_share_bps, plus_share_bps }: Shares) {
  const with_share = (share_bps: number) => {
    const back = cashBackOf(price, memberRate(commission, share_bps, false));
    return { cash_back_minor: back.toString(), after_cash_back_minor: (price - back).toString() };
  };
  const usual = with_share(member_share_bps);
  const plus = with_share(plus_share_bps);
  return { ...usual, plus: BigInt(plus.cash_back_minor) > BigInt(usual.cash_back_minor) ? plus : null };
}

export function toProductCard(row: ProductRow, shares: Shares): ProductCard {
  const price = BigInt(row.from_minor);
  const commission = { kind: row.from_kind, bps: row.from_bps, minor: BigInt(row.from_rate_minor) };
  const { after_cash_back_minor, plus } = inTheEnd(price, commission, shares);
  return {
    product_id: productId.show(row.product_id),
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    image_url: productImage(row.product_id, row.image_url),
    from_minor: price.toString(),
    from_store: row.from_store ?? "",
    after_cash_back_minor,
    plus: plus && { after_cash_back_minor: plus.after_cash_back_minor },
    merchants: row.merchants,
  };
}

export type ListingRow = CardRow & {
  listing_id: string;
  currency: string;
  price_minor: bigint | number;
  list_price_minor: bigint | number | null;
  availability: Listing["availability"];
  condition: Listing["condition"];
  updated_at: Date | string;
  cash_back_allowed: boolean;
  /** Of the commission group that this product falls into; null when the programme has none. */
  group_kind: "percent" | "fixed" | null;
  group_bps: number | null;
  group_minor: bigint | number | null;
};

export function toListing(row: ListingRow, shares: Shares): Listing {
  const price = BigInt(row.price_minor);
  const commission =
    // What networks report in other currencies is settled with nobody.
    row.cash_back_allowed && row.group_kind && row.currency === "USD"
      ? { kind: row.group_kind, bps: row.group_bps ?? 0, minor: BigInt(row.group_minor ?? 0) }
      : NO_COMMISSION;
  return {
    listing_id: listingId.show(row.listing_id),
    merchant: toCard(row, shares),
    currency: row.currency,
    price_minor: price.toString(),
    list_price_minor: row.list_price_minor?.toString() ?? null,
    ...inTheEnd(price, commission, shares),
    availability: row.availability,
    condition: row.condition,
    updated_at: new Date(row.updated_at).toISOString(),
  };
}

export const toListings = (rows: readonly ListingRow[], shares: Shares): Listing[] =>
  rows.map((row) => toListing(row, shares)).sort(byPriceInTheEnd);
