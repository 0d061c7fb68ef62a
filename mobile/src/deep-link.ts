/**
 * Where a link that the phone hands to the app leads: a path of our site, or nowhere. What the site allows as a way back into itself
 * is allowed here, by the same function; the app's own scheme is read on top of it. Pure.
 */
import { readReturnTarget } from "../../src/modules/identity/return-target.ts";

export type AppHome = {
  /** Origin of the site that the app shows. */
  site: string;
  /** Scheme of the app's own links, without colon. */
  scheme: string;
  /** Further hosts on which the brand is at home: their links lead to the same path on `site`. */
  hosts: readonly string[];
};

/** As the site makes them (`identity.oneTimeToken`); anything else opens nothing. */
const TOKEN = /^[\w-]{10,200}$/;

export function pathOfLink(link: string, { site, scheme, hosts }: AppHome): string | null {
  for (const publicUrl of [site, ...hosts.map((host) => `https://${host}`)]) {
    const target = readReturnTarget(link, { publicUrl, scheme, extensionIds: [] });
    if (target?.kind === "path") return target.to;
    if (target?.kind === "app") return pathOfScheme(target.to.slice(scheme.length + 3), publicUrl, scheme);
  }
  return null;
}

/** `authorized?token=…` ends a sign-in in the phone's browser (SPEC "Routes"); all else names a path: `mobile/rebates`. */
function pathOfScheme(rest: string, publicUrl: string, scheme: string): string | null {
  const url = new URL(`/${rest}`, publicUrl);
  if (/^\/authorized\/?$/.test(url.pathname)) {
    const token = url.searchParams.get("token");
    // Without one somebody only came back; the sign-in itself is a press on the page that says whose account it opens.
    if (token === null) return "/mobile/dashboard";
    return TOKEN.test(token) ? `/token/callback/${token}?to=%2Fmobile%2Fdashboard` : null;
  }
  const target = readReturnTarget(`/${rest}`, { publicUrl, scheme, extensionIds: [] });
  return target?.kind === "path" ? target.to : null;
}
