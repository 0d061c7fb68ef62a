/** Settings of the ledger: what keeps its seals. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const ledgerSettings = {
  LEDGER_SEAL_KEY: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 characters; signs the ledger's daily seals, and is in no database; needed when SANDBOX=off"),
  LEDGER_SEALS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("where the ledger's seals are written, out of the database's reach; default `seals` under DATA_DIR"),
  LEDGER_SEALS_MAIL: z.email().optional().describe("whom each seal is told by mail; absent: nobody"),
};

export const ledgerFacts: SettingFacts<keyof typeof ledgerSettings> = {
  keys: { LEDGER_SEAL_KEY: 32 },
};

export type LedgerSettings = SharedSettings & ValuesOf<typeof ledgerSettings>;
