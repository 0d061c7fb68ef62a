/** Binds a receipt to what it proves: one paper proves one thing. */
import type { Clock } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Receipt } from "./receipts.types.ts";
import { toReceipt } from "./shape.ts";
import { bindReceipt, lockReceipt } from "./store.ts";

export async function useReceipt(
  tx: Tx,
  clock: Clock,
  wish: { receipt_id: string; user_id: string; cause: string },
): Promise<Outcome<Receipt, "unknown_receipt" | "receipt_used">> {
  const row = await lockReceipt(tx, wish.receipt_id);
  if (row?.user_id !== wish.user_id) return refused("unknown_receipt");
  if (row.cause !== null && row.cause !== wish.cause) return refused("receipt_used");
  if (row.cause === null) await bindReceipt(tx, row.receipt_id, { cause: wish.cause, at: momentOf(tx, clock) });
  return done(toReceipt(row));
}
