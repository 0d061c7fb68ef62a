/** Payouts as entries of the passbook, read from the ledger alone: money that left, and money that came back after it had. */
import type { StatementLine } from "#ledger";
import { showId } from "#platform/ids";
import type { PayoutEntry } from "./cashback.types.ts";

const LEFT = "hold.captured";
const CAME_BACK = "hold.returned";

export function readPayouts(statement: readonly StatementLine[]): PayoutEntry[] {
  const found = new Map<string, PayoutEntry & { sum: bigint }>();
  for (const line of statement) {
    const left = line.kind === LEFT && line.account_kind === "member_held";
    // What came back may have paid a debt first: both lines together are the payout.
    const back = line.kind === CAME_BACK && line.account_kind !== "member_held";
    if (!left && !back) continue;
    const sum = (found.get(line.transfer_id)?.sum ?? 0n) + line.amount;
    found.set(line.transfer_id, {
      type: "payout",
      id: showId("transfer", line.transfer_id),
      at: line.at.toISOString(),
      method: String(line.data.method ?? ""),
      reference: String(line.data.reference ?? ""),
      amount_minor: sum.toString(),
      came_back: back,
      sum,
    });
  }
  return [...found.values()].map(({ sum: _sum, ...entry }) => entry);
}
