/** What rewards say that members have in coins, for the ledger's verification. Schema `coins` only. */
import type { SubLedger } from "#ledger";
import { readOwned } from "./reward-store.ts";

export const rewardLedger: SubLedger = { name: "coin rewards", unit: "COIN", read: readOwned };
