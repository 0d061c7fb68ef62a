/** The door of partners: which brand a request belongs to, from the brand packs in `brands/`. */

import { cookieDomain } from "#platform/cookie-domain";
import { readCookie } from "#platform/http";
import { assert } from "#platform/outcome";
import type { Brand } from "../../../brands/brand.ts";
import { joinsmarty } from "../../../brands/joinsmarty.ts";
import { type BrandPixels, NO_PIXELS } from "../../../brands/pixels.ts";
import { shipright } from "../../../brands/shipright.ts";
import { tuppence } from "../../../brands/tuppence.ts";
import { readPixels } from "./read-pixels.ts";

export type { Brand } from "../../../brands/brand.ts";
export type { BrandPixels, PixelTemplate } from "../../../brands/pixels.ts";

const BRANDS: readonly Brand[] = [tuppence, shipright, joinsmarty];

export type Partners = {
  readonly home: Brand;
  all(): readonly Brand[];
  /** By `?partner=` or the host name; an unknown name is the home brand. */
  select(request: { partner: string | null; host: string }): Brand;
  /** By what a request's address, cookie and host say, in this order: for pages and calls alike. */
  ofRequest(request: { url: string; headers: { cookie?: string | undefined; host?: string | undefined } }): Brand;
  /** By the name that is kept with a member, a membership or an entry. */
  named(partner: string | null): Brand;
  /**
   * Where links lead for whom that partner brought: its own host, when it has one below the same domain as our address, so that
   * who is signed in stays so; else our address. An origin, as `publicUrl` is.
   */
  originOf(partner: string | null, publicUrl: string): string;
  /** A partner's conversion pixels; empty for who has none. */
  pixels(partner: string): BrandPixels;
};

const ASKED = /[?&]partner=/;
/** The partner that an address names. */
const partnerAsked = (url: string): string | null =>
  ASKED.test(url) ? (URL.parse(url, "http://page.invalid")?.searchParams.get("partner") ?? null) : null;

/** A brand pack that would give away more than networks pay, or less to who pays for Plus, stops the start. */
function checkShares(brands: readonly Brand[]): void {
  for (const { partner_name, member_share_bps: member, plus_share_bps: plus } of brands)
    assert(
      Number.isInteger(member) && Number.isInteger(plus) && member >= 0 && member <= plus && plus <= 10_000,
      `the shares of ${partner_name} are whole basis points, at most all, and with Plus no less than without`,
    );
}

/** Coins of one member may come from several brands, and the ledger keeps them as one unit: they are worth the same everywhere. */
function checkCoins(brands: readonly Brand[]): void {
  const [worth] = brands.map((brand) => brand.coins_per_dollar);
  for (const { partner_name, coins_per_dollar } of brands)
    assert(
      coins_per_dollar > 0 && coins_per_dollar % 100 === 0 && coins_per_dollar === worth,
      `coins of ${partner_name} are worth what they are worth everywhere, in whole coins a cent`,
    );
}

/** `brands`: the home brand first; those of `brands/` when absent. */
export function createPartners(
  options: { pixelsFile?: string | undefined; brands?: readonly Brand[] | undefined } = {},
): Partners {
  const brands = options.brands ?? BRANDS;
  const home = brands[0] ?? tuppence;
  const pixels = readPixels(options.pixelsFile);
  checkShares(brands);
  checkCoins(brands);
  const select: Partners["select"] = ({ partner, host }) => {
    const asked = partner ? brands.find((brand) => brand.partner_name === partner) : undefined;
    return asked ?? brands.find((brand) => brand.hosts.includes(host)) ?? home;
  };
  return {
    pixels: (partner) => (Object.hasOwn(pixels, partner) ? (pixels[partner] ?? NO_PIXELS) : NO_PIXELS),
    home,
    all: () => brands,
    named: (partner) => brands.find((brand) => brand.partner_name === partner) ?? home,
    originOf(partner, publicUrl) {
      const own = cookieDomain(publicUrl);
      const brand = brands.find((one) => one.partner_name === partner);
      const url = new URL(publicUrl);
      const host = own && brand?.hosts.find((one) => cookieDomain(`${url.protocol}//${one}`) === own);
      if (host) url.hostname = host;
      return url.origin;
    },
    select,
    ofRequest: ({ url, headers }) =>
      select({
        partner: partnerAsked(url) ?? readCookie(headers.cookie, "partner"),
        host: headers.host?.split(":")[0] ?? "",
      }),
  };
}
