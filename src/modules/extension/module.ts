/** What the extension's bundles tell of themselves to the server. */
import { defineModule } from "#platform/module";
import { type ExtensionCalls, registerExtensionCalls } from "./http.ts";
import { extensionJobs } from "./jobs.ts";

export const extensionModule = defineModule<ExtensionCalls>({
  name: "extension",
  jobs: ({ extension }) => extensionJobs(extension),
  calls: registerExtensionCalls,
});
