/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const mailId = definePublicId("mailbox_mail", "mbm");
/** One thing that one mail says. */
export const mailFactId = definePublicId("mail_fact", "mbf");
export const linkId = definePublicId("mailbox_link", "mbl");
