/** Settings of cash back: what networks are asked and how long it is kept. */
import { z } from "zod";
import type { NetworkSettings } from "#catalog";
import type { SharedSettings, ValuesOf } from "#platform/config";
import { IN_AN_ADDRESS, type SettingFacts } from "#platform/going-live";

export const cashbackSettings = {
  IMPACT_POSTBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-postback-secret")
    .describe("part of the address that Impact calls"),
  AWIN_POSTBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-postback-secret")
    .describe("part of the address that Awin calls"),
  CLICKS_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(180)
    .max(3_650)
    .default(550)
    .describe(
      "days that clicks are kept which earned no order; orders are reported, claimed and disputed up to a year late",
    ),
  NETWORK_INQUIRIES: z
    .string()
    .regex(/^(off|(impact)(,(impact))*)$/, "is `off` or the names of networks, with commas: `impact`")
    .default("impact")
    .describe(
      "networks that are asked about missing purchases by their own interface, with commas (only `impact` documents one; its account needs Action Inquiries); `off`: by mail or by hand",
    ),
  POLL_SECONDS: z.coerce.number().int().min(1).max(86_400).default(30).describe("how often network reports are read"),
};

export const cashbackFacts: SettingFacts<keyof typeof cashbackSettings> = {
  keys: { IMPACT_POSTBACK_SECRET: 16, AWIN_POSTBACK_SECRET: 16 },
  written: { IMPACT_POSTBACK_SECRET: IN_AN_ADDRESS, AWIN_POSTBACK_SECRET: IN_AN_ADDRESS },
};

/** Reports are read with the keys by which the catalogue is. */
export type CashbackSettings = SharedSettings & NetworkSettings & ValuesOf<typeof cashbackSettings>;
