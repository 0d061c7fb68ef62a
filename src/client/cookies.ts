/** Cookies as scripts of the page read and write them. */
import { decodePart } from "./decode.ts";

export function readCookie(name: string): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decodePart(found.slice(name.length + 1));
}

export function writeCookie(name: string, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of newer browsers is missing in half of them.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** The token of whoever is signed in, by the environment's own name of its cookie. */
export const tokenCookie = (): string | null =>
  readCookie("tp_token") ?? readCookie("tp_token_test") ?? readCookie("tp_token_local");

/** A language or partner named in the address holds for the pages that follow, which have no such query. */
export function keepChoices() {
  const query = new URLSearchParams(window.location.search);
  for (const name of ["lang", "partner"]) {
    const value = query.get(name);
    if (!value || !/^[a-z]{2,40}$/.test(value)) continue;
    writeCookie(name, value, 31_536_000);
  }
}
