/** The ids that leave this module. */
import { definePublicId, readEither } from "#platform/ids";

export const membershipId = definePublicId("membership", "mem");
export const refundId = definePublicId("refund", "rfd");
export const chargeId = definePublicId("charge", "chg");

/** As a page of before brings them, too. */
export const readMembershipId = (text: string) => readEither(membershipId, text);
export const readChargeId = (text: string) => readEither(chargeId, text);
