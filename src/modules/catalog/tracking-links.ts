/**
 * Links that carry our click id in the form each network asks for. Hosts come from what the network itself sent, so that
 * vanity domains and the sandbox work alike; a network's link is known by the shape of its path. Pure.
 */
import type { Network } from "./catalog.types.ts";

/** Where the click id goes. Click ids are URL-safe, so that it may be replaced as text. */
export const CLICK = "{click}";

const CLICK_PATHS: Record<Network, RegExp> = {
  impact: /\/c\/\d+\/\d+\/\d+\/?$/,
  cj: /\/(click-\d+-\d+|links\/\d+\/type\/)/,
  awin: /\/(cread|pclick|awclick)\.php$/,
};
const CLICK_PARAMETER: Record<Network, string> = { impact: "subId1", cj: "sid", awin: "clickref" };
const TARGET_PARAMETER: Record<Network, string> = { impact: "u", cj: "url", awin: "ued" };

export type Tracking = {
  network: Network;
  programme_link: string;
  /** The merchant's front page. */
  url: string;
  /** An offer's or listing's own link. */
  own_link: string | null;
};

/** A link of the network gets the click id; any other address is reached through the programme's deep link. */
export function trackingTemplate({ network, programme_link, url, own_link }: Tracking): string {
  if (own_link === null) return programmeTemplate(network, programme_link, null, url);
  return isClickLink(network, own_link)
    ? withClick(network, own_link)
    : programmeTemplate(network, programme_link, own_link, url);
}

function isClickLink(network: Network, link: string): boolean {
  try {
    return CLICK_PATHS[network].test(new URL(link).pathname);
  } catch {
    return false;
  }
}

function programmeTemplate(network: Network, link: string, target: string | null, home: string): string {
  // A deep link of CJ finds its advertiser by the destination: without one it names nobody.
  if (link.includes("{SID}")) return link.replace("{SID}", CLICK).replace("{URL}", encodeURIComponent(target ?? home));
  const clicked = withClick(network, link);
  return target === null ? clicked : `${clicked}&${TARGET_PARAMETER[network]}=${encodeURIComponent(target)}`;
}

/** Adds our parameter before what is there, and drops one of the same name, so that nobody else's id is credited. */
function withClick(network: Network, link: string): string {
  const url = new URL(link);
  const name = CLICK_PARAMETER[network];
  for (const key of [...url.searchParams.keys()])
    if (key.toLowerCase() === name.toLowerCase()) url.searchParams.delete(key);
  const rest = url.searchParams.toString();
  url.search = "";
  url.hash = "";
  return `${url.href}?${rest ? `${rest}&` : ""}${name}=${CLICK}`;
}

/** Whose link of a network it is: the publisher's number as it stands in the address; null where none stands. */
export function publisherOf(network: Network, link: string): string | null {
  const url = URL.parse(link.replace("{SID}", "sid").replace("{URL}", ""));
  if (!url) return null;
  if (network === "awin") return url.searchParams.get("awinaffid");
  const inPath = network === "impact" ? /\/c\/(\d+)\/\d+\/\d+/ : /\/(?:click-(\d+)-\d+|links\/(\d+)\/)/;
  const match = inPath.exec(url.pathname);
  return match?.[1] ?? match?.[2] ?? null;
}
