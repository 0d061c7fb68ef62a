/** The order of listings of one product, in answers and for a reader who gets more of it back. */
import type { Listing } from "./catalog.types.ts";

const rank = ({ availability }: Listing) => (availability === "out_of_stock" ? 1 : 0);

/** Cheapest after cash back first; what is out of stock comes last. */
export const byPriceInTheEnd = (a: Listing, b: Listing): number =>
  rank(a) - rank(b) ||
  Number(BigInt(a.after_cash_back_minor) - BigInt(b.after_cash_back_minor)) ||
  a.listing_id.localeCompare(b.listing_id);
