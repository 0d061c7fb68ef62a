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
/** Tells in one mail what was gathered for a member. */
export const SEND_DIGEST = defineJob(
  "notifications.send_digest",
  { user_id: z.string() },
  { key: ({ user_id }) => `digest:${user_id}` },
);
export const SEND_PUSH = defineJob(
  "notifications.send_push",
  { push_id: z.string() },
  { key: ({ push_id }) => `push:${push_id}` },
);
/** Acts on what somebody texted to our number. */
export const TAKE_TEXT = defineJob(
  "notifications.take_text",
  { inbox_id: z.string() },
  { key: ({ inbox_id }) => `texted:${inbox_id}` },
);
