/** The books over a span of time: opening, movements by kind, closing. Reads only. */
import type { AccountClass } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { readAccounts, readMovedSince } from "./statement-store.ts";

export type AccountSpan = {
  account: string;
  class: AccountClass;
  /** A network, a provider, `house`, or `members` for all of them together. */
  owner: string;
  opening: bigint;
  movements: { kind: string; amount: bigint; transfers: number }[];
  closing: bigint;
};

/**
 * All accounts in dollars from an instant to before another, in cents, credit-positive. What they hold now is led back by
 * what moved since, so that the cost follows the time that has passed and not the whole of history.
 */
export async function readAccountSpans(tx: Tx, from: Date, to: Date): Promise<AccountSpan[]> {
  const moved = await readMovedSince(tx, from, to);
  const spans = (await readAccounts(tx)).map(({ account, class: side, owner, balance }): AccountSpan => {
    const own = moved.filter((row) => row.account === account && row.owner === owner);
    const sum = (rows: typeof own) => rows.reduce((total, row) => total + row.amount, 0n);
    const within = own.filter((row) => !row.later);
    const closing = balance - sum(own.filter((row) => row.later));
    const movements = within.map(({ kind, amount, transfers }) => ({ kind, amount, transfers }));
    movements.sort((a, b) => (a.kind < b.kind ? -1 : 1));
    return { account, class: side, owner, opening: closing - sum(within), movements, closing };
  });
  return spans.sort((a, b) => (`${a.account}:${a.owner}` < `${b.account}:${b.owner}` ? -1 : 1));
}
