/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const mailId = definePublicId("mail", "mai");
export const noticeId = definePublicId("notice", "ntc");
