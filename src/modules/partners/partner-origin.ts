/**
 * Which pages are a partner's own: https on its hosts. On a developer's machine also `http://<partner>.localhost:…` and the
 * service itself, where the kit shows the component. Pure.
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
