/**
 * The law between the ledger and the modules above it: what their own rows say a member has, the member's balances say too.
 * Neither side can be wrong alone. A difference of an account that went into another one is summed with that one's.
 */
import type { Tx } from "#platform/database";
import type { Unit } from "#platform/money";
import { UNITS } from "./rules.ts";
import { readGiven, readMerges, readStandings } from "./sub-ledger-store.ts";
import type { Finding } from "./verify-store.ts";

/**
 * One row for each thing that holds money for a member, in cents or coins: `pending` may still be taken back, `settled` is theirs
 * (negative: it has left), `held` is set aside for a payout on its way.
 */
export type SubLedgerRow = { owner: string; pending: bigint; settled: bigint; held: bigint };
/** Rows whose owners lie after `after` and not after `until`; null where there is no end. Several of one owner are summed. */
export type SubLedger = {
  name: string;
  /** In what its rows are told; dollars unless it says otherwise. */
  unit?: Unit;
  read(tx: Tx, range: { after: string | null; until: string | null }): Promise<SubLedgerRow[]>;
};

const PAGE = 5_000;
type Sum = { pending: bigint; settled: bigint; held: bigint };

export async function findSubLedgerDifferences(tx: Tx, subLedgers: readonly SubLedger[]): Promise<Finding[]> {
  if (subLedgers.length === 0) return [];
  const merges = await readMerges(tx);
  const findings: Finding[] = [];
  for (const unit of UNITS) {
    const told = subLedgers.filter((subLedger) => (subLedger.unit ?? "USD") === unit);
    findings.push(...(await findDifferencesIn(tx, unit, told, merges)));
  }
  return findings;
}

async function findDifferencesIn(
  tx: Tx,
  unit: Unit,
  subLedgers: readonly SubLedger[],
  merges: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const closed = new Set<string>();
  const left = new Map<string, Sum>();
  const add = (owner: string, row: Omit<SubLedgerRow, "owner">, sign: 1n | -1n) => {
    const sum = left.get(owner) ?? { pending: 0n, settled: 0n, held: 0n };
    sum.pending += sign * row.pending;
    sum.settled += sign * row.settled;
    sum.held += sign * row.held;
    if (sum.pending === 0n && sum.settled === 0n && sum.held === 0n) left.delete(owner);
    else left.set(owner, sum);
  };
  for (const given of await readGiven(tx, unit)) add(given.owner, { ...given, held: 0n }, -1n);
  for (let after: string | null = null, more = true; more; ) {
    const page = await readStandings(tx, unit, after, PAGE);
    more = page.length === PAGE;
    const until: string | null = more ? (page.at(-1)?.owner ?? null) : null;
    for (const row of page) {
      if (row.closed) closed.add(row.owner);
      add(row.owner, row, 1n);
    }
    for (const subLedger of subLedgers)
      for (const row of await subLedger.read(tx, { after, until })) add(row.owner, row, -1n);
    after = until;
  }
  for (const [owner, sum] of [...left]) {
    const last = lastOwner(merges, owner);
    if (last === owner) continue;
    left.delete(owner);
    add(last, sum, 1n);
  }
  return [...left].flatMap(([owner, sum]) => {
    // What became certain after an account ended went to the house, where it has no owner any more.
    const settled = closed.has(owner) ? 0n : sum.settled;
    if (sum.pending === 0n && settled === 0n && sum.held === 0n) return [];
    return [
      {
        kind: "a member's balances are not what orders, rewards and payouts say",
        detail: `${owner}: pending ${sum.pending}, settled ${settled}, held ${sum.held} more than they say${unit === "COIN" ? ", in coins" : ""}`,
      },
    ];
  });
}

function lastOwner(merges: ReadonlyMap<string, string>, owner: string): string {
  let last = owner;
  for (let next = merges.get(last); next !== undefined && next !== owner; next = merges.get(last)) last = next;
  return last;
}
