/** Settings of coins: which providers of offers and surveys are connected, and how. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const coinsSettings = {
  COINS_CALLBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-callback-secret")
    .describe("part of the address that providers of offers and surveys call"),
};

export const coinsFacts: SettingFacts<keyof typeof coinsSettings> = {
  keys: { COINS_CALLBACK_SECRET: 16 },
};

export type CoinsSettings = SharedSettings & ValuesOf<typeof coinsSettings>;
