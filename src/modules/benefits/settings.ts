/** Settings of benefits: how soon claims are answered, and what wallet passes of the savings card are signed with. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

const pem = (words: string) =>
  z
    .string()
    .regex(/^-----BEGIN [A-Z ]+-----/)
    .optional()
    .describe(words);

export const benefitsSettings = {
  CLAIM_ANSWER_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe("working days in which members are promised an answer to a claim that a person looks at"),
  APPLE_PASS_TYPE: z
    .string()
    .regex(/^pass\./)
    .optional()
    .describe("pass type of the savings card for Apple Wallet, `pass.…`; absent: no such pass"),
  APPLE_PASS_TEAM: z.string().min(1).optional().describe("Apple team of that pass type"),
  APPLE_PASS_CERTIFICATE: pem("certificate of that pass type, PEM"),
  APPLE_PASS_KEY: pem("key of that certificate, PEM without a password"),
  APPLE_PASS_WWDR: pem("Apple's intermediate certificate (WWDR) that it hangs on, PEM"),
  GOOGLE_PASS_ISSUER: z
    .string()
    .regex(/^\d+$/)
    .optional()
    .describe("issuer id of the savings card for Google Wallet; absent: no such pass"),
  GOOGLE_PASS_ACCOUNT: z.email().optional().describe("mail address of the service account that signs it"),
  GOOGLE_PASS_KEY: pem("key of that service account, PEM (PKCS #8)"),
};

export const benefitsFacts: SettingFacts<keyof typeof benefitsSettings> = {
  // An account's number, and no address as the issuers of sign-ins are.
  written: { GOOGLE_PASS_ISSUER: [/^\d+$/, "is a number"] },
  together: [
    ["APPLE_PASS_TYPE", "APPLE_PASS_TEAM", "APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY", "APPLE_PASS_WWDR"],
    ["GOOGLE_PASS_ISSUER", "GOOGLE_PASS_ACCOUNT", "GOOGLE_PASS_KEY"],
  ],
};

export type BenefitsSettings = SharedSettings & ValuesOf<typeof benefitsSettings>;
