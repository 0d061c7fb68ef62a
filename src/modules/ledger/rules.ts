/** Names and ids of accounts, and what a transfer is. */
import type { AccountKind } from "#platform/account-kind";
import { derivedId, type Id } from "#platform/ids";
import type { Unit } from "#platform/money";
import { assert } from "#platform/outcome";

/**
 * An account is named by its kind and its owner: a member, a network, a provider, or the house itself. Amounts are credit-positive:
 * liabilities and income grow upward, assets and expenses grow downward. So a member's balances are positive numbers, and what a
 * network owes us is a negative one.
 */
export type AccountName = { kind: AccountKind; owner: string };

export const UNITS = ["USD", "COIN"] as const satisfies readonly Unit[];

/** All kinds of accounts that there are, by name, as the modules declare them. */
export type Chart = ReadonlyMap<string, AccountKind>;
export const chartOf = (kinds: readonly AccountKind[]): Chart => new Map(kinds.map((kind) => [kind.name, kind]));

/** Ids follow from names, so that no transfer needs to look them up. */
export const accountId = (name: AccountName): string =>
  derivedId("transfer", `account:${name.kind.name}:${name.kind.unit}:${name.owner}`);

export type Line = { account: AccountName; amount: bigint };
export type Posting = {
  /** What happened, from the module that posts: `order.tracked`, `withdrawal.requested` … */
  kind: string;
  /** The one thing this follows from. The same cause is the same transfer, whoever tells it and how often. */
  cause: string;
  reason?: string | null;
  data?: Record<string, string | number | boolean | null>;
  lines: Line[];
};

/** What causes the transfer that sets a hold aside. */
export const openedBy = (holdId: string): string => `hold:${holdId}:opened`;
export const transferId = (cause: string): Id<"transfer"> => derivedId("transfer", `transfer:${cause}`);

export const MAX_LINES = 40;
export const MAX_BATCH = 500;

/** Programmer's errors, found before the database finds them. */
export function checkPosting(posting: Posting): void {
  assert(posting.lines.length >= 2 && posting.lines.length <= MAX_LINES, `${posting.kind} has 2 to ${MAX_LINES} lines`);
  const sums = new Map<Unit, bigint>();
  for (const { account, amount } of posting.lines) {
    assert(amount !== 0n, `${posting.kind} has no empty line`);
    const { unit } = account.kind;
    sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  }
  for (const [unit, sum] of sums) assert(sum === 0n, `the ${unit} lines of ${posting.kind} sum to zero, not ${sum}`);
}

/** Leaves out empty lines and joins those of the same account, so that callers may add up freely. */
export function gather(lines: readonly Line[]): Line[] {
  const joined = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.account.kind.name}:${line.account.owner}`;
    joined.set(key, { account: line.account, amount: (joined.get(key)?.amount ?? 0n) + line.amount });
  }
  return [...joined.values()].filter((line) => line.amount !== 0n);
}

/** What a hold may become, and from what. */
export const HOLD_TRANSITIONS = { open: ["captured", "released"], captured: [], released: [] } as const;
export type HoldState = keyof typeof HOLD_TRANSITIONS;
