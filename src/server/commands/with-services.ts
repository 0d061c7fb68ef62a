/** Runs a command with every service built, against the configured or the embedded database, and no server. */
import { join } from "node:path";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { readConfig } from "#settings";
import { prepareDatabase } from "../prepare-database.ts";
import { type Wired, wire } from "../wiring.ts";

export async function withServices(work: (wired: Wired) => Promise<void>): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL });
  const local = config.DATABASE_URL ? null : await startLocalPostgres(join(config.DATA_DIR, "postgres"));
  const url = config.DATABASE_URL ?? local?.url ?? "";
  const database = openDatabase({
    url,
    connections: config.DATABASE_POOL,
    log,
  });
  try {
    await prepareDatabase({ url, ownerUrl: config.DATABASE_OWNER_URL ?? local?.ownerUrl, log });
    const wired = await wire({ config, clock: systemClock, log, database });
    // Prices and shares are those that hold, not those that were delivered.
    await wired.partners.packs.load();
    await work(wired);
    await wired.modules.finish();
  } finally {
    await database.close();
    await local?.stop();
  }
}
