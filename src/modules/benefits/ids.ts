/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const rebateClaimId = definePublicId("rebate_claim", "clm");
