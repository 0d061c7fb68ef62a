/** What the extension's bundles tell of themselves to the server. */
import type { Module } from "#platform/module";
import { type ExtensionCalls, registerExtensionCalls } from "./http.ts";
import { extensionJobs } from "./jobs.ts";
import { LIMITS } from "./limits.ts";
import { extensionFacts, extensionSettings } from "./settings.ts";

export const extensionModule = {
  name: "extension",
  migration_place: 25,
  settings: extensionSettings,
  facts: extensionFacts,
  limits: LIMITS,
  jobs: ({ extension }) => extensionJobs(extension),
  calls: registerExtensionCalls,
} as const satisfies Module<ExtensionCalls>;
