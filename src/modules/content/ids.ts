/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const editionId = definePublicId("edition", "edt");
