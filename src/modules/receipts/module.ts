/** What receipts tell of themselves to the server. */
import { defineModule } from "#platform/module";
import { receiptId } from "./ids.ts";

export const receiptsModule = defineModule({ name: "receipts", ids: [receiptId] });
