/** Addresses of the catalogue, written in one place. */

export const merchantHref = (internalName: string): string => `/${internalName}-coupons`;
export const productHref = (slug: string): string => `/${slug}-product`;
export const listingHref = (slug: string, listingId: string): string => `/p/${slug}/${listingId}`;

/** Going shopping: to the store itself, with one of its offers, or to one of its products. Behind the login guard. */
export function shopHref(internalName: string, what: { offer?: string; listing?: string } = {}): string {
  const query = what.offer ? `?offer=${what.offer}` : what.listing ? `?listing=${what.listing}` : "";
  return `/${internalName}-coupons/redirecting${query}`;
}

/** The same page with some of its query changed; `null` takes a key away, and a new filter starts at the first page. */
export function withQuery(path: string, query: Record<string, string | number | boolean | null | undefined>): string {
  const kept = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === false || value === "" || (key === "page" && value === 1))
      continue;
    kept.set(key, value === true ? "1" : String(value));
  }
  const text = kept.toString();
  return text ? `${path}?${text}` : path;
}

export const pageNumber = (value: string | null): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(value)) || 1));

/** One of the allowed values, or nothing: what else stands in an address is ignored. */
export function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}
