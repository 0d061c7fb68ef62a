/** Kinds of jobs of notifications: one a mail, one a text. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const SEND_MAIL = defineJob(
  "notifications.send_mail",
  { mail_id: z.string() },
  { key: ({ mail_id }) => `mail:${mail_id}` },
);
/** Acts on what a mail provider told of mails that came back. */
export const TAKE_RETURN = defineJob(
  "notifications.take_return",
  { inbox_id: z.string() },
  { key: ({ inbox_id }) => `mail-return:${inbox_id}` },
);
export const SEND_TEXT = defineJob(
  "notifications.send_text",
  { text_id: z.string() },
  { key: ({ text_id }) => `text:${text_id}`, max_attempts: 8 },
);
