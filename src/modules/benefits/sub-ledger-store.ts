/** What claims say that members have, for the ledger's verification. Schema `benefits` only. */
import type { SubLedger } from "#ledger";
import { readOwned } from "./claim-store.ts";

export const rebateLedger: SubLedger = { name: "rebates", read: readOwned };
