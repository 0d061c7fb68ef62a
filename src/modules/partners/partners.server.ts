/** The door of partners: which brand a request belongs to, from the brand packs in `brands/` and what operators say over them. */

import { cookieDomain } from "#platform/cookie-domain";
import { readCookie } from "#platform/http";
import { assert } from "#platform/outcome";
import type { Brand } from "../../../brands/brand.ts";
import { joinsmarty } from "../../../brands/joinsmarty.ts";
import { NO_PIXELS } from "../../../brands/pixels.ts";
import { shipright } from "../../../brands/shipright.ts";
import { tuppence } from "../../../brands/tuppence.ts";
import { createKeys } from "./keys.ts";
import { checkBrand, type Pack } from "./pack-rules.ts";
import { createPacks, type PackDeps } from "./packs.ts";
import { brandSheet } from "./palette.ts";
import { isPartnerOrigin } from "./partner-origin.ts";
import type { BrandCheck, Partners } from "./partners.types.ts";
import { createPreviews } from "./preview.ts";
import { readPixels } from "./read-pixels.ts";

export type { Brand } from "../../../brands/brand.ts";
export type { BrandPixels, PixelTemplate } from "../../../brands/pixels.ts";
export { BRANDS_CHANGED } from "./job-kinds.ts";
export type { ShownKey } from "./keys.ts";
export type { BrandCheck, Partners } from "./partners.types.ts";

const BRANDS: readonly Brand[] = [tuppence, shipright, joinsmarty];

const ASKED = /[?&]partner=/;
/** The partner that an address names, as calls and pages read it; null for none. */
const partnerAsked = (url: string): string | null =>
  ASKED.test(url) ? (URL.parse(url, "http://page.invalid")?.searchParams.get("partner") ?? null) : null;

/** A host name as brands say it: small letters, without a port and without the dot that ends whole names. */
const hostOf = (header: string | undefined): string => (header?.split(":")[0] ?? "").toLowerCase().replace(/\.$/, "");

/**
 * `brands`: the home brand first; those of `brands/` when absent. Without `data` they are all that there is. `ownHosts`: which are
 * ours and no partner's, by their names without a port.
 */
export function createPartners(
  options: {
    pixelsFile?: string | undefined;
    brands?: readonly Brand[] | undefined;
    ownHosts?: readonly string[];
    data?: (PackDeps & { secret: string }) | undefined;
  } = {},
): Partners {
  const brands = options.brands ?? BRANDS;
  const files = readPixels(options.pixelsFile);
  const delivered: readonly Pack[] = brands.map((brand) => ({
    brand,
    pixels: (Object.hasOwn(files, brand.partner_name) && files[brand.partner_name]) || NO_PIXELS,
  }));
  const { ownHosts = [] } = options;
  const keepOwnHosts: BrandCheck = ({ hosts }) =>
    assert(
      !hosts.some((host) => ownHosts.includes(host)),
      "our own host, that of pictures and the console's belong to no partner",
    );
  const checks: BrandCheck[] = [keepOwnHosts];
  for (const brand of brands) checkBrand(brand, brands);
  for (const { brand, pixels } of delivered) keepOwnHosts(brand, pixels);
  const packs = options.data
    ? createPacks(options.data, {
        delivered,
        check: ({ brand, pixels }) => {
          for (const check of checks) check(brand, pixels);
        },
      })
    : null;
  const keys = options.data ? createKeys(options.data) : null;
  const fixed = { open: delivered, closed: [] };
  const standing = () => packs?.current() ?? fixed;

  let read: { of: unknown; all: readonly Brand[] } | null = null;
  /** The same list for as long as the same brands stand. */
  function all(): readonly Brand[] {
    const now = standing();
    if (read?.of !== now) read = { of: now, all: now.open.map(({ brand }) => brand) };
    return read.all;
  }
  const homeNow = (): Brand => all()[0] ?? tuppence;
  const openNamed = (name: string): Brand | undefined => all().find((brand) => brand.partner_name === name);

  const select: Partners["select"] = ({ partner, host }) =>
    (partner ? openNamed(partner) : undefined) ?? all().find((brand) => brand.hosts.includes(host)) ?? homeNow();
  return {
    pixels: (partner) => standing().open.find(({ brand }) => brand.partner_name === partner)?.pixels ?? NO_PIXELS,
    get home() {
      return homeNow();
    },
    all,
    during: (from, to) => (packs?.during(from, to) ?? delivered).map(({ brand }) => brand),
    named: (partner) =>
      (partner === null
        ? undefined
        : (openNamed(partner) ?? standing().closed.find(({ brand }) => brand.partner_name === partner)?.brand)) ??
      homeNow(),
    originOf(partner, publicUrl) {
      const own = cookieDomain(publicUrl);
      const brand = all().find((one) => one.partner_name === partner);
      const url = new URL(publicUrl);
      const host = own && brand?.hosts.find((one) => cookieDomain(`${url.protocol}//${one}`) === own);
      if (host) url.hostname = host;
      return url.origin;
    },
    select,
    ofRequest: ({ url, headers }) =>
      select({
        partner: partnerAsked(url) ?? readCookie(headers.cookie, "partner"),
        host: hostOf(headers.host),
      }),
    isOrigin: (origin, publicUrl) => isPartnerOrigin(origin, all(), publicUrl),
    asked: partnerAsked,
    sheetOf: brandSheet,
    version: () => packs?.version() ?? 0,
    registerCheck(check) {
      for (const { brand, pixels } of delivered) check(brand, pixels);
      checks.push(check);
    },
    get packs() {
      assert(packs, "brand packs in data have a database");
      return packs;
    },
    get keys() {
      assert(keys, "keys have a database");
      return keys;
    },
    previews: createPreviews(options.data ?? null, packs),
  };
}
