/** Binds receipts to what they prove: one paper proves one thing. */
import type { Clock } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { bindReceipt, lockReceipt, type ReceiptRow } from "./store.ts";

/** `gone`: whether one that is there no more is refused, or left out. */
export type UseWish = {
  receipt_ids: readonly string[];
  user_id: string;
  cause: string;
  gone?: "refused" | "left out";
};

/** All or none, as a refusal that is returned undoes nothing. */
export async function useReceipts(
  tx: Tx,
  clock: Clock,
  { receipt_ids, user_id, cause, gone = "refused" }: UseWish,
): Promise<Outcome<null, "unknown_receipt" | "receipt_used">> {
  const free: ReceiptRow[] = [];
  for (const id of [...new Set(receipt_ids)].toSorted()) {
    const row = await lockReceipt(tx, id);
    const isOwn = row?.user_id === user_id;
    if (!isOwn && gone === "refused") return refused("unknown_receipt");
    if (!isOwn || row.cause === cause) continue;
    if (row.cause !== null) return refused("receipt_used");
    free.push(row);
  }
  for (const { receipt_id } of free) await bindReceipt(tx, receipt_id, { cause, at: momentOf(tx, clock) });
  return done(null);
}
