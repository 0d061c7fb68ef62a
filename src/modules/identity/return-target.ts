/**
 * Where the full-page sign-ins may lead afterwards: a path of this site, a link of our app, our extension. The lists come from the brand
 * pack. Anything else is nothing: never an open redirect. Pure.
 */
export type ReturnTarget =
  | { kind: "path" | "app"; to: string }
  /** Nobody is sent there: `origin` is whom a code is made for (decision 0072). */
  | { kind: "extension"; origin: string };

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
  const origin = extensionOrigin(url, allowed);
  if (origin !== null) return { kind: "extension", origin };
  if (url.protocol === `${allowed.scheme}:` && new RegExp(`^${allowed.scheme}://[\\w./?=&%#-]*$`).test(text))
    return { kind: "app", to: text };
  return null;
}

/**
 * Chrome and Edge know our extension by the ids of its packages; on a developer's machine an unpacked one has any. Firefox and Safari
 * give each installation an id of its own, which says nothing of whose it is: there the press of the member, our own page's word, which the
 * extension's script on our site alone hears, and the verifier decide.
 */
const INSTALLATION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
function extensionOrigin(url: URL, { extensionIds, publicUrl }: Allowed): string | null {
  if (extensionIds.length === 0) return null;
  const packed = /^([a-z]{32})(?:\.chromiumapp\.org)?$/.exec(url.host)?.[1];
  if (packed !== undefined && url.protocol === (url.host === packed ? "chrome-extension:" : "https:")) {
    const developing = url.host === packed && new URL(publicUrl).hostname === "localhost";
    return extensionIds.includes(packed) || developing ? `chrome-extension://${packed}` : null;
  }
  if (url.protocol === "moz-extension:" && INSTALLATION.test(url.host)) return `moz-extension://${url.host}`;
  // Nothing but the origin itself: no version of ours ever asked Safari by a page below it.
  const safari = /^safari-web-extension:\/\/([^/]+)\/$/.exec(url.href)?.[1] ?? "";
  return INSTALLATION.test(safari.toLowerCase()) ? sameOrigin(`safari-web-extension://${safari}`) : null;
}

/**
 * An extension's origin as it is kept and compared. Safari names an installation by hexadecimal numbers that it writes in capitals in one
 * place and not in another; every other origin is what it is, letter by letter.
 */
export const sameOrigin = (origin: string): string =>
  /^safari-web-extension:\/\/[0-9A-Fa-f-]{36}$/.test(origin) ? origin.toLowerCase() : origin;

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

/** The app gets a token that opens one session within ten minutes, never the session itself. */
export function withToken(to: string, token: string): string {
  const [address = "", hash] = to.split("#", 2);
  const joined = `${address}${address.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
