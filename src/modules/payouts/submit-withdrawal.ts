/** Sends a withdrawal to its provider and asks what became of it, until it has ended. */
import { addDays } from "#platform/clock";
import { addJobs } from "#platform/jobs";
import type { PayoutOrder } from "./provider.types.ts";
import type { PayoutRoom } from "./room.ts";
import { settleWithdrawal } from "./settle-withdrawal.ts";
import { readWithdrawal, type WithdrawalRow } from "./store.ts";

export const CHECK = "payouts.check";
/** Asked again after these seconds; the last is repeated. Webhooks make it sooner. */
const WAITS_SECONDS = [3, 5, 10, 30, 120, 600, 3_600];

async function orderOf(room: PayoutRoom, row: WithdrawalRow): Promise<PayoutOrder> {
  const contact = await room.identity.contact(row.user_id);
  return {
    withdrawal_id: row.withdrawal_id,
    method: row.method,
    amount_minor: row.amount_minor,
    destination: row.destination,
    recipient: { name: contact?.name ?? "Member", email: contact?.email ?? "" },
  };
}

async function askLater(room: PayoutRoom, withdrawalId: string, round: number): Promise<void> {
  const seconds = WAITS_SECONDS[Math.min(round, WAITS_SECONDS.length - 1)] ?? 3_600;
  await addJobs(room.database.db, [
    {
      task: CHECK,
      payload: { withdrawal_id: withdrawalId, round: round + 1 },
      key: `payout-check:${withdrawalId}`,
      run_at: addDays(room.clock.now(), seconds / 86_400),
    },
  ]);
}

/**
 * The provider is called outside any transaction, because it may take long. A time-out tells nothing: the job fails, and
 * the same order is sent again under the same id, which the provider pays once.
 */
export async function submitWithdrawal(room: PayoutRoom, withdrawalId: string): Promise<void> {
  const row = await readWithdrawal(room.database.db, withdrawalId);
  if (row?.state !== "requested") return;
  const answer = await room.providerOf(row.method).submit(await orderOf(room, row));
  const state = await settleWithdrawal(room, withdrawalId, answer);
  if (state === "submitted" || state === "unclaimed") await askLater(room, withdrawalId, 0);
}

export async function checkWithdrawal(room: PayoutRoom, withdrawalId: string, round: number): Promise<void> {
  const row = await readWithdrawal(room.database.db, withdrawalId);
  if (!row?.provider_reference || (row.state !== "submitted" && row.state !== "unclaimed")) return;
  const answer = await room.providerOf(row.method).check(await orderOf(room, row), row.provider_reference);
  const state = await settleWithdrawal(room, withdrawalId, answer);
  if (state === "submitted" || state === "unclaimed") await askLater(room, withdrawalId, round);
}
