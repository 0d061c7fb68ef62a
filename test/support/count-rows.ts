import type { Pool } from "pg";

/** What grows when something was stored that should not have been. */
const TABLES = [
  "identity.users",
  "identity.sessions",
  "cashback.clicks",
  "cashback.orders",
  "platform.inbox",
  "ledger.transfers",
  "payouts.withdrawals",
  "catalog.favourites",
  "catalog.offer_trials",
  "notifications.mails",
  "attribution.consents",
  "attribution.events",
] as const;

export async function countRows(database: { pool: Pool }): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await database.pool.query(`select count(*)::int as rows from ${table}`);
    found[table] = rows[0].rows;
  }
  return found;
}
