/** Jobs of the treasury: what payout providers hold and what networks have invoiced, once a day. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Treasury } from "./treasury.server.ts";

export function registerTreasuryJobs(registry: Registry, treasury: Treasury) {
  defineJob(registry, "treasury.read_balances", { handler: () => treasury.readBalances().then(() => undefined) });
  defineJob(registry, "treasury.read_invoices", { handler: () => treasury.readInvoices().then(() => undefined) });
  registry.schedules.push(
    { task: "treasury.read_balances", cron: "43 5 * * *" },
    { task: "treasury.read_invoices", cron: "13 5 * * *" },
  );
}
