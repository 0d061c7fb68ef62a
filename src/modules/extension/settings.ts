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
  EXTENSION_OLDEST_VERSION: z
    .string()
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4} \d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
    .refine(
      (text) => new Date(`${text.split(" ")[1]}T00:00Z`).toJSON()?.startsWith(text.split(" ")[1] ?? "") === true,
      "no such day",
    )
    .optional()
    .describe(
      "the oldest version of the extension that is served, a blank, and from which day (UTC), as in 0.2.0 2027-03-01; older ones are told beforehand and stop that day; unset: all are served",
    ),
};

export const extensionFacts: SettingFacts<keyof typeof extensionSettings> = {
  keys: { EXTENSION_SIGNING_KEY: 32 },
};

export type ExtensionSettings = SharedSettings & ValuesOf<typeof extensionSettings>;
