/** Settings of protection: who tells what hotels cost. */
import { z } from "zod";
import { SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const protectionSettings = {
  BOOKING_DEMAND_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/booking/3.1`)
    .describe("Booking.com's Demand API; their own is `https://demandapi.booking.com/3.1`"),
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
};

export const protectionFacts: SettingFacts<keyof typeof protectionSettings> = {
  parties: [{ prefix: "BOOKING_DEMAND_", unless: "BOOKING_DEMAND_TOKEN" }],
};

export type ProtectionSettings = SharedSettings & ValuesOf<typeof protectionSettings>;
