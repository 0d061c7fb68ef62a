/** Settings of protection: who tells what a stay costs now. */
import { z } from "zod";
import { SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const protectionSettings = {
  HOTELBEDS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/hotelbeds`)
    .describe("Hotelbeds; their own is `https://api.hotelbeds.com`"),
  HOTELBEDS_API_KEY: z
    .string()
    .default("sandbox-hotelbeds-key")
    .describe("Hotelbeds key; `off`: stays are compared by what members type"),
  HOTELBEDS_SECRET: z
    .string()
    .default("sandbox-hotelbeds-secret")
    .describe("secret by which calls of Hotelbeds are signed"),
};

export const protectionFacts: SettingFacts<keyof typeof protectionSettings> = {
  parties: [{ prefix: "HOTELBEDS_", unless: "HOTELBEDS_API_KEY" }],
};

export type ProtectionSettings = SharedSettings & ValuesOf<typeof protectionSettings>;
