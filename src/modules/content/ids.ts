/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const versionId = definePublicId("legal version", "lgv");
export const editionId = definePublicId("edition", "edt");
