/** Jobs of the ledger: house accounts are chained each minute, everything is verified and sealed once a day. */
import type { DatabaseHandle } from "#platform/database";
import { type JobEntry, onSchedule } from "#platform/job";
import { emit, type Registry } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import { SEALED } from "./job-kinds.ts";
import type { Ledger } from "./ledger.server.ts";
import { DIFFERENCES, VERIFIED_AT } from "./metrics.ts";

type Deps = { ledger: Ledger; metrics: Metrics; database: DatabaseHandle; registry: Registry };

export function ledgerJobs({ ledger, metrics, database, registry }: Deps): readonly JobEntry[] {
  const [differences, verifiedAt] = [metrics.of(DIFFERENCES), metrics.of(VERIFIED_AT)];
  return [
    onSchedule("ledger.chain_house", { every_seconds: 60 }, async () => {
      while ((await ledger.chainHouse()) === 20_000);
    }),
    onSchedule("ledger.verify", { cron: "17 3 * * *" }, async ({ log }) => {
      const report = await ledger.verify();
      differences.set(report.findings.length);
      verifiedAt.setToCurrentTime();
      // What does not verify is not sealed: the last good seal stays what is compared with.
      if (report.findings.length) return log.error({ findings: report.findings }, "the ledger does not verify");
      const { seal, findings } = await ledger.seal();
      differences.set(findings.length);
      if (findings.length) return log.error({ findings }, "the ledger does not verify");
      if (!seal) return;
      const { number, at, accounts, lines, digest } = seal;
      const told = { number: String(number), at: at.toISOString(), accounts, lines: String(lines), digest };
      await database.transaction((tx) => emit(tx, registry, SEALED, told));
    }),
  ];
}
