/**
 * How a page knows that our extension is there: the extension's script on our own pages sets this attribute on the
 * document's root; `?ei=true` brings somebody from the installation (SPEC §2), and a cookie remembers it.
 */
import { readCookie, writeCookie } from "./cookies.ts";

export const MARKER = "data-tuppence-extension";
export const INSTALLED_COOKIE = "extension_installed";
const KEEP_SECONDS = 365 * 86_400;

export function extensionIsThere(): boolean {
  if (document.documentElement.hasAttribute(MARKER)) return true;
  if (new URLSearchParams(window.location.search).get("ei") === "true") {
    if (readCookie(INSTALLED_COOKIE) === null) writeCookie(INSTALLED_COOKIE, "true", KEEP_SECONDS);
    return true;
  }
  return readCookie(INSTALLED_COOKIE) !== null;
}

export type StoreBrowser = "chrome" | "firefox" | "edge";

/** Which browser's store to open; null where none takes the extension: phones, and browsers we have no place in. */
export function browserOf(userAgent: string): StoreBrowser | null {
  if (/Mobile|Android|iPhone|iPad/.test(userAgent)) return null;
  if (/Edg\//.test(userAgent)) return "edge";
  if (/Firefox\//.test(userAgent)) return "firefox";
  return /Chrome\//.test(userAgent) && !/OPR\/|SamsungBrowser/.test(userAgent) ? "chrome" : null;
}
