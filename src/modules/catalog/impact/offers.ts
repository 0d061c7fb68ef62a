/** Impact: promotions as coupons (`partner-promotions-v16`). They name the advertiser, not the programme. */
import { asText, type NetworkDeps } from "../feeds/call-network.ts";
import { type Handful, handful, type OfferRow } from "../feeds/feed.types.ts";
import { readOffer } from "../feeds/read-offer.ts";
import { impactPages } from "./programmes.ts";

export async function* impactOffers(deps: NetworkDeps): AsyncGenerator<Handful<OfferRow>> {
  for await (const { rows, bytes } of impactPages(deps, "Promotions")) {
    const read = rows.map(readPromotion);
    yield handful(read, bytes);
  }
}

export function readPromotion(row: Record<string, unknown>) {
  const [starts = "", ends = ""] = asText(row.PromotionEffectiveDates).slice(0, 100).split("/");
  return readOffer({
    id: asText(row.PromotionIds),
    programme_id: "",
    advertiser_id: asText(row.AdvertiserId),
    code: asText(row.GenericRedemptionCode),
    title: asText(row.PromotionTitle),
    description: "",
    restriction: "",
    starts,
    ends,
    free_shipping: false,
    tracking_link: "",
  });
}
