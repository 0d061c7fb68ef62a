/** Hints at an address that is probably not what was meant. Only hints: nobody is refused for their address. */
import { isDisposableEmailDomain } from "disposable-email-domains-js";
import { distance } from "fastest-levenshtein";

const WELL_KNOWN = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "comcast.net",
  "verizon.net",
  "proton.me",
  "protonmail.com",
  "yahoo.es",
  "hotmail.es",
  "yahoo.com.mx",
  "googlemail.com",
  "me.com",
  "att.net",
  "sbcglobal.net",
  "ymail.com",
];

export type EmailHint = { kind: "typo"; suggestion: string } | { kind: "disposable" } | null;

export function hintAt(email: string): EmailHint {
  const at = email.lastIndexOf("@");
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || domain === "" || WELL_KNOWN.includes(domain)) return null;
  const nearest = WELL_KNOWN.map((known) => ({ known, far: distance(domain, known) })).sort((a, b) => a.far - b.far)[0];
  // Two slips in a long name are a typing error; in a short one they are another name.
  if (nearest && nearest.far > 0 && nearest.far <= (nearest.known.length > 8 ? 2 : 1))
    return { kind: "typo", suggestion: `${email.slice(0, at)}@${nearest.known}` };
  return isDisposableEmailDomain(domain) ? { kind: "disposable" } : null;
}
