/** Settings of help: who answers, how soon, and how long it is kept. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";

export const helpSettings = {
  HELP_MAIL: z.email().optional().describe("who answers what people write to us; absent: the brand's own address"),
  HELP_REPLY_DOMAIN: z
    .hostname()
    .optional()
    .describe(
      "host of addresses by which answers to our letters come back into their conversations; its mail (MX) leads where forwarded mail does, and so does that of the brands' own addresses; absent: answers go to HELP_MAIL",
    ),
  HELP_ANSWER_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(20)
    .default(2)
    .describe("working days in which people are promised an answer"),
  HELP_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .max(3_650)
    .default(730)
    .describe("days that messages with their files, and ratings, are kept"),
  HELP_FILES_WAITING_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(2_048)
    .describe("space for files whose message has not come, of all people together; more are refused"),
  HELP_FILES_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(20_480)
    .describe("space in the database for all files of messages; more are refused"),
  REVIEW_URL: z.url().optional().describe("where people can rate the service in public; absent: nowhere is named"),
};

export type HelpSettings = SharedSettings & ValuesOf<typeof helpSettings>;
