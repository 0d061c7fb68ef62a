/** Kinds of jobs and events of receipts. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** A file that was never read is a person's; a server that is stopped in the middle is no reason for that. */
export const READING_TRIES = 4;

export const READ_RECEIPT = defineJob(
  "receipts.read_receipt",
  { receipt_id: z.string() },
  { key: ({ receipt_id }) => `receipt:${receipt_id}`, max_attempts: READING_TRIES },
);
/** Takes files away whose receipt is gone. */
export const SWEEP_FILES = defineJob("receipts.sweep_files", {}, { key: () => "receipts-sweep" });
/** A receipt was read, or it is certain that it cannot be. */
export const RECEIPT_READ = defineEvent("receipts.read", { receipt_id: z.string() });
