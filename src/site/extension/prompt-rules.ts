/** When somebody is asked to install the extension (SPEC §4, §9): pure. */
import type { StoreBrowser } from "#client/extension.ts";

export const EXTENSION_DISMISS_DAYS = 7;
/** The window must be wider than this. */
export const EXTENSION_PROMPT_WIDTH_PX = 1_000;
export const EXTENSION_DIALOG_MS = 1_500;

/** Where a browser keeps how often it has said no: the cookie forgets after its days, and nobody is asked without an end. */
export const NOES = "extension_noes";
const MAX_DISMISSALS = 2;
/** Where a tab keeps that it was asked. */
export const ASKED = "extension_asked";

/** Pages where a prompt disturbs nobody: never beside somebody's money, on the way to a shop, at a checkout, a form or a sign-in. */
const PLACES =
  /^\/(?:$|(?:stores|spstores|offers|surveys|coupons|products|section)(?:\/|$)|MerchantList$|refer$|account\/referrals$|[^/]+-(?:coupons|product)$)/;

export function promptFor(now: {
  has_extension: boolean;
  installed: boolean;
  browser: StoreBrowser | null;
  width: number;
  path: string;
  /** A member's home is their passbook. */
  member: boolean;
  /** Cookie `dismissed_extension_install`: a no of the last seven days, to the first prompt (1) or the second (2). */
  dismissed: string | null;
  /** How often this browser has said no so far. */
  noes: number;
}): "first" | "second" | null {
  if (!now.has_extension || now.installed || !now.browser || !PLACES.test(now.path)) return null;
  if (now.member && now.path === "/") return null;
  // Both prompts, though SPEC §4 says it of the second alone: §9 holds.
  if (now.width <= EXTENSION_PROMPT_WIDTH_PX || now.browser === "edge") return null;
  if (now.noes >= MAX_DISMISSALS) return null;
  return now.dismissed === null ? "first" : now.dismissed === "1" ? "second" : null;
}
