import type { Coupons } from "./coupons.ts";
import { buildCoupons } from "./coupons.ts";
import type { Icon, Merchant, MerchantCategory, ProductCategory } from "./merchants.ts";
import { loadIcons, loadMerchantCategories, loadMerchants, loadProductCategories } from "./merchants.ts";
import type { Products } from "./offer.ts";
import { loadProducts, withRange } from "./products.ts";
import type { CatalogueSize, Numbering, Programmes } from "./programmes.ts";
import { buildProgrammes } from "./programmes.ts";
import { dayOf } from "./range/offers.ts";
import { openRange, type Range } from "./range/range.ts";

/** What stands still in the world: who sells what, on which network. Each part is read when first asked for. */
export interface Catalogue {
  merchants(): readonly Merchant[];
  programmes(): Programmes;
  products(): Products;
  coupons(): Coupons;
  icons(): Map<string, Icon>;
  merchantCategories(): MerchantCategory[];
  productCategories(): ProductCategory[];
  categoryName(slug: string): string;
}

function once<T>(make: () => T): () => T {
  let value: { it: T } | undefined;
  return () => {
    value ??= { it: make() };
    return value.it;
  };
}

/** The files never change while the program runs, so sandboxes started in one process share them. */
const merchants = once(() => loadMerchants());
type Sized = Pick<Catalogue, "programmes" | "products" | "coupons">;
const known = new Map<string, Sized>();
function sized(size: CatalogueSize, networks: readonly Numbering[], broad: boolean): Sized {
  const key = JSON.stringify([size, networks, broad]);
  const made = known.get(key);
  if (made) return made;
  const programmes = once(() => buildProgrammes(merchants(), networks, size, broad));
  const parts = {
    programmes,
    products: once(() => loadProducts(size)),
    coupons: once(() => buildCoupons(programmes())),
  };
  known.set(key, parts);
  return parts;
}
const ranges = new Map<number, Range>();
function rangeOf(count: number): Range {
  const known = ranges.get(count) ?? openRange(count);
  ranges.set(count, known);
  return known;
}
const icons = once(() => loadIcons());
const merchantCategories = once(() => loadMerchantCategories());
const productCategories = once(() => loadProductCategories());
const categoryNames = once(() => new Map(merchantCategories().map((c) => [c.slug, c.name_en])));

/** `products`: how many made-up goods the broad shops share; with none they are no shops at all. */
export function openCatalogue(
  size: CatalogueSize,
  networks: readonly Numbering[],
  products: number,
  now: () => number,
): Catalogue {
  const parts = sized(size, networks, products > 0);
  return {
    ...parts,
    products: once(() => withRange(parts.products(), rangeOf(products), () => dayOf(now()))),
    merchants,
    icons,
    merchantCategories,
    productCategories,
    categoryName: (slug) => categoryNames().get(slug) ?? slug,
  };
}
