/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

/** A withdrawal that waits for a person. */
export const heldId = definePublicId("held", "hld");
export const withdrawalId = definePublicId("withdrawal", "wdr");
