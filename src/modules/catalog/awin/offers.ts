/** Awin: the offers API (vouchers and promotions), as coupons. */
import { asList, asRecord, asText, callJson, type NetworkDeps } from "../feeds/call-network.ts";
import { type Handful, handful, type OfferRow } from "../feeds/feed.types.ts";
import { readOffer } from "../feeds/read-offer.ts";
import { awinHeaders } from "./programmes.ts";

const PAGE_SIZE = 200;

export async function* awinOffers(deps: NetworkDeps): AsyncGenerator<Handful<OfferRow>> {
  const { settings } = deps;
  const url = `${settings.AWIN_API_URL}/publisher/${encodeURIComponent(settings.AWIN_PUBLISHER_ID)}/promotions`;
  for (let page = 1, seen = 0; ; page += 1) {
    const json = {
      filters: { membership: "joined", status: "active", type: "all" },
      pagination: { page, pageSize: PAGE_SIZE },
    };
    const headers = awinHeaders(settings);
    const { value, bytes } = await callJson<Record<string, unknown>>(deps, "awin", {
      url,
      method: "POST",
      headers,
      json,
    });
    const rows = asList(value.data).map(asRecord);
    const read = rows.map(readPromotion);
    yield handful(read, bytes);
    seen += rows.length;
    if (rows.length === 0 || seen >= Number(asText(asRecord(value.pagination).total) || 0)) return;
  }
}

export function readPromotion(row: Record<string, unknown>) {
  return readOffer({
    id: asText(row.promotionId),
    programme_id: asText(asRecord(row.advertiser).id),
    advertiser_id: "",
    code: asText(asRecord(row.voucher).code),
    title: asText(row.title),
    description: asText(row.description),
    restriction: asText(row.terms),
    free_shipping: false,
    starts: asText(row.startDate),
    ends: asText(row.endDate),
    tracking_link: asText(row.urlTracking),
  });
}
