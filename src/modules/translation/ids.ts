/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const missingId = definePublicId("missing translation", "mtr");
