/**
 * The only way in: what a member's credit holds moves from one position to another, and the lines follow from it. Whatever
 * becomes available pays first what the member owes; what is taken back and is not there any more is owed. An account that
 * has ended gets nothing: its part goes to the house. Coins move with what they are worth: a credit of coins sets so many dollars aside.
 */
import type { AccountKind } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { type Unit, worthUp } from "#platform/money";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { COIN_RESERVE, COINS_ISSUED, GIVEN_UP, MEMBER_ACCOUNTS } from "./accounts.ts";
import type { LedgerRefusal, Poster } from "./post-transfers.ts";
import { gather, type Line, type Posting, transferId } from "./rules.ts";
import { type PostedCredit, readPosted } from "./store.ts";

/** What one credit holds for its member, in cents or coins: still uncertain, and theirs. */
export type Held = { pending: bigint; confirmed: bigint };
export const NOTHING: Held = { pending: 0n, confirmed: 0n };

export type Credit = Omit<Posting, "lines"> & {
  owner: string;
  /** Dollars unless it says otherwise. */
  unit?: Unit;
  from: Held;
  to: Held;
  /**
   * Who bears it: lines of house accounts that are the opposite of what the member's side moves by. For coins, lines in dollars
   * that are the opposite of what the reserve moves by (`reserveOf` of what is confirmed).
   */
  against: Line[];
};

/** What a member's balances of one unit are under lock, both as positive numbers; `closed` when their account has ended. */
export type Standing = { available: bigint; clawback: bigint; closed: boolean };
export type Standings = ReadonlyMap<string, Readonly<Record<Unit, Standing>>>;

/** `available` and `clawback` are what moved, in the credit's unit: positive toward the member, negative away from them. */
export type Credited = { transfer_id: string; duplicate: boolean; available: bigint; clawback: bigint };

/**
 * Splits an amount between what is free and what is owed, and changes `standing` by it. A positive amount pays the debt
 * first; a negative one takes what is free first, and the rest becomes debt. Pure but for `standing`.
 */
export function splitAvailable(standing: Standing, amount: bigint): { available: bigint; clawback: bigint } {
  if (standing.closed || amount === 0n) return { available: 0n, clawback: 0n };
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const clawback = amount > 0n ? least(amount, standing.clawback) : amount + least(-amount, standing.available);
  const available = amount - clawback;
  standing.available += available;
  standing.clawback -= clawback;
  return { available, clawback };
}

/** Lines that bring an amount to a member's free money, or take it from there. `ended`: where it goes when they have left. */
export function availableLines(
  owner: string,
  standing: Standing,
  amount: bigint,
  ended: AccountKind,
): { lines: Line[]; available: bigint; clawback: bigint } {
  const { closed } = standing;
  const parts = freeLines(owner, "USD", standing, amount);
  const gone: Line = { account: { kind: ended, owner: "house" }, amount: closed ? amount : 0n };
  return { ...parts, lines: [...parts.lines, gone] };
}

/** The member's side alone: nothing for who has left. */
export function freeLines(
  owner: string,
  unit: Unit,
  standing: Standing,
  amount: bigint,
): { lines: Line[]; available: bigint; clawback: bigint } {
  const kinds = MEMBER_ACCOUNTS[unit];
  const parts = splitAvailable(standing, amount);
  const lines: Line[] = [
    { account: { kind: kinds.available, owner }, amount: parts.available },
    { account: { kind: kinds.clawback, owner }, amount: parts.clawback },
  ];
  return { lines, ...parts };
}

export type CreditDeps = {
  poster: Poster;
  lock: (tx: Tx, owners: readonly string[], units: readonly Unit[]) => Promise<Standings>;
  /** Coins that are worth a dollar. */
  perDollar: bigint;
};
const unitOf = (credit: Pick<Credit, "unit">): Unit => credit.unit ?? "USD";
/** By how much the reserve moves: rounded up credit by credit, so that parts of a cent are borne by who funds it. */
const reserveMove = ({ from, to }: Pick<Credit, "from" | "to">, perDollar: bigint): bigint =>
  worthUp(to.confirmed, perDollar) - worthUp(from.confirmed, perDollar);

