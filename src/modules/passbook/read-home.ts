/** What the home page shows a member: the passbook with its newest order, their own stores, and coupons for these. */
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
};

const MAX_STORES = 6;
const MAX_COUPONS = 2;
/** Coupons are looked for at the first of a member's stores: each look is a page of the catalogue. */
const STORES_LOOKED_AT = 3;

export async function readHome(context: PassbookContext, userId: string, brand: Shares): Promise<MemberHome> {
  const [passbook, favourites, visited] = await Promise.all([
    readPage(context, { user_id: userId, filter: "all", page: 1 }),
    context.catalog.favourites(userId),
    context.cashback.lastStores(userId, MAX_STORES),
  ]);
  // A store that was made one with another since is that one; favourites went along.
  const visitedNow = await Promise.all(
    visited.map(async ({ internal_name }) => (await context.catalog.nameNow(internal_name)) ?? internal_name),
  );
  const names = [...new Set([...favourites, ...visitedNow])].slice(0, MAX_STORES);
  const shown = context.catalog.under(brand);
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
  };
}
