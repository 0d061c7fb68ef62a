/** The parent domain that landing, media and partner hosts share; none on localhost, where such a cookie would be refused. */
export function parentDomain(publicUrl: string): string | null {
  const host = new URL(publicUrl).hostname;
  if (host === "localhost" || /^[\d.]+$/.test(host) || host.endsWith(".localhost")) return null;
  return host.split(".").slice(-2).join(".");
}
