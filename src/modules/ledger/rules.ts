/** The chart of accounts, closed: what exists, whose it is, in which unit, and what its balance may never pass. */
import { derivedId, type Id } from "#platform/ids";
import type { Unit } from "#platform/money";
import { assert } from "#platform/outcome";

export type AccountClass = "asset" | "liability" | "income" | "expense";
type ChartRow = { class: AccountClass; unit: Unit; house: boolean; bound: "floor" | "ceiling" | "none"; about: string };

/**
 * Amounts are credit-positive: liabilities and income grow upward, assets and expenses grow downward. So a member's
 * balances are positive numbers, and what a network owes us is a negative one.
 */
export const CHART = {
  member_pending: {
    class: "liability",
    unit: "USD",
    house: false,
    bound: "floor",
    about: "cash back that a store may still take back",
  },
  member_available: {
    class: "liability",
    unit: "USD",
    house: false,
    bound: "floor",
    about: "confirmed cash back, free to withdraw",
  },
  member_held: {
    class: "liability",
    unit: "USD",
    house: false,
    bound: "floor",
    about: "set aside for a withdrawal on its way",
  },
  member_clawback: {
    class: "asset",
    unit: "USD",
    house: false,
    bound: "ceiling",
    about: "withdrawn and reversed later: what a member owes",
  },
  member_coins: { class: "liability", unit: "COIN", house: false, bound: "floor", about: "coins free to spend" },
  member_coins_held: {
    class: "liability",
    unit: "COIN",
    house: false,
    bound: "floor",
    about: "coins set aside for a gift card",
  },
  member_coins_pending: {
    class: "liability",
    unit: "COIN",
    house: false,
    bound: "floor",
    about: "coins that a provider has reported and may still take back",
  },
  member_coins_clawback: {
    class: "asset",
    unit: "COIN",
    house: false,
    bound: "ceiling",
    about: "coins spent and taken back later: what a member owes",
  },
  network_receivable: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "commission that a network has reported",
  },
  payout_float: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "money that left through a payout provider",
  },
  margin_pending: {
    class: "liability",
    unit: "USD",
    house: true,
    bound: "none",
    about: "our part of commission that may still be taken back",
  },
  margin: { class: "income", unit: "USD", house: true, bound: "none", about: "our part of confirmed commission" },
  coins_issued: { class: "expense", unit: "COIN", house: true, bound: "none", about: "coins given to members" },
  offer_receivable: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "what a provider of offers or surveys owes us for confirmed coins",
  },
  coin_reserve: {
    class: "liability",
    unit: "USD",
    house: true,
    bound: "none",
    about: "what issued coins are worth: never less, so that no coin is out that nobody paid for",
  },
  goodwill: { class: "expense", unit: "USD", house: true, bound: "none", about: "given by an operator, with a reason" },
  marketing: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "given to win members: credits of promotions and rewards for bringing a friend",
  },
  rebates: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "paid back to members by what their membership covers",
  },
  given_up: {
    class: "income",
    unit: "USD",
    house: true,
    bound: "none",
    about: "what members gave up, in so many words, when they ended their account",
  },
  unclaimed: {
    class: "liability",
    unit: "USD",
    house: true,
    bound: "none",
    about: "came back for people whose account has ended, and is still theirs",
  },
  payout_fees: { class: "expense", unit: "USD", house: true, bound: "none", about: "kept by payout providers" },
  membership_income: { class: "income", unit: "USD", house: true, bound: "none", about: "paid for memberships" },
  membership_refunds: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "paid for memberships and given back, or taken back through a bank",
  },
  processor_clearing: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "what the card processor holds for us",
  },
  processor_fees: { class: "expense", unit: "USD", house: true, bound: "none", about: "kept by the card processor" },
  bank: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "our bank account, as far as this product moves it: only what its statement shows",
  },
  cash_in_transit: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "paid out by the card processor and not yet seen at our bank",
  },
  remittance_difference: {
    class: "asset",
    unit: "USD",
    house: true,
    bound: "none",
    about: "what a network paid less or more than its orders say, until a person knows why",
  },
  network_fees: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "kept by networks and banks on the way to us",
  },
  exchange_differences: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "lost or won because a network pays in another currency",
  },
  write_offs: {
    class: "expense",
    unit: "USD",
    house: true,
    bound: "none",
    about: "given up or corrected by a person, with a reason",
  },
} as const satisfies Record<string, ChartRow>;

export type AccountKind = keyof typeof CHART;
/** An account is named by its kind and its owner: a member, a network, a provider, or the house itself. */
export type AccountName = { kind: AccountKind; owner: string };

/** What a member has, unit by unit: every verb works on one unit's four accounts. */
export const MEMBER_ACCOUNTS = {
  USD: {
    pending: "member_pending",
    available: "member_available",
    held: "member_held",
    clawback: "member_clawback",
  },
  COIN: {
    pending: "member_coins_pending",
    available: "member_coins",
    held: "member_coins_held",
    clawback: "member_coins_clawback",
  },
} as const satisfies Record<Unit, Record<string, AccountKind>>;
export const UNITS = ["USD", "COIN"] as const satisfies readonly Unit[];

/** Ids follow from names, so that no transfer needs to look them up. */
export const accountId = (name: AccountName): string =>
  derivedId("transfer", `account:${name.kind}:${CHART[name.kind].unit}:${name.owner}`);

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
    const { unit } = CHART[account.kind];
    sums.set(unit, (sums.get(unit) ?? 0n) + amount);
  }
  for (const [unit, sum] of sums) assert(sum === 0n, `the ${unit} lines of ${posting.kind} sum to zero, not ${sum}`);
}

/** Leaves out empty lines and joins those of the same account, so that callers may add up freely. */
export function gather(lines: readonly Line[]): Line[] {
  const joined = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.account.kind}:${line.account.owner}`;
    joined.set(key, { account: line.account, amount: (joined.get(key)?.amount ?? 0n) + line.amount });
  }
  return [...joined.values()].filter((line) => line.amount !== 0n);
}

/** What a hold may become, and from what. */
export const HOLD_TRANSITIONS = { open: ["captured", "released"], captured: [], released: [] } as const;
export type HoldState = keyof typeof HOLD_TRANSITIONS;
