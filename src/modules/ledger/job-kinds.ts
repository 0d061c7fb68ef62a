/** Events of the ledger. */
import { z } from "zod";
import { defineEvent } from "#platform/job";

/** A seal was written; numbers as text, because they may be larger than JSON can hold. */
export const SEALED = defineEvent("ledger.sealed", {
  number: z.string(),
  at: z.string(),
  accounts: z.int(),
  lines: z.string(),
  digest: z.string(),
});
