/** Jobs of the treasury: what payout providers hold and what networks have invoiced, once a day. */
import { type JobEntry, onSchedule } from "#platform/job";
import type { Treasury } from "./treasury.server.ts";

export const treasuryJobs = (treasury: Treasury): readonly JobEntry[] => [
  onSchedule("treasury.read_balances", { cron: "43 5 * * *" }, () => treasury.readBalances()),
  onSchedule("treasury.read_invoices", { cron: "13 5 * * *" }, () => treasury.readInvoices()),
];
