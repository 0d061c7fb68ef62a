/** What tells rates or shows cards with them: as one brand gives them. */
import type { BundleStore } from "./bundle.types.ts";
import type { CatalogService, MerchantCard } from "./catalog.types.ts";
import { compareProducts } from "./compare-products.ts";
import { findDestination, findProgramme } from "./find-destination.ts";
import { listFavourites } from "./keep-favourites.ts";
import { listBundleStores } from "./list-bundle-stores.ts";
import { listCoupons } from "./list-coupons.ts";
import { listProducts, showListing } from "./list-products.ts";
import { listAllStores, listStores, showHome } from "./list-stores.ts";
import type { OfferPages } from "./offer-pages.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toCard } from "./shape-answers.ts";
import { showMerchant } from "./show-merchant.ts";
import { showCampaign, showOffer } from "./show-offer.ts";
import { searchCatalog, showSearch } from "./show-search.ts";
import { showSection } from "./show-section.ts";
import { readStoresByName } from "./store/read-merchants.ts";
import { showProductByGtin, showWatchedProduct } from "./watch-prices.ts";

export type Shown =
  | "home"
  | "stores"
  | "merchant"
  | "merchantList"
  | "coupons"
  | "section"
  | "products"
  | "product"
  | "compare"
  | "listing"
  | "search"
  | "searchPage"
  | "destination"
  | "programme"
  | "cards";
export type BrandCatalog = Pick<CatalogService, Shown> &
  OfferPages & {
    favouriteCards(userId: string): Promise<MerchantCard[]>;
    /** What browsers keep: live stores that pay or have codes, by name. */
    bundleStores(): Promise<BundleStore[]>;
    /** The product of a number of the trade, of 8 to 14 digits, as its page shows it. */
    productByGtin(gtin: string): ReturnType<CatalogService["product"]>;
  };

export const showUnder = (read: ReadDeps): BrandCatalog => ({
  home: () => showHome(read),
  stores: (query) => listStores(read, query),
  merchant: (internalName) => showMerchant(read, internalName),
  merchantList: () => listAllStores(read),
  coupons: (query) => listCoupons(read, query),
  section: (section) => showSection(read, section),
  products: (query) => listProducts(read, query),
  product: (slug) => showWatchedProduct(read, slug),
  compare: (productIds) => compareProducts(read, productIds),
  listing: (listingId) => showListing(read, listingId),
  search: (text) => searchCatalog(read, text),
  searchPage: (query) => showSearch(read, query),
  destination: (target) => findDestination(read, target),
  programme: (network, programmeId) => findProgramme(read, network, programmeId),
  cards: async (internalNames) => {
    const rows = internalNames.length > 0 ? await readStoresByName(read.database.pool, internalNames) : [];
    return new Map(rows.map((row) => [row.internal_name, toCard(row, read.brand)]));
  },
  favouriteCards: (userId) => listFavourites(read, userId),
  bundleStores: () => listBundleStores(read),
  productByGtin: (gtin) => showProductByGtin(read, gtin),
  offer: (offerId) => showOffer(read, offerId),
  campaign: (campaign) => showCampaign(read, campaign),
});
