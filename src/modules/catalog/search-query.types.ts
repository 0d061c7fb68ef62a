/** What a search is asked for. */

/** What search finds, each in lists of its own. */
export type SearchKind = "stores" | "products" | "coupons" | "categories";

export type SearchPageQuery = {
  q: string;
  /** Of whose search the figures tell; absent: it is not counted. */
  language?: "en" | "es" | undefined;
  /** One kind page by page; absent: a part of each. */
  kind?: SearchKind | undefined;
  page?: number | undefined;
  min_minor?: number | undefined;
  max_minor?: number | undefined;
  /** Stores that pay cash back alone. */
  paying?: boolean | undefined;
  /** Products by their price; absent: what fits best first. */
  by_price?: boolean | undefined;
};
