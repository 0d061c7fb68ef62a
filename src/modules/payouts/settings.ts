/** Settings of payouts: who sends the money. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const payoutsSettings = {
  PAYPAL_API_URL: partyAddress("/paypal", "PayPal REST API", "https://api-m.paypal.com"),
  PAYPAL_CLIENT_ID: z.string().default("sandbox-paypal-client").describe("PayPal client"),
  PAYPAL_CLIENT_SECRET: z.string().default("sandbox-paypal-secret").describe("PayPal secret"),
  PAYPAL_WEBHOOK_ID: z.string().default("sandbox-webhook").describe("PayPal webhook"),
  TREMENDOUS_API_URL: partyAddress("/tremendous/api/v2", "Tremendous API", "https://www.tremendous.com/api/v2"),
  TREMENDOUS_API_KEY: z.string().default("TEST_sandbox").describe("Tremendous key"),
  TREMENDOUS_WEBHOOK_KEY: z.string().default("sandbox-tremendous-key").describe("signs Tremendous webhooks"),
};

export const payoutsFacts: SettingFacts<keyof typeof payoutsSettings> = {
  parties: [{ prefix: "PAYPAL_" }, { prefix: "TREMENDOUS_" }],
};

export type PayoutsSettings = SharedSettings & ValuesOf<typeof payoutsSettings>;
