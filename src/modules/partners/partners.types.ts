/** What the door of the brands is. */
import type { Brand } from "../../../brands/brand.ts";
import type { BrandPixels } from "../../../brands/pixels.ts";
import type { Keys } from "./keys.ts";
import type { Packs } from "./packs.ts";
import type { Previews } from "./preview.ts";

/** Throws what a brand may not say, as a module knows it: its message is shown to whoever wrote it. */
export type BrandCheck = (brand: Brand, pixels: BrandPixels) => void;

export type Asking = { url: string; headers: { cookie?: string | undefined; host?: string | undefined } };

export type Partners = {
  readonly home: Brand;
  /** Those that are open, home first. */
  all(): readonly Brand[];
  /** Every brand as it stood at some moment between two, the latest first; one that changed stands there more than once. */
  during(from: Date, to: Date): readonly Brand[];
  /** By `?partner=` or the host name; an unknown name is the home brand. */
  select(request: { partner: string | null; host: string }): Brand;
  /** By what a request's address, cookie and host say, in this order: for pages and calls alike. */
  ofRequest(request: Asking): Brand;
  /** By the name that is kept with a member, a membership or an entry; also of a partner that is closed. */
  named(partner: string | null): Brand;
  /**
   * Where links lead for whom that partner brought: its own host, when it has one below the same domain as our address, so that
   * who is signed in stays so; else our address. An origin, as `publicUrl` is.
   */
  originOf(partner: string | null, publicUrl: string): string;
  /** Whether a page of this origin is a partner's own, and may ask for what only these may: a sign-in by our web component, calls with cookies. */
  isOrigin(origin: string | null, publicUrl: string): boolean;
  /** The partner that an address names (`?partner=`), as calls and pages read it; null for none. */
  asked(url: string): string | null;
  /** Rules that lay a brand's own colors over its theme; empty for none. */
  sheetOf(brand: Brand): string;
  /** A partner's conversion pixels; empty for who has none. */
  pixels(partner: string): BrandPixels;
  /** Another for each set of brands. */
  version(): number;
  /** What no brand may say, by the module that would have to keep it: held against all of them now, and against each that is published later. */
  registerCheck(check: BrandCheck): void;
  /** Needs a database, as the keys do. */
  readonly packs: Packs;
  /** Of partners' own servers. */
  readonly keys: Keys;
  readonly previews: Previews;
};
