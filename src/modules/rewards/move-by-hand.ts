/**
 * A person gives a member money or takes some from them: the one credit of the ledger, a row that says who and why, and a
 * letter with the reason. The same of the same person on one day is one: a doubled press moves nothing.
 */
import { civilDate } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { isTooMuch, needsSecond } from "#platform/hand-limits";
import { derivedId } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { GOODWILL } from "./accounts.ts";
import type { RewardsContext } from "./context.ts";
import type { HandReason } from "./hand-rules.ts";
import { findMove, type HandRow, insertMove, lockHand, readSums } from "./hand-store.ts";
import { movedByHand } from "./letters-by-hand.ts";

export type ByHand = {
  user_id: string;
  /** In cents, positive toward the member. */
  amount_minor: bigint;
  words: HandReason;
  /** For colleagues: what it is about. */
  note: string;
  by: string;
  approved_by: string | null;
  /** When it was decided, for what is carried out later and perhaps a second time: its day is that day. Absent: now. */
  decided_at?: Date | undefined;
};
export type HandRefusal = "unknown_member" | "too_much" | "second_person" | "not_said";

const spanOf = (now: Date) => {
  const day = civilDate(now);
  return { day: new Date(`${day}T00:00:00Z`), month: new Date(`${day.slice(0, 7)}-01T00:00:00Z`) };
};
const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Whether this would take a second person now. */
export async function asksSecond(
  context: RewardsContext,
  input: Pick<ByHand, "user_id" | "amount_minor" | "by">,
): Promise<boolean> {
  const sums = await readSums(context.database.db, { ...input, ...spanOf(context.clock.now()) });
  return needsSecond(absolute(input.amount_minor), sums);
}

export async function moveByHand(
  context: RewardsContext,
  input: ByHand,
): Promise<Outcome<{ row: HandRow; again: boolean }, HandRefusal>> {
  const { user_id, amount_minor, words, note, by, approved_by } = input;
  assert(amount_minor !== 0n, "something is moved");
  if (note.trim() === "" || by === "" || approved_by === by) return refused("not_said");
  return context.database.transaction(async (tx): Promise<Outcome<{ row: HandRow; again: boolean }, HandRefusal>> => {
    // The person first, as a merge and the end of an account take them: money for somebody who is gone goes nowhere.
    const member = await context.identity.lockLiving(tx, user_id);
    if (!member) return refused("unknown_member");
    await lockHand(tx, by);
    const now = momentOf(tx, context.clock);
    const span = spanOf(now);
    const cause = ["by_hand", user_id, by, amount_minor, words, note.trim(), civilDate(input.decided_at ?? now)].join(
      ":",
    );
    const move_id = derivedId("transfer", cause);
    const before = await findMove(tx, move_id);
    if (before) return done({ row: before, again: true });
    const sums = await readSums(tx, { user_id, by, ...span });
    const amount = absolute(amount_minor);
    if (isTooMuch(amount, sums)) return refused("too_much");
    if (!approved_by && needsSecond(amount, sums)) return refused("second_person");
    const row: HandRow = {
      move_id,
      user_id,
      amount_minor,
      words,
      note: note.trim().slice(0, 500),
      by,
      approved_by,
      at: now,
    };
    await insertMove(tx, row);
    await post(tx, context, row);
    await context.notifications.queue(tx, {
      cause: `by_hand:${move_id}`,
      recipient: { ...member, user_id },
      letter: movedByHand({ amount_minor: String(amount_minor), words }),
    });
    return done({ row, again: false });
  });
}

async function post(tx: Tx, context: RewardsContext, row: HandRow): Promise<void> {
  const held = { pending: 0n, confirmed: absolute(row.amount_minor) };
  const nothing = { pending: 0n, confirmed: 0n };
  const posted = await context.ledger.credit(tx, [
    {
      kind: "goodwill.given",
      cause: `by_hand:${row.move_id}`,
      reason: row.words,
      data: { bonus: `hand:${row.move_id}`, words: row.words },
      owner: row.user_id,
      from: row.amount_minor > 0n ? nothing : held,
      to: row.amount_minor > 0n ? held : nothing,
      against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -row.amount_minor }],
    },
  ]);
  assert(posted.ok, "money by hand is posted");
}
