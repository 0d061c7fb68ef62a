/** Brings a database up to date, and shields the ledger from the role that the server works as where there is another to own it. */
import { SettingsError } from "#platform/config";
import { type Database, type DatabaseHandle, openDatabase, type Tx } from "#platform/database";
import { ensureRole, handOver, mayChange, ownsSchema } from "#platform/database-roles";
import { prepareJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { migrate, missingMigrations } from "#platform/migrate";
import { MIGRATION_PLACES } from "../modules/order.ts";
import { ACCOUNT_KEEPER, ACCOUNT_KINDS } from "./account-kinds.ts";

const MODULES_FOLDER = "src/modules";

export async function prepareDatabase(options: {
  /** As whom the server works. */
  url: string;
  /** Who owns the tables; absent: whoever the server works as, or somebody who has migrated already. */
  ownerUrl?: string | undefined;
  log: Log;
}): Promise<{ shielded: boolean }> {
  const { url, ownerUrl, log } = options;
  const handle = openDatabase({ url: ownerUrl ?? url, connections: 3, log });
  try {
    if (!ownerUrl && !(await mayChange(handle.db, "ledger"))) {
      const missing = await missingMigrations(handle, MODULES_FOLDER, MIGRATION_PLACES);
      if (missing.length)
        throw new SettingsError(
          `DATABASE_OWNER_URL: is needed for migrations that have not run yet (${missing.length})`,
        );
      await refuseStrangeKinds(handle.db);
      return { shielded: true };
    }
    await inTurn(handle, () => prepareAsOwner(handle, url, ownerUrl));
    if (!ownerUrl) return { shielded: false };
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

/** Kinds of accounts in the transaction of the migrations: a database that is refused for them stays as the version before left it. */
export const migrateAll = (handle: DatabaseHandle): Promise<string[]> =>
  migrate(handle, MODULES_FOLDER, MIGRATION_PLACES, async (tx) => {
    await ACCOUNT_KEEPER.insert(tx, ACCOUNT_KINDS);
    await refuseStrangeKinds(tx);
  });

async function prepareAsOwner(handle: DatabaseHandle, url: string, ownerUrl: string | undefined): Promise<void> {
  await migrateAll(handle);
  // Verbs add jobs in their transactions: the queue's tables are there before the first of them runs. Once they are handed
  // over, whoever works as the server may put code into them, which the owner must not run at every start.
  const handedOver = ownerUrl !== undefined && (await ownsSchema(handle.db, url, "graphile_worker"));
  if (!handedOver) await prepareJobs(handle);
  if (!ownerUrl) return;
  const role = await ensureRole(handle, url);
  await handOver(handle.db, role, ["ledger"]);
  await ACCOUNT_KEEPER.shield(handle.db, role);
}

/** Nothing is posted where the kinds of accounts are not those that modules declare. */
async function refuseStrangeKinds(runner: Database | Tx): Promise<void> {
  const { missing, faults } = await ACCOUNT_KEEPER.compare(runner, ACCOUNT_KINDS);
  if (faults.length) throw new SettingsError(`DATABASE_URL: ${faults.join("; ")}`);
  if (missing.length)
    throw new SettingsError(`DATABASE_OWNER_URL: is needed for new kinds of accounts (${missing.join(", ")})`);
}

/** Processes that start at once prepare one after the other: two that change the owner of one table fail. */
async function inTurn(handle: DatabaseHandle, work: () => Promise<void>): Promise<void> {
  const holder = await handle.pool.connect();
  try {
    await holder.query("select pg_advisory_lock(7420005)");
    await work();
  } finally {
    // With its connection ends the lock.
    holder.release(true);
  }
}
