/** SQL of what operators look for among withdrawals. Schema `payouts` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { ReasonCode, WithdrawalState } from "./rules.ts";
import type { WithdrawalRow } from "./store.ts";

export async function listWithdrawals(
  db: Database,
  { state, after, most }: { state: WithdrawalState | null; after: Place | null; most: number },
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select * from payouts.withdrawals where ${state ? sql`state = ${state}` : sql`true`}
      ${after ? sql`and (requested_at, withdrawal_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by requested_at desc, withdrawal_id desc limit ${most}`.execute(db);
  return rows;
}

export async function findWithdrawals(db: Database, amount: bigint, most: number): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select * from payouts.withdrawals where amount_minor = ${amount} order by requested_at desc limit ${most}`.execute(
    db,
  );
  return rows;
}

export type WithdrawalEvent = { to_state: WithdrawalState; reason_code: ReasonCode | null; at: Date };
export async function readWithdrawalEvents(db: Database, withdrawalId: string): Promise<WithdrawalEvent[]> {
  const { rows } = await sql<WithdrawalEvent>`
    select to_state, reason_code, at from payouts.withdrawal_events where withdrawal_id = ${withdrawalId} order by sequence`.execute(
    db,
  );
  return rows;
}
