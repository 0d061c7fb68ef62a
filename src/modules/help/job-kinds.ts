/** Kinds of jobs of help. */
import { z } from "zod";
import { defineJob } from "#platform/job";

/** What time does to one chat, looked at when the time has come. */
export const LOOK_AT_CHAT = defineJob("help.look_at_chat", { message_id: z.string() });
/** Reads a mail that was taken in, named by its row of the inbox. */
export const READ_LETTER = defineJob(
  "help.read_letter",
  { row_key: z.string() },
  { key: ({ row_key }) => `help-letter:${row_key}` },
);
