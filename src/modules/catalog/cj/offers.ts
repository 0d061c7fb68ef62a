/** CJ: link search, one pass for each kind of promotion, as coupons. */
import type { NetworkDeps } from "../feeds/call-network.ts";
import { type Handful, handful, type OfferRow } from "../feeds/feed.types.ts";
import { readOffer } from "../feeds/read-offer.ts";
import { childText, type XmlNode } from "../feeds/xml-tree.ts";
import { cjPages } from "./programmes.ts";

/** Without a kind the search returns every banner of every advertiser. */
const KINDS = ["coupon", "sale/discount", "free shipping"];

export async function* cjOffers(deps: NetworkDeps): AsyncGenerator<Handful<OfferRow>> {
  for (const kind of KINDS) {
    const address = `${deps.settings.CJ_LINKS_URL}/v2/link-search?website-id=${encodeURIComponent(deps.settings.CJ_WEBSITE_ID)}&advertiser-ids=joined&promotion-type=${encodeURIComponent(kind)}`;
    for await (const { rows, bytes } of cjPages(deps, address, "links")) {
      const read = rows.map(readLink);
      yield handful(read, bytes);
    }
  }
}

export function readLink(node: XmlNode) {
  return readOffer({
    id: childText(node, "link-id"),
    programme_id: childText(node, "advertiser-id"),
    advertiser_id: "",
    code: childText(node, "coupon-code"),
    title: childText(node, "link-name"),
    description: childText(node, "description"),
    restriction: "",
    free_shipping: childText(node, "promotion-type").toLowerCase() === "free shipping",
    starts: childText(node, "promotion-start-date"),
    ends: childText(node, "promotion-end-date"),
    tracking_link: childText(node, "clickUrl"),
  });
}
