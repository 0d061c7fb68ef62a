/** What a broad shop asks for an item on a day, and whether it has it. */
import { BROAD_SHOPS, type BroadShop } from "../broad-shops.ts";
import { hash, pick } from "../hash.ts";
import type { Offer, Product } from "../offer.ts";
import type { Range } from "./range.ts";

/** A price stays for about so many days; each day another part of the range gets its next one. */
const STEP_DAYS = 9;
const DAY_MS = 86_400_000;

export const dayOf = (now: number | Date): number => Math.floor(Number(now) / DAY_MS);

export function broadSells({ slug, assortment }: BroadShop, product: Product): boolean {
  const { departments, share, rest } = assortment;
  const chosen =
    (departments === "all" || departments.includes(product.category)) &&
    hash(`${slug}:range:${product.id}`) % 100 < share;
  return chosen || (rest === true && !BROAD_SHOPS.some((shop) => !shop.assortment.rest && broadSells(shop, product)));
}

/** Gift cards cost what they are worth; everything else moves between a sale and a little above its usual price. */
export function broadOffer({ slug }: BroadShop, product: Product, day: number): Offer {
  const key = `${slug}:${product.id}`;
  const seed = hash(key);
  const step = Math.floor((day + (seed % STEP_DAYS)) / STEP_DAYS);
  const isCard = product.category === "Gift Cards";
  const usual = pick(`${key}:usual`, 92, 110);
  const moved =
    hash(`${key}:${step}`) % 5 === 0 ? pick(`${key}:${step}:sale`, 76, 90) : pick(`${key}:${step}:now`, 96, 104);
  const minor = (percent: number) => Math.max(99, Math.round((product.baseMinor * percent) / 10_000) * 100 - 1);
  const priceMinor = isCard ? product.baseMinor : minor((usual * moved) / 100);
  const listMinor = minor(usual);
  const stock = seed % 24;
  return {
    product,
    priceMinor,
    listMinor: !isCard && moved < 91 && listMinor > priceMinor ? listMinor : null,
    inStock: stock > 1,
    ...(stock === 1 && { later: seed % 2 === 0 ? ("preorder" as const) : ("backorder" as const) }),
  };
}

/** Everything that a shop offers on a day, kept until the day is over. */
export function broadOffers(range: Range) {
  const kept = new Map<string, { day: number; offers: Offer[] }>();
  return (shop: BroadShop, day: number): readonly Offer[] => {
    const known = kept.get(shop.slug);
    if (known?.day === day) return known.offers;
    const offers: Offer[] = [];
    for (let n = 0; n < range.count; n++) {
      const product = range.at(n);
      if (broadSells(shop, product)) offers.push(broadOffer(shop, product, day));
    }
    kept.set(shop.slug, { day, offers });
    return offers;
  };
}
