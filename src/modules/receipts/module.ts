/** What receipts tell of themselves to the server. */
import type { Coins } from "#coins";
import type { Module } from "#platform/module";
import { type ReceiptCalls, registerReceiptCalls } from "./http.ts";
import { receiptId } from "./ids.ts";
import { RECEIPT_READ } from "./job-kinds.ts";
import { receiptsJobs } from "./jobs.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { FILLED, REFUSED } from "./metrics.ts";
import { receiptView } from "./operator.ts";
import { RECEIPT_TRANSITIONS } from "./receipts.types.ts";
import { receiptsFacts, receiptsSettings } from "./settings.ts";

export const receiptsModule = {
  name: "receipts",
  migration_place: 22,
  settings: receiptsSettings,
  facts: receiptsFacts,
  limits: LIMITS,
  ids: [receiptId],
  states: { "receipts.receipts": RECEIPT_TRANSITIONS },
  operators: ({ receipts }) => receiptView(receipts),
  metrics: [FILLED, REFUSED],
  readings: ({ receipts }) => [{ metric: FILLED, read: async () => [{ value: await receipts.filled() }] }],
  events: [RECEIPT_READ],
  jobs: ({ receipts }) => receiptsJobs(receipts),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ receipts }) => receipts.moveMember,
  introduce: ({ receipts, coins }) => coins.redrawBy(receipts.redraw),
  finish: ({ receipts }) => receipts.close(),
  calls: registerReceiptCalls,
} as const satisfies Module<ReceiptCalls & { coins: Pick<Coins, "redrawBy"> }>;
