/** SQL of whole chains: every line of some accounts, each with what its hash was made of. Schema `ledger` only. */
import type { Database } from "#platform/database";
import type { Unit } from "#platform/money";
import { sql } from "#platform/sql";

export type ChainLine = {
  account_id: string;
  account_kind: string;
  unit: Unit;
  sequence: bigint;
  transfer_id: string;
  kind: string;
  reason: string | null;
  at: Date;
  amount: bigint;
  balance: bigint;
  content_hash: Buffer;
  hash: Buffer;
};

/** In one statement, so that all accounts are told as of one instant. Oldest first within each. */
export async function readChains(db: Database, accountIds: readonly string[]): Promise<ChainLine[]> {
  const { rows } = await sql<ChainLine>`
    select l.account_id, a.kind as account_kind, l.unit, l.sequence, l.transfer_id, t.kind, t.reason, t.at, l.amount, l.balance,
      t.content_hash, l.hash
    from ledger.lines l join ledger.transfers t using (transfer_id) join ledger.accounts a on a.account_id = l.account_id
    where l.account_id = any (${accountIds}::uuid[]) and l.sequence is not null
    order by a.kind, l.account_id, l.sequence`.execute(db);
  return rows;
}
