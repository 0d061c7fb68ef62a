/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const mailId = definePublicId("mailbox_mail", "mbm");
export const linkId = definePublicId("mailbox_link", "mbl");