/**
 * Posts credits under the lock of their members. Told again, a credit answers as the first time, although the balances
 * that its lines follow from have changed since; the same cause with other positions is refused as `conflict`.
 */
export async function creditMembers(
  tx: Tx,
  { poster, lock, perDollar }: CreditDeps,
  credits: readonly Credit[],
): Promise<Outcome<Credited[], LedgerRefusal>> {
  const owners = [...new Set(credits.map((credit) => credit.owner))].sort();
  const standings = await lock(tx, owners, [...new Set(credits.map(unitOf))]);
  const parts = credits.map((credit) => linesOf(credit, standings.get(credit.owner)?.[unitOf(credit)], perDollar));
  const postings = credits.flatMap((credit, place): Posting[] => {
    const { owner: _owner, unit: _unit, from: _from, to: _to, against: _against, ...rest } = credit;
    const lines = parts[place]?.lines ?? [];
    return lines.length > 0 ? [{ ...rest, lines }] : [];
  });
  const posted = postings.length > 0 ? await poster.postAll(tx, postings) : done([]);
  if (!posted.ok) return posted.code === "conflict" ? tellAgain(tx, credits, perDollar) : posted;
  const duplicates = new Map(posted.value.map((row) => [row.transfer_id, row.duplicate]));
  return done(
    credits.map((credit, place) => {
      const transfer_id = transferId(credit.cause);
      const { available = 0n, clawback = 0n } = parts[place] ?? {};
      return { transfer_id, duplicate: duplicates.get(transfer_id) ?? false, available, clawback };
    }),
  );
}

function linesOf(credit: Credit, standing: Standing | undefined, perDollar: bigint) {
  assert(standing, "the balances of a credited member are locked");
  const { owner, from, to } = credit;
  assert(
    [from, to].every((held) => held.pending >= 0n && held.confirmed >= 0n),
    `${credit.kind} holds no less than nothing`,
  );
  const unit = unitOf(credit);
  const confirmed = to.confirmed - from.confirmed;
  const pending: Line = {
    account: { kind: MEMBER_ACCOUNTS[unit].pending, owner },
    amount: to.pending - from.pending,
  };
  if (unit === "USD") {
    const free = availableLines(owner, standing, confirmed, GIVEN_UP);
    return { ...free, lines: gather([pending, ...free.lines, ...credit.against]) };
  }
  const free = freeLines(owner, unit, standing, confirmed);
  const issued = pending.amount + free.available + free.clawback;
  const lines: Line[] = [
    pending,
    ...free.lines,
    { account: { kind: COINS_ISSUED, owner: "house" }, amount: -issued },
    // Coins for who has left are not issued, and what was paid for them is the house's.
    {
      account: { kind: standing.closed ? GIVEN_UP : COIN_RESERVE, owner: "house" },
      amount: reserveMove(credit, perDollar),
    },
  ];
  return { ...free, lines: gather([...lines, ...credit.against]) };
}

/** A batch that was told before in whole answers what it did then. */
async function tellAgain(
  tx: Tx,
  credits: readonly Credit[],
  perDollar: bigint,
): Promise<Outcome<Credited[], LedgerRefusal>> {
  const known = await readPosted(
    tx,
    credits.map((credit) => transferId(credit.cause)),
  );
  const answers: Credited[] = [];
  for (const credit of credits) {
    const before = known.get(transferId(credit.cause));
    if (!before || !isSame(credit, before, perDollar)) return refused("conflict", { cause: credit.cause });
    const { transfer_id, available, clawback } = before;
    answers.push({ transfer_id, duplicate: true, available, clawback });
  }
  return done(answers);
}

function isSame(credit: Credit, before: PostedCredit, perDollar: bigint): boolean {
  const told =
    before.kind === credit.kind &&
    before.owners.every((owner) => owner === credit.owner) &&
    before.pending === credit.to.pending - credit.from.pending;
  const confirmed = credit.to.confirmed - credit.from.confirmed;
  const free = before.available + before.clawback;
  if (!told) return false;
  if (unitOf(credit) === "USD") return !before.coins && free + before.given_up === confirmed;
  // For who had left by then, what their coins are worth is all that was booked.
  return before.coins && free === confirmed
    ? before.given_up === 0n
    : free === 0n && before.given_up === reserveMove(credit, perDollar);
}
