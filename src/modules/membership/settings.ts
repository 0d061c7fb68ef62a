/** Settings of the membership: its card processor. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const membershipSettings = {
  STRIPE_API_URL: partyAddress("/stripe", "Stripe API", "https://api.stripe.com"),
  STRIPE_SECRET_KEY: z.string().min(8).default("sk_test_sandbox").describe("Stripe secret key"),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).default("pk_test_sandbox").describe("Stripe publishable key, for browsers"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .default("whsec_sandbox")
    .describe("signs Stripe's webhooks to `/hooks/stripe`; while it is rotated both, with a comma between them"),
  STRIPE_JS_URL: partyAddress(
    "/stripe/endive/stripe.js",
    "script of the card fields",
    "https://js.stripe.com/endive/stripe.js",
  ),
};

export const membershipFacts: SettingFacts<keyof typeof membershipSettings> = {
  parties: [{ prefix: "STRIPE_" }],
  written: {
    STRIPE_SECRET_KEY: [/^[sr]k_live_./, "begins with `sk_live_` or `rk_live_`"],
    // Every reader's browser gets it: with both in the wrong place the secret one would be published.
    STRIPE_PUBLISHABLE_KEY: [/^pk_live_./, "begins with `pk_live_`; browsers get it"],
    STRIPE_WEBHOOK_SECRET: [/^whsec_./, "begins with `whsec_`"],
  },
};

export type MembershipSettings = SharedSettings & ValuesOf<typeof membershipSettings>;
