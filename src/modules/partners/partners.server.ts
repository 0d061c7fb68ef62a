/** The door of partners: which brand a request belongs to, from the brand packs in `brands/`. */

import { cookieDomain } from "#platform/cookie-domain";
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

/** `brands`: the home brand first; those of `brands/` when absent. */
export function createPartners(
  options: { pixelsFile?: string | undefined; brands?: readonly Brand[] | undefined } = {},
): Partners {
  const brands = options.brands ?? BRANDS;
  const home = brands[0] ?? tuppence;
  const pixels = readPixels(options.pixelsFile);
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
    select({ partner, host }) {
      const asked = partner ? brands.find((brand) => brand.partner_name === partner) : undefined;
      return asked ?? brands.find((brand) => brand.hosts.includes(host)) ?? home;
    },
  };
}
