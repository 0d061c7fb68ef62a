/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const priceWatchId = definePublicId("price_watch", "pwt");
export const tripId = definePublicId("trip", "trp");
