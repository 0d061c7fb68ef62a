/** Settings of benefits: how soon claims are answered and how long they are kept. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";

export const benefitsSettings = {
  CLAIM_ANSWER_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe("working days in which members are promised an answer to a claim that a person looks at"),
};

export type BenefitsSettings = SharedSettings & ValuesOf<typeof benefitsSettings>;
