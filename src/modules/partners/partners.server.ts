/** The door of partners: which brand a request belongs to, from the brand packs in `brands/`. */
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
  /** A partner's conversion pixels; empty for who has none. */
  pixels(partner: string): BrandPixels;
};

export function createPartners(options: { pixelsFile?: string | undefined } = {}): Partners {
  const pixels = readPixels(options.pixelsFile);
  return {
    pixels: (partner) => (Object.hasOwn(pixels, partner) ? (pixels[partner] ?? NO_PIXELS) : NO_PIXELS),
    home: tuppence,
    all: () => BRANDS,
    select({ partner, host }) {
      const asked = partner ? BRANDS.find((brand) => brand.partner_name === partner) : undefined;
      return asked ?? BRANDS.find((brand) => brand.hosts.includes(host)) ?? tuppence;
    },
  };
}
