/** Kinds of jobs and events of mailboxes. */
import { z } from "zod";
import { defineEvent } from "#platform/job";

/** A mail was read, and at least one fact of it is kept. */
export const FACTS_READ = defineEvent("mailboxes.facts_read", { mail_id: z.string() });
