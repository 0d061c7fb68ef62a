/** What mailboxes tell of themselves to the server. */
import type { Limits } from "#platform/limits";
import { defineModule } from "#platform/module";
import { type MailboxCalls, registerMailboxCalls } from "./http.ts";
import { registerMailHooks } from "./http-hooks.ts";
import { mailId } from "./ids.ts";
import { mailboxesJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { mailboxesView } from "./operator.ts";

export const mailboxesModule = defineModule<MailboxCalls & { limits: Limits }>({
  name: "mailboxes",
  ids: [mailId],
  jobs: ({ mailboxes }) => mailboxesJobs(mailboxes),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  operators: ({ mailboxes }) => mailboxesView(mailboxes),
  calls: registerMailboxCalls,
  hooks: [registerMailHooks],
});
