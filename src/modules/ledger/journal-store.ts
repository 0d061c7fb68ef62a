/** SQL of the journal: what every account moved by in a span of time, day by day. Schema `ledger` only. */
import type { AccountClass } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { MEMBERS } from "./statement-store.ts";

/** `amount` is credit-positive, in the smallest part of its unit; members stand together. */
export type JournalRow = {
  day: string;
  kind: string;
  account: string;
  class: AccountClass;
  owner: string;
  unit: "USD" | "COIN";
  amount: bigint;
  transfers: number;
};

/** Every line from an instant to before another; the rows of a day and kind of transfer sum to nothing, unit by unit. */
export async function readJournal(tx: Tx, from: Date, to: Date): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as day, t.kind, a.kind as account,
      case when a.house then a.owner else ${MEMBERS} end as owner, a.unit, sum(l.amount)::bigint as amount,
      count(distinct t.transfer_id)::int as transfers, k.class
    from ledger.transfers t join ledger.lines l using (transfer_id) join ledger.accounts a using (account_id)
      join ledger.account_kinds k on k.kind = a.kind
    where t.at >= ${from} and t.at < ${to} group by 1, 2, 3, 4, 5, 8 having sum(l.amount) <> 0 order by 5, 1, 2, 3, 4`.execute(
    tx,
  );
  return rows;
}
