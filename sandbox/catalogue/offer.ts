import type { Shop } from "./merchants.ts";

export interface Product {
  id: string;
  slug: string;
  sku: string;
  gtin: string;
  name: string;
  brand: string;
  category: string;
  subcategory: string;
  baseMinor: number;
  description: string;
  specs: [string, string][];
  /** Its picture and colour, where they are not told by its subcategory. */
  drawing?: string;
  tint?: string;
}

/** A product as one shop sells it. */
export interface Offer {
  product: Product;
  priceMinor: number;
  listMinor: number | null;
  inStock: boolean;
  /** Not there yet, and can be ordered all the same. */
  later?: "preorder" | "backorder";
}

export interface Products {
  byId(id: string): Product | undefined;
  offers(shop: Shop): readonly Offer[];
  offer(shop: Shop, productId: string): Offer | undefined;
  subcategories(shop: Shop): string[];
}
