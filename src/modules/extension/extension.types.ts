/** What a bundle holds. The extension reads the same shapes, of which `extension/src/bundle.ts` keeps its own. */
import type { BundleStore, OwnLink } from "#catalog";

/** A network's hosts, with all hosts below them, and where a path is named only what begins so. */
export type NetworkHop = { network: string; hosts: readonly string[]; path?: string };
/** A parameter that a network leaves in the address of a store; `host`: only where the host's name holds this text. */
export type LandingMark = { network: string; name: string; value?: string; host?: string };
export type StandDownList = {
  hops: readonly NetworkHop[];
  marks: readonly LandingMark[];
  min_minutes: number;
  idle_minutes: number;
};
/** What became of one code in one browser, on a civil day. */
export type CodeTry = {
  store: string;
  code: string;
  day: string;
  /** Another for each browser, day, store and code. */
  tag: string;
  worked: boolean;
  saving_minor?: bigint;
};
/** Plain selectors and words; the engine that goes by them is packed with the extension. */
export type Recipe = {
  name: string;
  /** Of one store: its hosts. Absent: of every shop of this make. */
  hosts?: readonly string[];
  /** Selectors, one of which is on every checkout of this make. */
  known_by: readonly string[];
  open?: readonly string[];
  input: readonly string[];
  apply: readonly string[];
  total: readonly string[];
  good?: readonly string[];
  bad?: readonly string[];
  remove?: readonly string[];
  /** What a store asks once more before it takes a code away. */
  confirm?: readonly string[];
};

export type Bundle = {
  format: 1;
  stores: readonly BundleStore[];
  stand_down: StandDownList;
  own: readonly OwnLink[];
  recipes: readonly Recipe[];
};
/** Stores that are new or others, and names of those that are gone; what is absent stays as it was. */
export type Difference = {
  format: 1;
  set: readonly BundleStore[];
  gone: readonly string[];
  stand_down?: StandDownList;
  own?: readonly OwnLink[];
  recipes?: readonly Recipe[];
};

/** What is answered of one product, after a press: whole cents, and days as `YYYY-MM-DD`. */
export type ProductPrices = {
  slug: string;
  name: string;
  /** Lowest price of all stores in 90 days; null while it was watched for less than 14. */
  lowest: { day: string; minor: number } | null;
  watched_since: string | null;
  /** Those that have it, the cheapest after cash back first. */
  stores: { name: string; title: string; minor: number; after_minor: number }[];
};

export type Manifest = {
  format: 1;
  brand: string;
  version: number;
  made_at: string;
  /** SHA-256 of the bundle's JSON, in hexadecimal. */
  hash: string;
  signature: string;
  public_key: string;
  bytes: number;
  stores: number;
  /** The oldest version of the extension that is served, and from which day (`YYYY-MM-DD`, UTC); absent where all are. */
  oldest?: { version: string; from: string; signature: string };
  /** Versions from which a difference leads here, with its bytes. */
  differences: readonly { from: number; bytes: number }[];
};
