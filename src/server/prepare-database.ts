/** Brings a database up to date, and shields the ledger from the role that the server works as where there is another to own it. */
import { shieldLedger } from "#ledger";
import { SettingsError } from "#platform/config";
import { migrate, missingMigrations, openDatabase } from "#platform/database";
import { ensureRole, handOver, mayChange, ownsSchema } from "#platform/database-roles";
import { prepareJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { MIGRATION_PLACES } from "../modules/order.ts";

const MODULES_FOLDER = "src/modules";

export async function prepareDatabase(options: {
  /** As whom the server works. */
  url: string;
  /** Who owns the tables; absent: whoever the server works as, or somebody who has migrated already. */
  ownerUrl?: string | undefined;
  log: Log;
}): Promise<{ shielded: boolean }> {
  const { url, ownerUrl, log } = options;
  const handle = openDatabase({ url: ownerUrl ?? url, connections: 2, log });
  try {
    if (!ownerUrl && !(await mayChange(handle.db, "ledger"))) {
      const missing = await missingMigrations(handle, MODULES_FOLDER, MIGRATION_PLACES);
      if (missing.length)
        throw new SettingsError(`DATABASE_OWNER_URL: is needed for ${missing.length} migrations that have not run yet`);
      return { shielded: true };
    }
    await migrate(handle, MODULES_FOLDER, MIGRATION_PLACES);
    // Verbs add jobs in their transactions: the queue's tables are there before the first of them runs. Once they are handed
    // over, whoever works as the server may put code into them, which the owner must not run at every start.
    const handedOver = ownerUrl !== undefined && (await ownsSchema(handle.db, url, "graphile_worker"));
    if (!handedOver) await prepareJobs(handle);
    if (!ownerUrl) return { shielded: false };
    const role = await ensureRole(handle.db, url);
    await handOver(handle.db, role, ["ledger"]);
    await shieldLedger(handle.db, role);
  } finally {
    await handle.close();
  }
  const own = openDatabase({ url, connections: 1, log });
  try {
    await prepareJobs(own);
    return { shielded: !(await mayChange(own.db, "ledger")) };
  } finally {
    await own.close();
  }
}
