/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const programmeId = definePublicId("programme", "prg");
export const offerId = definePublicId("offer", "ofr");
export const productId = definePublicId("product", "prd");
export const runId = definePublicId("run", "imp");
export const ownRateId = definePublicId("own_rate", "rte");
export const pictureId = definePublicId("picture", "pic");
export const listingId = definePublicId("listing", "lst");
