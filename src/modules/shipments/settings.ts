/** Settings of shipments: who tells where parcels are. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const shipmentsSettings = {
  EASYPOST_URL: partyAddress("/easypost/v2", "EasyPost", "https://api.easypost.com/v2"),
  EASYPOST_API_KEY: z
    .string()
    .default("sandbox-easypost-key")
    .describe("EasyPost key; `off`: parcels are not followed by them"),
  EASYPOST_WEBHOOK_SECRET: z
    .string()
    .default("sandbox-easypost-secret")
    .describe("secret by which EasyPost signs what it tells"),
  UPS_URL: partyAddress("/ups", "UPS, asked about its own parcels", "https://onlinetools.ups.com"),
  UPS_CLIENT_ID: z
    .string()
    .default("off")
    .describe(
      "client of an app at developer.ups.com with the product Tracking; `off`: EasyPost is asked about UPS too",
    ),
  UPS_CLIENT_SECRET: z.string().default("sandbox-ups-secret").describe("its secret"),
};

export const shipmentsFacts: SettingFacts<keyof typeof shipmentsSettings> = {
  parties: [
    { prefix: "EASYPOST_", unless: "EASYPOST_API_KEY", calls: ["easypost"] },
    { prefix: "UPS_", unless: "UPS_CLIENT_ID", calls: ["ups"] },
  ],
};

export type ShipmentsSettings = SharedSettings & ValuesOf<typeof shipmentsSettings>;
