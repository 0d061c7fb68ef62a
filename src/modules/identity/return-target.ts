/**
 * Where the full-page sign-ins may lead afterwards: a path of this site, a page of our extension, a link of our app. The
 * lists come from the brand pack. Anything else is nothing: never an open redirect. Pure.
 */
export type ReturnTarget = { kind: "path" | "extension" | "app"; to: string };

export type Allowed = { publicUrl: string; scheme: string; extensionIds: readonly string[] };

const LONGEST = 2_000;

export function readReturnTarget(text: string | null, allowed: Allowed): ReturnTarget | null {
  if (!text || text.length > LONGEST) return null;
  // Browsers drop tabs and line ends inside an address and read a backslash as a slash: none belongs into a target.
  if ([...text].some((character) => character.charCodeAt(0) < 33 || character === "\\" || character === "\u007f"))
    return null;
  if (text.startsWith("/")) return readPath(text, allowed.publicUrl);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username || url.password) return null;
  if (url.origin === new URL(allowed.publicUrl).origin)
    return readPath(url.pathname + url.search + url.hash, allowed.publicUrl);
  if (url.protocol === "chrome-extension:" && allowed.extensionIds.includes(url.host))
    return { kind: "extension", to: url.href };
  // Where the browsers' own sign-in for extensions ends.
  if (url.protocol === "https:" && allowed.extensionIds.some((id) => url.host === `${id}.chromiumapp.org`))
    return { kind: "extension", to: url.href };
  if (url.protocol === `${allowed.scheme}:` && new RegExp(`^${allowed.scheme}://[\\w./?=&%#-]*$`).test(text))
    return { kind: "app", to: text };
  return null;
}

function readPath(path: string, publicUrl: string): ReturnTarget | null {
  if (!path.startsWith("/") || path.startsWith("//")) return null;
  const url = new URL(path, publicUrl);
  if (url.origin !== new URL(publicUrl).origin || url.pathname.startsWith("//")) return null;
  // A page that signs in or out would send its reader round in a circle.
  if (
    /^\/(?:login|register|logout|login-full-page|login-full-page-redirect|mobile-login-full-page-redirect)(?:\/|$)/i.test(
      url.pathname,
    )
  )
    return null;
  return { kind: "path", to: url.pathname + url.search + url.hash };
}

/** A target outside the site gets a token that opens one session within ten minutes, never the session itself. */
export function withToken(target: ReturnTarget, token: string): string {
  if (target.kind === "path") return target.to;
  const [address = "", hash] = target.to.split("#", 2);
  const joined = `${address}${address.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/**
 * Which pages may ask for a sign-in by our web component: https on a partner's own hosts. On a developer's machine also
 * `http://<partner>.localhost:…` and the service itself, where the kit shows the component.
 */
export function isPartnerOrigin(
  text: string | null,
  brands: readonly { partner_name: string; hosts: readonly string[] }[],
  publicUrl: string,
): boolean {
  if (!text || text.length > 300 || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.origin !== text) return false;
  if (url.protocol === "https:" && url.port === "")
    if (brands.some((brand) => brand.hosts.includes(url.hostname))) return true;
  const own = new URL(publicUrl);
  if (own.hostname !== "localhost") return false;
  if (url.origin === own.origin) return true;
  return url.protocol === "http:" && brands.some((brand) => url.hostname === `${brand.partner_name}.localhost`);
}
