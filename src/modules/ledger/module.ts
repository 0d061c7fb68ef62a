/** What the ledger tells of itself to the server. */
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import { defineModule } from "#platform/module";
import { ledgerJobs } from "./jobs.ts";
import type { Ledger } from "./ledger.server.ts";

type Doors = { ledger: Ledger; metrics: Metrics; database: DatabaseHandle; registry: Registry };

export const ledgerModule = defineModule<Doors>({
  name: "ledger",
  jobs: ledgerJobs,
  move: ({ ledger }) => ledger.moveMember,
});
