/** Settings of the membership: its card processor. */
import { z } from "zod";
import { SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const membershipSettings = {
  STRIPE_API_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/stripe`)
    .describe("Stripe API; Stripe's own is `https://api.stripe.com`"),
  STRIPE_SECRET_KEY: z.string().min(8).default("sk_test_sandbox").describe("Stripe secret key"),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).default("pk_test_sandbox").describe("Stripe publishable key, for browsers"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .default("whsec_sandbox")
    .describe("signs Stripe's webhooks to `/hooks/stripe`; while it is rotated both, with a comma between them"),
  STRIPE_JS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/stripe/endive/stripe.js`)
    .describe("script of the card fields; Stripe's own is `https://js.stripe.com/endive/stripe.js`"),
};

export const membershipFacts: SettingFacts<keyof typeof membershipSettings> = {
  parties: [{ prefix: "STRIPE_" }],
};

export type MembershipSettings = SharedSettings & ValuesOf<typeof membershipSettings>;
