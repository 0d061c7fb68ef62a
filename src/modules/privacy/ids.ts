/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const requestId = definePublicId("privacy_request", "prq");
