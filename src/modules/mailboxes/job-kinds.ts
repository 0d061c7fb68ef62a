/** Kinds of jobs and events of mailboxes. */
import { z } from "zod";
import { defineEvent, defineJob, type JobOptions, type JobSpec } from "#platform/job";

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
/** So many mailboxes are read at once, in the whole system: servers that are slow take no more of the workers. */
const LANES = 4;
export const syncJob = (linkId: string, options: Pick<JobOptions, "if_there"> = {}): JobSpec =>
  SYNC_LINK.with(
    { link_id: linkId },
    { ...options, queue: `mailboxes.sync:${Number.parseInt(linkId.slice(-2), 16) % LANES}` },
  );
/** Two days, with the waits between tries: whoever is away for longer is not told any more. */
export const END_GRANT_TRIES = 16;
/** Tells a provider that a key of its own is ended. `key` is sealed; `mailbox`: the hash of its address, empty where none is known. */
export const END_GRANT = defineJob(
  "mailboxes.end_grant",
  { provider: z.string(), key: z.string(), mailbox: z.string().default("") },
  { max_attempts: END_GRANT_TRIES },
);
/** A mail was read, and at least one fact of it is kept. */
export const FACTS_READ = defineEvent("mailboxes.facts_read", { mail_id: z.string() });
