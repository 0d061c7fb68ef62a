/** Impact: promotions as coupons. */
import type { Config } from "#platform/config";
import { asText } from "../feeds/call-network.ts";
import { type Handful, handful, type OfferRow } from "../feeds/feed.types.ts";
import { readOffer } from "../feeds/read-offer.ts";
import { impactPages } from "./programmes.ts";

export async function* impactOffers(config: Config): AsyncGenerator<Handful<OfferRow>> {
  for await (const { rows, bytes } of impactPages(config, "Promotions")) {
    const read = rows.map(readPromotion);
    yield handful(read, bytes);
  }
}

export function readPromotion(row: Record<string, unknown>) {
  const [starts = "", ends = ""] = asText(row.PromotionEffectiveDates).split("/");
  return readOffer({
    id: asText(row.PromotionIds),
    programme_id: asText(row.CampaignId) || asText(row.AdvertiserId),
    code: asText(row.GenericRedemptionCode),
    title: asText(row.PromotionTitle) || asText(row.LongTitle),
    description: asText(row.PromotionDescription),
    restriction: asText(row.RestrictionText),
    percent_off: asText(row.PercentOff),
    money_off: asText(row.MoneyOff),
    free_shipping: asText(row.FreeShipping).toLowerCase() === "true",
    minimum: asText(row.MinimumPurchaseAmount),
    starts,
    ends,
    tracking_link: asText(row.TrackingLink),
  });
}
