/** What mailboxes tell of themselves to the server. */
import type { Limits } from "#platform/limits";
import { defineModule } from "#platform/module";
import { registerMailHooks } from "./http-hooks.ts";
import { mailboxLinkId, mailId } from "./ids.ts";
import { mailboxesJobs } from "./jobs.ts";
import type { Mailboxes } from "./mailboxes.server.ts";

export const mailboxesModule = defineModule<{ mailboxes: Mailboxes; limits: Limits }>({
  name: "mailboxes",
  ids: [mailId, mailboxLinkId],
  jobs: ({ mailboxes }) => mailboxesJobs(mailboxes),
  hooks: [registerMailHooks],
});
