/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const referralId = definePublicId("referral", "ref");
