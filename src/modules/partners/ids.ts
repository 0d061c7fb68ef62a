/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const packId = definePublicId("pack", "pck");
export const keyId = definePublicId("partnerkey", "pky");
