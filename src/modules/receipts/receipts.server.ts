/** The door of receipts: files of members that prove what they bought, and what was read of them. */
import type { ReceiptsDeps } from "./context.ts";

export type * from "./receipts.types.ts";

export function createReceipts(_deps: ReceiptsDeps) {
  return {};
}
export type Receipts = ReturnType<typeof createReceipts>;
