/** What the home page shows a member: the passbook with its newest order, their own stores, and coupons for these. */
import type { Coupon, MerchantCard } from "#catalog";
import type { OrderEntry, Passbook } from "./cashback.types.ts";
import { readClickedStores } from "./passbook-store.ts";
import { readPassbook } from "./read-passbook.ts";
import type { CashbackRoom } from "./room.ts";

export type MemberHome = {
  passbook: Passbook;
  newest: OrderEntry | null;
  /** Favourites first, then those visited last; six at most. */
  stores: MerchantCard[];
  coupons: Coupon[];
};

const STORES_MOST = 6;
const COUPONS_MOST = 2;
/** Coupons are looked for at the first of a member's stores: each look is a page of the catalogue. */
const STORES_LOOKED_AT = 3;

export async function readMemberHome(room: CashbackRoom, userId: string): Promise<MemberHome> {
  const [passbook, favourites, visited] = await Promise.all([
    readPassbook(room, { user_id: userId, filter: "all", page: 1 }),
    room.catalog.favourites(userId),
    readClickedStores(room.database.db, userId, STORES_MOST),
  ]);
  const names = [...new Set([...favourites, ...visited.map((store) => store.internal_name)])].slice(0, STORES_MOST);
  const cards = await room.catalog.cards(names);
  const stores = names.map((name) => cards.get(name)).filter((card): card is MerchantCard => card !== undefined);
  const pages = await Promise.all(
    stores
      .filter((store) => store.coupons > 0)
      .slice(0, STORES_LOOKED_AT)
      .map((store) => room.catalog.merchant(store.internal_name)),
  );
  const newest = passbook.entries.find((entry): entry is OrderEntry => entry.type === "order") ?? null;
  return {
    passbook: { ...passbook, entries: [] },
    newest,
    stores,
    coupons: pages.flatMap((page) => page?.coupons.slice(0, 1) ?? []).slice(0, COUPONS_MOST),
  };
}
