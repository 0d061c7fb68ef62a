/** Settings of the extension's bundles: the key that signs them, and what is known of single stores. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const extensionSettings = {
  EXTENSION_SIGNING_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      "at least 32 characters; signs what the browser extension takes from us, and never changes while one is installed; needed when SANDBOX=off",
    ),
  EXTENSION_STORE_RECIPES: z
    .string()
    .optional()
    .describe("a JSON file of what is known of single stores' checkouts: selectors by hosts, told to the extension"),
};

export const extensionFacts: SettingFacts<keyof typeof extensionSettings> = {
  keys: { EXTENSION_SIGNING_KEY: 32 },
};

export type ExtensionSettings = SharedSettings & ValuesOf<typeof extensionSettings>;
