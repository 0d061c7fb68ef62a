/**
 * The only way in: what a member's credit holds moves from one position to another, and the lines follow from it. Whatever
 * becomes available pays first what the member owes; what is taken back and is not there any more is owed. An account that
 * has ended gets nothing: its part goes to the house.
 */
import type { Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { LedgerRefusal, Poster } from "./post-transfers.ts";
import { type AccountKind, gather, type Line, type Posting, transferId } from "./rules.ts";
import { readPosted } from "./store.ts";

/** What one credit holds for its member, in cents: still uncertain, and theirs. */
export type Held = { pending: bigint; confirmed: bigint };
export const NOTHING: Held = { pending: 0n, confirmed: 0n };

export type Credit = Omit<Posting, "lines"> & {
  owner: string;
  from: Held;
  to: Held;
  /** Who bears it: lines of house accounts that are the opposite of what the member's side moves by. */
  against: Line[];
};

/** What a member's balances are under lock, both as positive numbers; `closed` when their account has ended. */
export type Standing = { available: bigint; clawback: bigint; closed: boolean };

/** `available` and `clawback` are what moved: positive toward the member, negative away from them. */
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
  const parts = splitAvailable(standing, amount);
  const lines: Line[] = [
    { account: { kind: "member_available", owner }, amount: parts.available },
    { account: { kind: "member_clawback", owner }, amount: parts.clawback },
    { account: { kind: ended, owner: "house" }, amount: closed ? amount : 0n },
  ];
  return { lines, ...parts };
}

/**
 * Posts credits under the lock of their members. Told again, a credit answers as the first time, although the balances
 * that its lines follow from have changed since; the same cause with other positions is refused as `conflict`.
 */
export async function creditMembers(
  tx: Tx,
  poster: Poster,
  lock: (tx: Tx, owners: readonly string[]) => Promise<Map<string, Standing>>,
  credits: readonly Credit[],
): Promise<Outcome<Credited[], LedgerRefusal>> {
  const standings = await lock(tx, [...new Set(credits.map((credit) => credit.owner))].sort());
  const parts = credits.map((credit) => linesOf(credit, standings.get(credit.owner)));
  const postings = credits.flatMap((credit, place): Posting[] => {
    const { owner: _owner, from: _from, to: _to, against: _against, ...rest } = credit;
    const lines = parts[place]?.lines ?? [];
    return lines.length > 0 ? [{ ...rest, lines }] : [];
  });
  const posted = postings.length > 0 ? await poster.postAll(tx, postings) : done([]);
  if (!posted.ok) return posted.code === "conflict" ? tellAgain(tx, credits) : posted;
  const duplicates = new Map(posted.value.map((row) => [row.transfer_id, row.duplicate]));
  return done(
    credits.map((credit, place) => {
      const transfer_id = transferId(credit.cause);
      const { available = 0n, clawback = 0n } = parts[place] ?? {};
      return { transfer_id, duplicate: duplicates.get(transfer_id) ?? false, available, clawback };
    }),
  );
}

function linesOf(credit: Credit, standing: Standing | undefined) {
  assert(standing, "the balances of a credited member are locked");
  const { owner, from, to } = credit;
  assert(
    [from, to].every((held) => held.pending >= 0n && held.confirmed >= 0n),
    `${credit.kind} holds no less than nothing`,
  );
  const free = availableLines(owner, standing, to.confirmed - from.confirmed, "given_up");
  const pending: Line = { account: { kind: "member_pending", owner }, amount: to.pending - from.pending };
  return { ...free, lines: gather([pending, ...free.lines, ...credit.against]) };
}

/** A batch that was told before in whole answers what it did then. */
async function tellAgain(tx: Tx, credits: readonly Credit[]): Promise<Outcome<Credited[], LedgerRefusal>> {
  const known = await readPosted(
    tx,
    credits.map((credit) => transferId(credit.cause)),
  );
  const answers: Credited[] = [];
  for (const credit of credits) {
    const before = known.get(transferId(credit.cause));
    const pending = credit.to.pending - credit.from.pending;
    const confirmed = credit.to.confirmed - credit.from.confirmed;
    const same =
      before !== undefined &&
      before.kind === credit.kind &&
      before.owners.every((owner) => owner === credit.owner) &&
      before.pending === pending &&
      before.available + before.clawback + before.given_up === confirmed;
    if (!same) return refused("conflict", { cause: credit.cause });
    const { transfer_id, available, clawback } = before;
    answers.push({ transfer_id, duplicate: true, available, clawback });
  }
  return done(answers);
}
