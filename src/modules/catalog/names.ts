/** Names in addresses and names in search: slugs, folding, reserved names. Pure. */
import { createHash } from "node:crypto";
import { isIP } from "node:net";

/**
 * First path segments of src/routes.ts and of the server's own paths: a merchant may not take one (SPEC "Routes"). A test
 * compares this list with the routes.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "__kit",
  "about",
  "account",
  "api",
  "assets",
  "auth",
  "awesome",
  "cancel-subscription",
  "careers",
  "cashback",
  "category",
  "cb",
  "ccpa-notice",
  "ccpa-privacy-rights",
  "check-statement",
  "coins",
  "confirm",
  "console",
  "contact",
  "cookies",
  "coupons",
  "extension",
  "faq",
  "favicon",
  "get-app",
  "gift",
  "googleapiservicesuserdatapolicy",
  "healthz",
  "hooks",
  "hotoffer",
  "how-it-works",
  "iprights",
  "landers",
  "license",
  "login",
  "login-full-page",
  "login-full-page-redirect",
  "logout",
  "media",
  "media-coverage",
  "merchantlist",
  "metrics",
  "mobile",
  "mobile-app",
  "mobile-login-full-page-redirect",
  "mobile-safari",
  "msg",
  "news",
  "notification",
  "oauth",
  "offer",
  "offers",
  "operator",
  "order-protection",
  "order-protection-link",
  "p",
  "password",
  "payment-error",
  "privacy-policy",
  "products",
  "promises",
  "publisher-terms",
  "pverify",
  "readyz",
  "rebates",
  "refer",
  "register",
  "review",
  "robots",
  "safari-mobile",
  "search",
  "section",
  "settings",
  "sitemap",
  "slander",
  "spl",
  "splamzthanq",
  "splnothanq",
  "splthanq",
  "spoptout",
  "spstores",
  "spsummary",
  "spupsell",
  "spupsell2",
  "stores",
  "surveys",
  "survey",
  "sweepstakes",
  "sweepstakes-rules",
  "terms",
  "thankyou",
  "token",
  "tuppence",
  "shipright",
  "un",
  "uninstall",
  "unsub",
  "updatepay_method",
  "updatepay-method",
  "ups",
  "upsell2",
  "sfupsell2",
  "verify",
  "vulnerability-disclosure",
  "well-known",
  "withdraw-money",
]);

const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * How texts are compared: lower case, accents and apostrophes gone, every other sign a single space. Stored texts and
 * queries go through this one function, so that "Levi's", "levis" and "LÉVIS" meet.
 */
export function fold(text: string): string {
  let plain = text.toLowerCase();
  if (/[^ -~]/.test(plain))
    plain = plain
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  return plain
    .replace(/['’`´.]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** A name for an address: `Rao's Homemade` → `raos-homemade`. Empty when nothing of the name can be kept. */
export const slugify = (text: string): string => slugOf(fold(text));

/** The same of a text that is folded already. */
export function slugOf(folded: string, most = 70): string {
  const slug = folded.replaceAll(" ", "-");
  if (slug.length <= most) return slug;
  const cut = slug.slice(0, most + 1);
  const end = cut.lastIndexOf("-");
  return (end > most / 2 ? cut.slice(0, end) : cut.slice(0, most)).replace(/-+$/, "");
}

/** `-coupons` and `-product` end two kinds of address, so that a merchant's own name must not. */
export const isReserved = (name: string): boolean => RESERVED_NAMES.has(name) || /-(coupons|product)$/.test(name);

/**
 * A merchant's unique name. `warning` says why it is not the plain one. Errors: none, a name is always found.
 * `taken` answers whether another merchant has it.
 */
export function chooseInternalName(
  wanted: string,
  domain: string,
  taken: (name: string) => boolean,
): { name: string; warning: string | null } {
  const byDomain = slugify(domain.replaceAll(".", " "));
  const plain = slugify(wanted) || byDomain || `store-${shortHash(domain)}`;
  if (isReserved(plain)) {
    const name = firstFree(`${plain}-store`, taken);
    return { name, warning: `the name ${plain} is one of the site's own addresses; the merchant is called ${name}` };
  }
  if (!taken(plain)) return { name: plain, warning: null };
  const name = byDomain && !isReserved(byDomain) && !taken(byDomain) ? byDomain : firstFree(plain, taken);
  return { name, warning: `another merchant is called ${plain}; this one is called ${name}` };
}

function firstFree(base: string, taken: (name: string) => boolean): string {
  if (!taken(base)) return base;
  for (let number = 2; ; number += 1) if (!taken(`${base}-${number}`)) return `${base}-${number}`;
}

/** Six characters that follow from the text. */
export const shortHash = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 6);

/** The host that names a merchant across networks: lower case, without `www.`; null when the address is none. */
export function domainOf(address: string): string | null {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    const host = url.hostname
      .toLowerCase()
      .replace(/^www\d?\./, "")
      .replace(/\.$/, "");
    // An address in figures names no merchant.
    return host.includes(".") && host.length <= 253 && !isIP(host.replace(/^\[|\]$/g, "")) ? host : null;
  } catch {
    return null;
  }
}
