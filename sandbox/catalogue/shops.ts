import { BROAD_SHOPS } from "./broad-shops.ts";
import type { Shop } from "./merchants.ts";
import { SHOPS } from "./merchants.ts";

/** Every shop that the sandbox runs itself. */
export const ALL_SHOPS: readonly Shop[] = [...SHOPS, ...BROAD_SHOPS];

/** The shops of a network in the order of their feeds; without a range of goods the broad ones have nothing to sell. */
export const shopsOf = (network: string, products: number): readonly Shop[] =>
  (products > 0 ? ALL_SHOPS : SHOPS).filter((shop) => shop.network === network);
