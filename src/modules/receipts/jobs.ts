/** Jobs of receipts: reading them, and taking away what is no longer wanted. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { READ_RECEIPT, SWEEP_FILES } from "./job-kinds.ts";
import type { Receipts } from "./receipts.server.ts";

export const receiptsJobs = (receipts: Receipts): readonly JobEntry[] => [
  work(READ_RECEIPT, ({ receipt_id }, { attempt }) => receipts.readNow(receipt_id, attempt)),
  work(SWEEP_FILES, () => receipts.sweep()),
  onSchedule(
    "receipts.drop_unused",
    { cron: "23 * * * *" },
    async ({ log }) => {
      const dropped = await receipts.dropUnused();
      if (dropped.receipts + dropped.files > 0) log.info(dropped, "unused receipts and lost files were dropped");
    },
    { max_attempts: 3 },
  ),
];
