/** The way back after a sign-in: the cookie `auth_redirect_url` (SPEC §2, §3), written by the guard, read by /login. */
const COOKIE = "auth_redirect_url";
const KEEP_SECONDS = 3_600;

/** Where somebody goes who was not on the way anywhere. */
export const ACCOUNT = "/account";

/** A path of this site, or the account: never another origin, never a page that would send the reader round in a circle. */
export function safePath(path: string | null): string {
  if (!path || path.length > 2_000 || !/^\/(?![/\\])[^\\]*$/.test(path)) return ACCOUNT;
  if ([...path].some((character) => character.charCodeAt(0) < 33)) return ACCOUNT;
  return /^\/(login|register|logout)([/?#]|$)/.test(path) ? ACCOUNT : path;
}

/** The path that waits in the request's cookies; null when none does. */
export function waitingPath(request: Request): string | null {
  const pair = (request.headers.get("cookie") ?? "").split(/;\s*/).find((part) => part.startsWith(`${COOKIE}=`));
  if (!pair) return null;
  try {
    return safePath(decodeURIComponent(pair.slice(COOKIE.length + 1)));
  } catch {
    return null;
  }
}

const line = (value: string, seconds: number, publicUrl: string, name = COOKIE) =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;

export const rememberLine = (path: string, publicUrl: string): string => line(path, KEEP_SECONDS, publicUrl);
/** A visit that comes from a reference says so in its address. */
export const isFromReference = (path: string): boolean => /[?&]reference(?:[=&#]|$)/.test(path);
/** SPEC §3 `redirected_from_ida`: the guard met a visit that came from a reference query. Kept for the same hour. */
export const referenceLine = (publicUrl: string): string => line("1", KEEP_SECONDS, publicUrl, "redirected_from_ida");
export const forgetLine = (publicUrl: string): string => line("", 0, publicUrl);
