/** Kinds of jobs and events of mailboxes. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** Reads a mail that was taken in, named by its row of the inbox. */
export const READ_MAIL = defineJob(
  "mailboxes.read_mail",
  { row_key: z.string() },
  { key: ({ row_key }) => `mail:${row_key}` },
);
/** Reads what is new in a linked mailbox. One that was lost is made up for by the schedule. */
export const SYNC_LINK = defineJob(
  "mailboxes.sync_link",
  { link_id: z.string() },
  { key: ({ link_id }) => `mail-link:${link_id}`, max_attempts: 3 },
);
/** A mail was read, and at least one fact of it is kept. */
export const FACTS_READ = defineEvent("mailboxes.facts_read", { mail_id: z.string() });
