/** What the popup and the overlay may ask of the background, and what it answers. */
import type { browser } from "wxt/browser";
import type { Recipe, Store } from "./bundle.ts";
import type { Run } from "./codes/run.ts";
import type { Product } from "./read-product.ts";
import type { Ending } from "./served.ts";
import type { Decision } from "./stand-down.ts";

export type View = {
  /** `waiting`: no bundle came yet. */
  state: "store" | "nothing" | "no_page" | "waiting";
  host: string;
  store: Store | null;
  decision: Decision;
  active_until: number | null;
  paused: boolean;
  overlay: boolean;
  /** Whether codes' outcomes may be told to our site. */
  tell: boolean;
  /** Whether pages may be read, as the shopper decided. */
  pages_allowed: boolean;
  /** When our site stops serving this version, or that it has; null where it goes on. */
  ending: Ending;
  /** Codes that are or were tried on the page that is open. */
  run: Run | null;
  /** What the page that is open sells, where it says so by its number. */
  product: Product | null;
};
/** A page's script can send none of these: they come from our own popup, or from the overlay that we put there. */
export type Question =
  | { ask: "view"; tab: number }
  | { ask: "turn_on"; tab: number; store: string }
  | { ask: "pause"; store: string; on: boolean }
  | { ask: "overlay"; on: boolean }
  | { ask: "tell"; on: boolean }
  | { ask: "search"; text: string }
  | { ask: "try_codes"; tab: number }
  | { ask: "stop_codes"; tab: number }
  /** After a press: our site is opened, and asks whether this extension may be signed in. */
  | { ask: "sign_in" }
  | { ask: "log" };
/** What the script on our own site's pages may ask. */
export type SiteQuestion = { ask: "finish_sign_in"; code: string; challenge: string };
/** Null for a sign-in that is done; else why not, as our site's calls name it, `not_asked` or `unreachable`. */
export type SignInAnswer = { why: string | null };
/** What the overlay may ask: about the tab that it stands in and nothing else. */
export type OverlayQuestion =
  | { ask: "here" }
  | { ask: "turn_on_here" }
  | { ask: "close_here" }
  /** After a press: what the product of this number costs elsewhere. */
  | { ask: "prices_here"; gtin: string }
  /** `begun`: the shopper pressed just now, which the log keeps. */
  | { ask: "keep_run"; run: Run; begun: boolean };
export type Here = {
  store: Store;
  active_until: number | null;
  recipes: readonly Recipe[];
  /** `codes`: shown only where codes can be tried. */
  offer: "all" | "codes";
  run: Run | null;
  /** The shopper pressed *try* in the popup. */
  begin: boolean;
  /** This shopper allows telling what codes did. */
  tells: boolean;
} | null;
/** What the background tells a panel that stands. */
export type Told = { tell: "begin" } | { tell: "stop" };
export type Found = Pick<Store, "name" | "title" | "rate">;

/** The browser's interface for extensions, as the worker has it. */
export type Chrome = typeof browser;
