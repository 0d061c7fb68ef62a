/** Kinds of events of benefits. */
import { z } from "zod";
import { defineEvent } from "#platform/job";

/** What a member sees of a claim is another than before. */
export const CLAIM_CHANGED = defineEvent("benefits.claim_changed", { claim_id: z.string(), sequence: z.int() });
