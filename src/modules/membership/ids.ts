/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const membershipId = definePublicId("membership", "mem");
export const refundId = definePublicId("refund", "rfd");
export const chargeId = definePublicId("charge", "chg");
