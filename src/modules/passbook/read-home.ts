/** What the home page shows a member: the passbook with its newest order, their own stores, coupons for these, and what is left to claim. */
import type { BenefitLeft, BenefitReader } from "#benefits";
import type { OrderEntry } from "#cashback";
import type { Coupon, MerchantCard, Shares } from "#catalog";
import type { PassbookContext } from "./context.ts";
import type { PassbookPage } from "./passbook.types.ts";
import { readPage } from "./read-page.ts";

export type MemberHome = {
  passbook: PassbookPage;
  newest: OrderEntry | null;
  /** Favourites first, then those visited last; six at most. */
  stores: MerchantCard[];
  coupons: Coupon[];
  /** What is left of this month of each rebate that they may claim. */
  rebates: BenefitLeft[];
  /** Stores that we love, but for their own; six at most. */
  loved: MerchantCard[];
};

const MAX_STORES = 6;
const MAX_LOVED = 6;
const MAX_COUPONS = 2;
/** Coupons are looked for at the first of a member's stores: each look is a page of the catalogue. */
const STORES_LOOKED_AT = 3;

export async function readHome(context: PassbookContext, reader: BenefitReader, brand: Shares): Promise<MemberHome> {
  const { user_id } = reader;
  const shown = context.catalog.under(brand);
  const [passbook, favourites, visited, rebates, loved] = await Promise.all([
    readPage(context, { user_id, filter: "all", page: 1 }),
    context.catalog.favourites(user_id),
    context.cashback.lastStores(user_id, MAX_STORES),
    context.benefits.left(reader),
    shown.section("merchants-we-love"),
  ]);
  // A store that was made one with another since is that one; favourites went along.
  const visitedNow = await Promise.all(
    visited.map(async ({ internal_name }) => (await context.catalog.nameNow(internal_name)) ?? internal_name),
  );
  const names = [...new Set([...favourites, ...visitedNow])].slice(0, MAX_STORES);
  const cards = await shown.cards(names);
  const stores = names.map((name) => cards.get(name)).filter((card): card is MerchantCard => card !== undefined);
  const pages = await Promise.all(
    stores
      .filter((store) => store.coupons > 0)
      .slice(0, STORES_LOOKED_AT)
      .map((store) => shown.merchant(store.internal_name)),
  );
  const newest = passbook.entries.find((entry): entry is OrderEntry => entry.type === "order") ?? null;
  return {
    passbook: { ...passbook, entries: [] },
    newest,
    stores,
    coupons: pages.flatMap((page) => page?.coupons.slice(0, 1) ?? []).slice(0, MAX_COUPONS),
    rebates,
    loved: (loved?.stores ?? []).filter(({ internal_name }) => !names.includes(internal_name)).slice(0, MAX_LOVED),
  };
}
