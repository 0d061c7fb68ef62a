/** Settings of protection: who tells what hotels and rental cars cost. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const protectionSettings = {
  BOOKING_DEMAND_URL: partyAddress("/booking/3.1", "Booking.com's Demand API", "https://demandapi.booking.com/3.1"),
  BOOKING_DEMAND_TOKEN: z
    .string()
    .default("sandbox-booking-token")
    .describe(
      "Demand API token; `off`: prices of hotels are not watched, members are reminded and find them themselves",
    ),
  BOOKING_DEMAND_AFFILIATE_ID: z
    .string()
    .regex(/^\d{1,12}$/)
    .default("2000001")
    .describe("affiliate id at Booking.com"),
  EXPEDIA_XAP_URL: partyAddress("/expedia", "Expedia Group's XAP API", "https://apim.expedia.com"),
  EXPEDIA_XAP_KEY: z
    .string()
    .default("sandbox-expedia-key")
    .describe("XAP key; `off`: prices of rental cars are not watched, members are reminded and find them themselves"),
  EXPEDIA_XAP_SECRET: z.string().default("sandbox-expedia-secret").describe("its secret"),
};

export const protectionFacts: SettingFacts<keyof typeof protectionSettings> = {
  parties: [
    { prefix: "BOOKING_DEMAND_", unless: "BOOKING_DEMAND_TOKEN", calls: ["booking"] },
    { prefix: "EXPEDIA_XAP_", unless: "EXPEDIA_XAP_KEY", calls: ["expedia"] },
  ],
};

export type ProtectionSettings = SharedSettings & ValuesOf<typeof protectionSettings>;
