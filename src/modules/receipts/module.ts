/** What receipts tell of themselves to the server. */
import { defineModule } from "#platform/module";
import { type ReceiptCalls, registerReceiptCalls } from "./http.ts";
import { receiptId } from "./ids.ts";
import { receiptsJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { receiptView } from "./operator.ts";
import { RECEIPT_TRANSITIONS } from "./receipts.types.ts";

export const receiptsModule = defineModule<ReceiptCalls>({
  name: "receipts",
  ids: [receiptId],
  states: { "receipts.receipts": RECEIPT_TRANSITIONS },
  operators: ({ receipts }) => receiptView(receipts),
  jobs: ({ receipts }) => receiptsJobs(receipts),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ receipts }) => receipts.moveMember,
  calls: registerReceiptCalls,
});
