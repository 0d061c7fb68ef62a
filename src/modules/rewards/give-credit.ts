/**
 * The credit of a promotion (SPEC §4 "Credit grant"): once for each member, within some days of registering. The same
 * flow again answers as the first time did, so that a doubled click and a replay are no error.
 */
import { addDays } from "#platform/clock";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { RewardRefusal } from "./messages.ts";
import type { RewardsRoom } from "./room.ts";
import { type Flow, heldIn, linesBetween } from "./rules.ts";
import { findCredit, insertCredit } from "./store.ts";

export type Credit = { amount_minor: string; flow: Flow; again: boolean };

export async function giveCredit(
  room: RewardsRoom,
  input: { user_id: string; member_since: Date; flow: Flow },
): Promise<Outcome<Credit, RewardRefusal>> {
  const now = room.clock.now();
  const { promos } = room.brand;
  const amount = BigInt(input.flow === "flow5" ? promos.flow5_minor : promos.flow1_minor);
  return room.database.transaction(async (tx) => {
    const before = await findCredit(tx, input.user_id);
    if (before) {
      if (before.flow !== input.flow) return refused("already_credited");
      return done({ amount_minor: before.amount_minor.toString(), flow: before.flow, again: true });
    }
    if (addDays(input.member_since, promos.claim_days) < now)
      return refused("credit_too_late", { days: String(promos.claim_days) });
    const credit = { user_id: input.user_id, flow: input.flow, amount_minor: amount, claimed_at: now };
    if (!(await insertCredit(tx, credit))) {
      // Two at once: this one waited for the other, which has credited.
      const first = await findCredit(tx, input.user_id);
      if (first?.flow !== input.flow) return refused("already_credited");
      return done({ amount_minor: first.amount_minor.toString(), flow: first.flow, again: true });
    }
    const balance = (await room.ledger.lockMembers(tx, [input.user_id])).get(input.user_id);
    assert(balance, "the member's balances are locked");
    const posted = await room.ledger.post(tx, [
      {
        kind: "bonus.credit",
        cause: `credit:${input.user_id}`,
        data: { bonus: `credit:${input.user_id}`, title: "credit" },
        lines: linesBetween(heldIn("joined", 0n), heldIn("earned", amount), { user_id: input.user_id, ...balance }),
      },
    ]);
    assert(posted.ok, `a credit is posted under lock (${posted.ok ? "" : posted.code})`);
    return done({ amount_minor: amount.toString(), flow: input.flow, again: false });
  });
}
