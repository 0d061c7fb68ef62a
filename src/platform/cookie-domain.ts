/** The domain that cookies are shared over: landing, media and partner hosts have it in common with ours. */
import { getDomain } from "tldts";

/**
 * The registrable domain of our address by the public suffix list, those of hosting services too, so that no cookie of ours
 * reaches a neighbour below `co.uk` or `herokuapp.com`. None on localhost and for bare addresses, where browsers refuse it.
 */
export function cookieDomain(publicUrl: string): string | null {
  const host = new URL(publicUrl).hostname;
  if (host === "localhost" || host.endsWith(".localhost")) return null;
  return getDomain(host, { allowPrivateDomains: true });
}
