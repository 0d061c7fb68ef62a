/**
 * Brings a promotion's credit to where its condition says it should be: state, ledger and history in one transaction.
 * Computed anew each time from what is, so that a repeat does nothing.
 */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import { creditOnce, personKey, takeOnce } from "./promotion-limits.ts";
import { byMonth, CREDIT_TRANSITIONS, creditStanding } from "./promotion-rules.ts";
import { type CreditRow, lockCredits, readCredits, saveCredit } from "./promotion-store.ts";
import { againstMarketing, inTurn } from "./rules.ts";

export async function settleCredits(context: RewardsContext, userId: string): Promise<void> {
  // Credits from before there were offers were given whole, and stand.
  if (!(await readCredits(context.database.db, userId)).some((row) => row.offer_id !== null)) return;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const contact = await context.identity.contact(userId, tx);
    let had = false;
    for (const before of inTurn(await lockCredits(tx, userId))) {
      if (before.offer_id === null) {
        had = true;
        continue;
      }
      const orders = await context.cashback.ordersForReward(tx, {
        user_id: userId,
        min_minor: before.min_order_minor,
        until: before.decide_by,
      });
      const standing = creditStanding(before, {
        first: !had,
        verified: Boolean(contact?.email_verified_at),
        orders,
        paid_month: await context.membership.hasPaidMonth(tx, userId, {
          since: before.claimed_at,
          until: before.decide_by,
        }),
        in_time: now <= before.decide_by,
      });
      had ||= standing.state !== "reversed";
      if (standing.state === before.state && standing.order_id === before.order_id) continue;
      const row: CreditRow = { ...before, ...standing };
      // Whoever pays with a card that earned this before is the same person with another name.
      if (row.state === "earned" && before.state !== "earned") {
        const cards = await context.membership.cardKeys(tx, userId);
        const keys = cards.map((key) => personKey("card", key));
        if (!(await takeOnce(tx, context, creditOnce(before.credit_id), keys)))
          Object.assign(row, { state: "reversed", reason_code: "card_had" });
      }
      await moveCredit(tx, context, before, row);
    }
  });
}

/** A change of state with its history and its money; without one, another order carries the credit now. */
export async function moveCredit(tx: Tx, context: RewardsContext, before: CreditRow, next: CreditRow): Promise<void> {
  const now = context.clock.now();
  assert(
    next.state === before.state || (CREDIT_TRANSITIONS[before.state] as readonly string[]).includes(next.state),
    `a credit may go from ${before.state} to ${next.state}`,
  );
  const row = {
    ...next,
    version: before.version + 1,
    earned_at: next.state === "earned" ? (before.earned_at ?? now) : null,
  };
  await saveCredit(tx, row, before.state, now);
  if (row.state !== before.state) await creditMember(tx, context, before, row);
}

const heldIn = (row: CreditRow | null) => ({
  pending: row?.state === "pending" ? row.amount_minor : 0n,
  confirmed: row?.state === "earned" ? row.amount_minor : 0n,
});

export async function creditMember(
  tx: Tx,
  context: RewardsContext,
  before: CreditRow | null,
  row: CreditRow,
): Promise<void> {
  const from = heldIn(before);
  const to = heldIn(row);
  const credited = await context.ledger.credit(tx, [
    {
      kind: "bonus.credit",
      cause: `credit:${row.credit_id}:${row.version}`,
      reason: row.reason_code ?? (byMonth(before) && row.state !== "earned" ? "payment_returned" : null),
      data: {
        bonus: `credit:${row.credit_id}`,
        title: "credit",
        expected_at: row.state === "pending" ? row.decide_by.toISOString() : null,
      },
      owner: row.user_id,
      from,
      to,
      against: againstMarketing(from, to),
    },
  ]);
  assert(credited.ok, `a credit is never refused (${credited.ok ? "" : credited.code})`);
}
