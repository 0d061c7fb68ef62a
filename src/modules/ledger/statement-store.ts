/** SQL of the books over a span of time: what every account held, and what moved it. Schema `ledger` only. */
import type { AccountClass } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

/** Members stand together under this name: the books of the house need no names. */
export const MEMBERS = "members";

export type AccountNow = { account: string; class: AccountClass; owner: string; balance: bigint };

/** What all accounts in dollars hold now: what is chained, and the house's lines since the mark. */
export async function readAccounts(tx: Tx): Promise<AccountNow[]> {
  const result = await sql<AccountNow>`
    with fresh as (
      select l.account_id, sum(l.amount) as total from ledger.lines l
      where l.sequence is null and l.line_id >= (select mark from ledger.house_mark)
        and not exists (select 1 from ledger.house_chain c where c.line_id = l.line_id)
      group by l.account_id)
    select a.kind as account, k.class, case when a.house then a.owner else ${MEMBERS} end as owner,
      sum(h.balance + coalesce(f.total, 0))::bigint as balance
    from ledger.accounts a join ledger.account_kinds k on k.kind = a.kind join ledger.heads h using (account_id) left join fresh f using (account_id)
    where a.unit = 'USD' group by 1, 2, 3`.execute(tx);
  return result.rows;
}

export type MovedSince = {
  account: string;
  owner: string;
  kind: string;
  /** Whether it was at `to` or later. */
  later: boolean;
  amount: bigint;
  transfers: number;
};

/** Everything that moved since `from`, by account and kind of transfer. */
export async function readMovedSince(tx: Tx, from: Date, to: Date): Promise<MovedSince[]> {
  const result = await sql<MovedSince>`
    select a.kind as account, case when a.house then a.owner else ${MEMBERS} end as owner, t.kind, t.at >= ${to} as later,
      sum(l.amount)::bigint as amount, count(distinct t.transfer_id)::int as transfers
    from ledger.transfers t join ledger.lines l using (transfer_id) join ledger.accounts a using (account_id)
    where t.at >= ${from} and a.unit = 'USD' group by 1, 2, 3, 4`.execute(tx);
  return result.rows;
}
