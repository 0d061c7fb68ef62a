/** A withdrawal's payment: what the provider is told, and what each change of it means for the withdrawal and its member. */

import type { PayableRow } from "#payables";
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { PayoutContext } from "./context.ts";
import { type PayoutFacts, withdrawalFailed, withdrawalPaid } from "./letters.ts";
import { METHODS, type Method, mayBecome, REASONS, type ReasonCode, type WithdrawalState } from "./rules.ts";
import { lockWithdrawal, markPayable, moveWithdrawal, takeWithoutPayable, type WithdrawalRow } from "./store.ts";

export const KIND = "withdrawal";

/** As it was when it was asked for: a repeat with another name or address would be another order to the provider. */
export type PayoutRequest = {
  method: Method;
  destination: string;
  recipient: { name: string; email: string };
  /** Whom it comes from, as the member knows us; absent in requests from before there were partners. */
  from?: string;
};

const referenceOf = (row: Pick<WithdrawalRow, "number">): string => String(row.number).padStart(4, "0");

/** What the ledger's lines of a withdrawal say of it; of one with coins also the card, and what it is worth. */
export const dataOf = (
  row: Pick<WithdrawalRow, "number" | "method" | "amount_minor" | "coins" | "label">,
): Record<string, string> => ({
  method: METHODS[row.method].en,
  reference: referenceOf(row),
  ...(row.coins !== null && {
    worth: row.amount_minor.toString(),
    ...(row.method === "gift_card" && { card: row.label }),
  }),
});

export function intentOf(
  row: Pick<
    WithdrawalRow,
    "withdrawal_id" | "user_id" | "number" | "method" | "amount_minor" | "coins" | "destination" | "label" | "hold_id"
  >,
  recipient: { name: string; email: string },
  from?: string,
) {
  const method = METHODS[row.method];
  const request: PayoutRequest = { method: row.method, destination: row.destination, recipient, ...(from && { from }) };
  return {
    payable_id: row.withdrawal_id,
    kind: KIND,
    provider: method.provider,
    owner: row.user_id,
    unit: "USD" as const,
    amount_minor: row.amount_minor,
    hold_id: row.hold_id,
    held_in: row.coins === null ? ("USD" as const) : ("COIN" as const),
    request,
    data: dataOf(row),
  };
}

const STATE_OF: Record<PayableRow["state"], WithdrawalState | null> = {
  intent: "requested",
  sending: "requested",
  unknown: "requested",
  accepted: "submitted",
  done: "fulfilled",
  refused: "failed",
  returned: "returned",
};

export const factsOf = (
  row: Pick<WithdrawalRow, "amount_minor" | "coins" | "method" | "label" | "number" | "arrives_by" | "reason_code">,
  link: string | null,
): PayoutFacts => ({
  amount_minor: row.amount_minor.toString(),
  coins: row.coins?.toString() ?? null,
  method: METHODS[row.method],
  to: row.label,
  reference: referenceOf(row),
  arrives_by: row.arrives_by.toISOString(),
  reason: row.reason_code ? REASONS[row.reason_code] : null,
  link,
});

/** A provider's code in words that a member reads; one that has none of its own, and what a person said, is told in general. */
const reasonOf = (code: string | null, hadArrived: boolean): ReasonCode =>
  code !== null && Object.hasOwn(REASONS, code) ? (code as ReasonCode) : hadArrived ? "returned" : "provider_refused";

/** The withdrawal follows its payable, in the same transaction. What has no meaning for its member changes nothing here. */
export async function followPayable(
  tx: Tx,
  context: PayoutContext,
  payable: PayableRow,
  secret: string | null,
): Promise<void> {
  const now = context.clock.now();
  const row = await lockWithdrawal(tx, payable.payable_id);
  assert(row, "a payable of a withdrawal belongs to one");
  const to = payable.note === "unclaimed" ? "unclaimed" : STATE_OF[payable.state];
  if (to === null || to === row.state || !mayBecome(row.state, to)) return;
  const failed = to === "failed" || to === "returned";
  const reason_code = failed ? reasonOf(payable.code, row.state === "fulfilled") : null;
  const settled = failed || to === "fulfilled";
  const link_sealed = secret ? context.seal.close(secret) : null;
  await moveWithdrawal(tx, row, { state: to, reason_code, link_sealed, settled }, now);
  if (!settled) return;
  const { user_id, amount_minor } = row;
  const named = { method: METHODS[row.method].en, reference: referenceOf(row), payout: row.withdrawal_id };
  const facts = { user_id, amount: amount_minor, ...named };
  // Coins are no order's money.
  if (to === "fulfilled" && row.coins === null) await context.cashback.allocatePayout(tx, facts);
  // Paid and come back: the orders whose money it was wait for their payout again.
  if (to === "returned" && row.state === "fulfilled" && row.coins === null)
    await context.cashback.returnPayout(tx, facts);
  const contact = await context.identity.contact(user_id, tx);
  if (!contact?.email) return;
  await context.notifications.queue(tx, {
    cause: `withdrawal:${row.withdrawal_id}:${to}`,
    recipient: { ...contact, user_id },
    // The mail leads to the account, where the card is opened behind the password: a link in a mailbox is money in a mailbox.
    letter: (to === "fulfilled" ? withdrawalPaid : withdrawalFailed)(
      factsOf({ ...row, reason_code }, secret ? `${context.settings.PUBLIC_URL}/account/gift-card-history` : null),
    ),
  });
}

const MAX_ADOPT = 200;

/** Withdrawals from before there were payables: nobody knows whether one without a reference was sent. */
export async function adoptWithdrawals(context: PayoutContext): Promise<void> {
  await context.database.transaction(async (tx) => {
    for (const row of await takeWithoutPayable(tx, MAX_ADOPT)) {
      const contact = await context.identity.contact(row.user_id, tx);
      await context.payables.adopt(tx, {
        ...intentOf(row, { name: contact?.name ?? "Member", email: contact?.email ?? "" }),
        reference: row.provider_reference,
        item: row.provider_item,
        note: row.state === "unclaimed" ? "unclaimed" : null,
        at: row.submitted_at ?? row.requested_at,
      });
      await markPayable(tx, row.withdrawal_id, context.clock.now());
    }
  });
}
