/** Jobs of the treasury: what payout providers hold, once a day. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Treasury } from "./treasury.server.ts";

export function registerTreasuryJobs(registry: Registry, treasury: Treasury) {
  defineJob(registry, "treasury.read_balances", { handler: () => treasury.readBalances().then(() => undefined) });
  registry.schedules.push({ task: "treasury.read_balances", cron: "43 5 * * *" });
}
