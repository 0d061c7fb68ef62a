/** What operators decide about the catalogue; everything that is kept of it in the process is forgotten with each decision. */
import { addCoupon, bringBackCoupon, retireCoupon } from "./decide-coupons.ts";
import { decideStore, takeBackStore } from "./decide-stores.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { mergeStores, unmergeStore } from "./merge-stores.ts";

export type CatalogDesk = ReturnType<typeof createCatalogDesk>;

export const createCatalogDesk = (deps: ImportDeps, forget: () => void) => ({
  decideStore: (wish: Parameters<typeof decideStore>[1]) => decideStore(deps, wish).finally(forget),
  takeBackStore: (wish: Parameters<typeof takeBackStore>[1]) => takeBackStore(deps, wish).finally(forget),
  mergeStores: (wish: Parameters<typeof mergeStores>[1]) => mergeStores(deps, wish).finally(forget),
  unmergeStore: (wish: Parameters<typeof unmergeStore>[1]) => unmergeStore(deps, wish).finally(forget),
  addCoupon: (wish: Parameters<typeof addCoupon>[1]) => addCoupon(deps, wish).finally(forget),
  retireCoupon: (wish: Parameters<typeof retireCoupon>[1]) => retireCoupon(deps, wish).finally(forget),
  bringBackCoupon: (wish: Parameters<typeof bringBackCoupon>[1]) => bringBackCoupon(deps, wish).finally(forget),
});
