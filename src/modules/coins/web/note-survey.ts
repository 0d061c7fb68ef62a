/** SPEC §3, §4, §7: which survey somebody went for is remembered, and the visit recorded as they leave. */
import { writeCookie } from "#client/cookies.ts";
import { track } from "#client/track.ts";
import type { SurveyItem } from "#coins";
import { ORIGINAL_ITEM_DAYS } from "../messages.ts";

const DAY_SECONDS = 86_400;

/** What it pays and how long it takes is known of those in the list alone. */
export function noteSurvey(
  survey: Pick<SurveyItem, "offer_id" | "click_url"> & Partial<Pick<SurveyItem, "coins" | "minutes">>,
): void {
  const { offer_id, click_url, coins, minutes } = survey;
  writeCookie("survey_original_item", JSON.stringify({ offer_id, coins }), ORIGINAL_ITEM_DAYS * DAY_SECONDS);
  track("survey_start", { offer_id });
  const body = new Blob([JSON.stringify({ offer_id, click_url, coins, minutes })], { type: "application/json" });
  navigator.sendBeacon?.(`/api/user/offer/visit/${encodeURIComponent(offer_id)}`, body);
}
