/** What a provider answered becomes a state, ledger and a mail, in one transaction. Repeats change nothing. */
import type { PayoutFacts } from "#notifications";
import { assert } from "#platform/outcome";
import type { PayoutAnswer } from "./provider.types.ts";
import type { PayoutRoom } from "./room.ts";
import { METHODS, mayBecome, REASONS, type WithdrawalState } from "./rules.ts";
import { lockWithdrawal, moveWithdrawal, type WithdrawalRow } from "./store.ts";

const STATE_OF: Record<PayoutAnswer["state"], WithdrawalState> = {
  waiting: "submitted",
  unclaimed: "unclaimed",
  fulfilled: "fulfilled",
  failed: "failed",
  returned: "returned",
};

export const factsOf = (
  row: Pick<WithdrawalRow, "amount_minor" | "method" | "label" | "number" | "arrives_by" | "reason_code">,
  link: string | null,
): PayoutFacts => ({
  amount_minor: row.amount_minor.toString(),
  method: METHODS[row.method],
  to: row.label,
  reference: String(row.number).padStart(4, "0"),
  arrives_by: row.arrives_by.toISOString(),
  reason: row.reason_code ? REASONS[row.reason_code] : null,
  link,
});

export async function settleWithdrawal(
  room: PayoutRoom,
  withdrawalId: string,
  answer: PayoutAnswer,
): Promise<WithdrawalState> {
  const now = room.clock.now();
  return room.database.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, withdrawalId);
    assert(row, "a withdrawal that a provider answers for exists");
    const to = STATE_OF[answer.state];
    if (row.state === to && row.provider_reference === answer.reference) return row.state;
    // Providers repeat and reorder what they tell: what has ended stays ended.
    if (row.state !== to && !mayBecome(row.state, to)) return row.state;
    const reason_code = "reason" in answer ? answer.reason : null;
    const link = answer.state === "fulfilled" ? answer.link : null;
    const settled = to === "fulfilled" || to === "failed" || to === "returned";
    await moveWithdrawal(
      tx,
      row,
      {
        state: to,
        provider_reference: answer.reference,
        provider_item: answer.item,
        reason_code,
        link_sealed: link ? room.seal.close(link) : null,
        settled,
      },
      now,
    );
    if (!settled) return to;
    const method = METHODS[row.method];
    const reference = String(row.number).padStart(4, "0");
    const moved =
      to === "fulfilled"
        ? await room.ledger.capture(tx, {
            hold_id: row.hold_id,
            to: { kind: "payout_float", owner: method.provider },
            data: { method: method.en, reference },
          })
        : await room.ledger.release(tx, { hold_id: row.hold_id, reason: reason_code ?? "provider_refused" });
    assert(moved.ok, `the hold of a withdrawal is open until it settles (${moved.ok ? "" : moved.code})`);
    if (to === "fulfilled")
      await room.cashback.allocatePayout(tx, {
        user_id: row.user_id,
        amount: row.amount_minor,
        method: method.en,
        reference,
      });
    const contact = await room.identity.contact(row.user_id, tx);
    if (contact) {
      await room.notifications.queue(tx, {
        cause: `withdrawal:${row.withdrawal_id}:${to}`,
        recipient: { user_id: row.user_id, email: contact.email, name: contact.name, language: contact.language },
        content: {
          template: to === "fulfilled" ? "withdrawal_paid" : "withdrawal_failed",
          // The mail leads to the account, where the card is opened behind the password: a link in a mailbox is money in a mailbox.
          facts: factsOf({ ...row, reason_code }, link ? `${room.config.PUBLIC_URL}/account/gift-card-history` : null),
        },
      });
    }
    return to;
  });
}
