/** What operators decide about the catalogue; everything that is kept of it in the process is forgotten with each decision. */
import { addCoupon, bringBackCoupon, checkCoupon, retireCoupon } from "./decide-coupons.ts";
import { endOwnRateNow, setOwnRate, weighEnd, weighOwnRate } from "./decide-rates.ts";
import { pinStore, sayMeaning } from "./decide-searches.ts";
import { hideSection, moveSection, pinToSection, takeBackSection } from "./decide-sections.ts";
import { decideStore, takeBackStore } from "./decide-stores.ts";
import { mergeProducts, unmergeProduct } from "./merge-products.ts";
import { mergeStores, unmergeStore } from "./merge-stores.ts";
import { giveProductPicture } from "./product-pictures.ts";
import { holdFeedNow, releaseFeedNow, rollBackImport, runFeedNow } from "./roll-back-import.ts";
import { giveStorePicture } from "./store-pictures.ts";
import { type PictureDeps, pictureTake } from "./take-picture.ts";

export type CatalogDesk = ReturnType<typeof createCatalogDesk>;

export const createCatalogDesk = (deps: PictureDeps & { most_share_bps(): number }, forget: () => void) => ({
  decideStore: (wish: Parameters<typeof decideStore>[1]) => decideStore(deps, wish).finally(forget),
  giveStorePicture: (wish: Parameters<typeof giveStorePicture>[1]) => giveStorePicture(deps, wish).finally(forget),
  giveProductPicture: (wish: Parameters<typeof giveProductPicture>[1]) =>
    giveProductPicture(deps, wish).finally(forget),
  takes: [pictureTake(deps, "store"), pictureTake(deps, "product")],
  checkCoupon: (wish: Parameters<typeof checkCoupon>[1]) => checkCoupon(deps, wish).finally(forget),
  takeBackStore: (wish: Parameters<typeof takeBackStore>[1]) => takeBackStore(deps, wish).finally(forget),
  mergeStores: (wish: Parameters<typeof mergeStores>[1]) => mergeStores(deps, wish).finally(forget),
  unmergeStore: (wish: Parameters<typeof unmergeStore>[1]) => unmergeStore(deps, wish).finally(forget),
  addCoupon: (wish: Parameters<typeof addCoupon>[1]) => addCoupon(deps, wish).finally(forget),
  retireCoupon: (wish: Parameters<typeof retireCoupon>[1]) => retireCoupon(deps, wish).finally(forget),
  bringBackCoupon: (wish: Parameters<typeof bringBackCoupon>[1]) => bringBackCoupon(deps, wish).finally(forget),
  setOwnRate: (wish: Parameters<typeof setOwnRate>[1]) => setOwnRate(deps, wish).finally(forget),
  endOwnRate: (wish: Parameters<typeof endOwnRateNow>[1]) => endOwnRateNow(deps, wish).finally(forget),
  weighOwnRate: (wish: Parameters<typeof weighOwnRate>[1]) => weighOwnRate(deps, wish),
  weighEnd: (wish: Parameters<typeof weighEnd>[1]) => weighEnd(deps, wish),
  moveSection: (wish: Parameters<typeof moveSection>[1]) => moveSection(deps, wish).finally(forget),
  hideSection: (wish: Parameters<typeof hideSection>[1]) => hideSection(deps, wish).finally(forget),
  pinToSection: (wish: Parameters<typeof pinToSection>[1]) => pinToSection(deps, wish).finally(forget),
  takeBackSection: (wish: Parameters<typeof takeBackSection>[1]) => takeBackSection(deps, wish).finally(forget),
  mergeProducts: (wish: Parameters<typeof mergeProducts>[1]) => mergeProducts(deps, wish).finally(forget),
  unmergeProduct: (wish: Parameters<typeof unmergeProduct>[1]) => unmergeProduct(deps, wish).finally(forget),
  runFeed: (wish: Parameters<typeof runFeedNow>[1]) => runFeedNow(deps, wish),
  holdFeed: (wish: Parameters<typeof holdFeedNow>[1]) => holdFeedNow(deps, wish),
  releaseFeed: (wish: Parameters<typeof releaseFeedNow>[1]) => releaseFeedNow(deps, wish),
  rollBackImport: (wish: Parameters<typeof rollBackImport>[1]) => rollBackImport(deps, wish).finally(forget),
  sayMeaning: (wish: Parameters<typeof sayMeaning>[1]) => sayMeaning(deps, wish).finally(forget),
  pinStore: (wish: Parameters<typeof pinStore>[1]) => pinStore(deps, wish).finally(forget),
});
