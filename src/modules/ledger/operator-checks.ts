/** What is looked at of the ledger: that it verifies, and that it was verified lately. */
import type { HealthCheck } from "#platform/operator";
import type { Ledger } from "./ledger.server.ts";

/** It is verified each night; a night may be missed once. */
const MAX_HOURS = 36;
const HOUR_MS = 3_600_000;

export const ledgerChecks = (ledger: Pick<Ledger, "lastVerification" | "wasBookedBefore">): readonly HealthCheck[] => [
  {
    name: "ledger",
    what: "Whether the ledger verifies, line by line, and was verified in the last day and a half",
    async look(now) {
      const last = await ledger.lastVerification();
      if (!last) {
        const late = await ledger.wasBookedBefore(new Date(now.getTime() - MAX_HOURS * HOUR_MS));
        return { state: late ? "bad" : "fine", line: "It was never verified", unproven: !late };
      }
      if (last.findings > 0)
        return { state: "bad", line: `${last.findings} findings at ${last.at.toISOString()}: npm run ledger:verify` };
      const hours = Math.floor((now.getTime() - last.at.getTime()) / HOUR_MS);
      if (hours >= MAX_HOURS) return { state: "bad", line: `Not verified for ${hours} hours` };
      return { state: "fine", line: `Verified ${hours} hours ago` };
    },
  },
];
