/** What the catalogue tells of itself to the server. */

import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Request } from "#platform/http";
import type { Module } from "#platform/module";
import type { Catalog, Shares } from "./catalog.server.ts";
import { registerCatalogCalls } from "./http.ts";
import { listingId, offerId, ownRateId, pictureId, productId, programmeId, runId } from "./ids.ts";
import { CHANGED } from "./job-kinds.ts";
import { catalogJobs } from "./jobs.ts";
import { priceFell } from "./letters.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { IMPORTS_HELD } from "./metrics.ts";
import { importView } from "./operator.ts";
import { feedChecks, rateCheck } from "./operator-checks.ts";
import { catalogFacts, catalogSettings } from "./settings.ts";
import { countHeld } from "./store/held-imports.ts";
import { RUN_TRANSITIONS } from "./store/imports.ts";

type Doors = {
  catalog: Catalog;
  database: DatabaseHandle;
  clock: Clock;
  memberOf(request: Request): Promise<{ user_id: string } | null>;
  brandOf(request: Request): Shares;
  plain: boolean;
};

export const catalogModule = {
  name: "catalog",
  migration_place: 7,
  settings: catalogSettings,
  facts: catalogFacts,
  ids: [programmeId, offerId, productId, listingId, runId, ownRateId, pictureId],
  operators: ({ catalog, database, clock }) => ({
    ...importView(catalog, database.db, clock),
    checks: [...feedChecks(catalog), rateCheck(database.db, catalog.shares)],
  }),
  states: { "catalog.import_runs": RUN_TRANSITIONS },
  metrics: [IMPORTS_HELD],
  readings: ({ database }) => [{ metric: IMPORTS_HELD, read: async () => [{ value: await countHeld(database.db) }] }],
  letters: [priceFell],
  events: [CHANGED],
  jobs: ({ catalog }) => catalogJobs(catalog),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  prepare: ({ catalog }) => catalog.prepareSearch(),
  forget({ catalog }, by) {
    // Its lists and its search hold nothing that others tell of, and take seconds to make.
    if (by === null || by === "catalog") catalog.growOld();
  },
  calls: registerCatalogCalls,
} as const satisfies Module<Doors>;
