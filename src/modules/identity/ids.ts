/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const sessionId = definePublicId("session", "ses");
export const linkId = definePublicId("link", "lnk");
