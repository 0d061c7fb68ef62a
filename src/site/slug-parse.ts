/**
 * Top-level names (SPEC "Routes"): fixed pages win by the router's ranking, then the membership's slug, then what
 * the ending says, then merchants. Pure, so that a table tests it.
 */
export type Slug =
  | { kind: "membership" }
  | { kind: "merchant"; internal_name: string }
  | { kind: "merchant-short"; internal_name: string }
  | { kind: "product"; slug: string }
  | { kind: "unknown" };

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,118}[a-z0-9])?$/;

export function parseSlug(slug: string, membershipSlug: string): Slug {
  if (slug === membershipSlug) return { kind: "membership" };
  const text = slug.toLowerCase();
  if (text.endsWith("-coupons"))
    return named(text.slice(0, -8), (internal_name) => ({ kind: "merchant", internal_name }));
  if (text.endsWith("-product")) return named(text.slice(0, -8), (name) => ({ kind: "product", slug: name }));
  return named(text, (internal_name) => ({ kind: "merchant-short", internal_name }));
}

const named = (text: string, make: (name: string) => Slug): Slug =>
  NAME.test(text) ? make(text) : { kind: "unknown" };
