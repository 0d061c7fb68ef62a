/** Jobs of the ledger: house accounts are chained each minute, everything is verified and sealed once a day. */
import type { DatabaseHandle } from "#platform/database";
import { defineJob, emit, type Registry } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import type { Ledger } from "./ledger.server.ts";

export function registerLedgerJobs(registry: Registry, ledger: Ledger, metrics: Metrics, database: DatabaseHandle) {
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
      // What does not verify is not sealed: the last good seal stays what is compared with.
      if (report.findings.length) return log.error({ findings: report.findings }, "the ledger does not verify");
      const seal = await ledger.seal();
      if (seal)
        await database.transaction((tx) =>
          emit(tx, registry, "ledger.sealed", { ...seal, number: String(seal.number), lines: String(seal.lines) }),
        );
    },
  });
  registry.schedules.push(
    { task: "ledger.chain_house", every_seconds: 60 },
    { task: "ledger.verify", cron: "17 3 * * *" },
  );
}
