/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const fileId = definePublicId("file", "fil");
export const messageId = definePublicId("message", "msg");
export const heldId = definePublicId("held_letter", "hlt");
