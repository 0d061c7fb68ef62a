/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const coinOfferId = definePublicId("coin_offer", "cof");
export const startId = definePublicId("offer_start", "ost");
export const rewardId = definePublicId("coin_reward", "crw");
export const refusedCallbackId = definePublicId("refused_callback", "rcb");
export const screenshotId = definePublicId("screenshot", "scr");
export const coinClaimId = definePublicId("coin_claim", "ccl");
