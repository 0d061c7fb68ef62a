/** Jobs of the ledger: house accounts are chained each minute, everything is verified once a day. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import type { Ledger } from "./ledger.server.ts";

export function registerLedgerJobs(registry: Registry, ledger: Ledger, metrics: Metrics) {
  defineJob(registry, "ledger.chain_house", {
    handler: async () => {
      while ((await ledger.chainHouse()) === 20_000);
    },
  });
  defineJob(registry, "ledger.verify", {
    handler: async (_payload, { log }) => {
      const report = await ledger.verify();
      metrics.ledgerDifferences.set(report.findings.length);
      metrics.ledgerVerifiedAt.setToCurrentTime();
      if (report.findings.length) log.error({ findings: report.findings }, "the ledger does not verify");
    },
  });
  registry.schedules.push(
    { task: "ledger.chain_house", every_seconds: 60 },
    { task: "ledger.verify", cron: "17 3 * * *" },
  );
}
