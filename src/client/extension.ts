/**
 * How a page knows that our extension is there: the extension's script on our own pages sets this attribute on the
 * document's root; `?ei=true` brings somebody from the installation (SPEC §2), and a cookie remembers since when.
 */
import { readCookie, writeCookie } from "./cookies.ts";
import { track } from "./track.ts";

export const MARKER = "data-tuppence-extension";
export const INSTALLED_COOKIE = "extension_installed";
const KEEP_SECONDS = 365 * 86_400;

export function extensionIsThere(): boolean {
  if (document.documentElement.hasAttribute(MARKER)) return true;
  if (new URLSearchParams(window.location.search).get("ei") === "true") {
    if (readCookie(INSTALLED_COOKIE) === null) {
      // SPEC §3: events tell when it was installed.
      writeCookie(INSTALLED_COOKIE, new Date(performance.timeOrigin).toISOString(), KEEP_SECONDS);
      track("extension_installed");
    }
    return true;
  }
  return readCookie(INSTALLED_COOKIE) !== null;
}

/** The version that stands in this browser, as it says itself; those before 0.3.0 say none and are "0". Null where there is none. */
export function extensionVersion(): string | null {
  const said = document.documentElement.getAttribute(MARKER);
  return said === "" ? "0" : said;
}

/** By numbers: 0.10.0 comes after 0.9.0. */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [own, other] = [numbers(version), numbers(than)];
  const place = [0, 1, 2].find((one) => (own[one] ?? 0) !== (other[one] ?? 0));
  return place !== undefined && (own[place] ?? 0) < (other[place] ?? 0);
}

export type StoreBrowser = "chrome" | "firefox" | "edge";

/** Which browser's store to open; null where none takes the extension: phones, and browsers we have no place in. */
export function browserOf(userAgent: string): StoreBrowser | null {
  if (/Mobile|Android|iPhone|iPad/.test(userAgent)) return null;
  if (/Edg\//.test(userAgent)) return "edge";
  if (/Firefox\//.test(userAgent)) return "firefox";
  return /Chrome\//.test(userAgent) && !/OPR\/|SamsungBrowser/.test(userAgent) ? "chrome" : null;
}
