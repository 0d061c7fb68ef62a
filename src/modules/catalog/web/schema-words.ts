/** How schema.org says what a listing is. */
import type { Listing } from "#catalog";
import { formatMoney } from "#ui/money.tsx";

const SCHEMA_STOCK = {
  in_stock: "InStock",
  out_of_stock: "OutOfStock",
  preorder: "PreOrder",
  backorder: "BackOrder",
} as const;
const SCHEMA_CONDITION = { new: "NewCondition", refurbished: "RefurbishedCondition", used: "UsedCondition" } as const;

export const schemaStock = (listing: Listing): string => `https://schema.org/${SCHEMA_STOCK[listing.availability]}`;
export const schemaCondition = (listing: Listing): string =>
  `https://schema.org/${SCHEMA_CONDITION[listing.condition]}`;
/** "1299.00", as schema.org wants prices. */
export const schemaPrice = (minor: string): string => formatMoney(minor).replace(/[$,]/g, "");
