/** The ids that leave this module. */
import { definePublicId, userId } from "#platform/ids";

export const rebateClaimId = definePublicId("rebate_claim", "clm");

/** Whose draft of a claim a browser keeps. */
export const readerOf = (user_id: string): string => userId.show(user_id);
