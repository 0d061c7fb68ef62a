/** The ids that leave this module. */
import { definePublicId } from "#platform/ids";

export const inquiryId = definePublicId("inquiry", "inq");
export const orderId = definePublicId("order", "ord");
