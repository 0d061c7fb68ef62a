/** Settings of where people come from and what is told of it. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const attributionSettings = {
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .transform((name) => name.toLowerCase())
    .optional()
    .describe("header in which the proxy in front tells the reader's country, two letters; absent: unknown"),
  EVENTS_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(395)
    .describe("days that tracking events are kept"),
  GA4_API_URL: partyAddress(
    "/analytics",
    "Measurement Protocol of Google Analytics",
    "https://www.google-analytics.com",
  ),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/)
    .optional()
    .describe("Google Analytics data stream, `G-…`; absent: nothing is sent"),
  GA4_API_SECRET: z.string().min(4).optional().describe("its Measurement Protocol secret"),
};

export const attributionFacts: SettingFacts<keyof typeof attributionSettings> = {
  parties: [{ prefix: "GA4_", unless: "GA4_MEASUREMENT_ID", calls: ["google_analytics"] }],
  together: [["GA4_MEASUREMENT_ID", "GA4_API_SECRET"]],
};

export type AttributionSettings = SharedSettings & ValuesOf<typeof attributionSettings>;
