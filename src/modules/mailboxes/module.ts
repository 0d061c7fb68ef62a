/** What mailboxes tell of themselves to the server. */
import type { Module } from "#platform/module";
import { cookies } from "./cookies.ts";
import { type MailboxCalls, registerMailboxCalls } from "./http.ts";
import { type MailHooks, registerMailHooks } from "./http-hooks.ts";
import { registerLinkCalls } from "./http-links.ts";
import { linkId, mailFactId, mailId } from "./ids.ts";
import { FACTS_READ } from "./job-kinds.ts";
import { mailboxesJobs } from "./jobs.ts";
import { mailboxLost } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { LINK_TRANSITIONS } from "./links/links.types.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { mailboxesView } from "./operator.ts";
import { mailboxesFacts, mailboxesSettings } from "./settings.ts";

export const mailboxesModule = {
  name: "mailboxes",
  migration_place: 23,
  settings: mailboxesSettings,
  facts: mailboxesFacts,
  limits: LIMITS,
  ids: [mailId, mailFactId, linkId],
  cookies,
  states: { "mailboxes.links": LINK_TRANSITIONS },
  letters: [mailboxLost],
  events: [FACTS_READ],
  jobs: ({ mailboxes }) => mailboxesJobs(mailboxes),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ mailboxes }) => mailboxes.moveMember,
  operators: ({ mailboxes }) => mailboxesView(mailboxes),
  calls(app, deps) {
    registerMailboxCalls(app, deps);
    registerLinkCalls(app, deps);
  },
  hooks: [registerMailHooks],
  listen: ({ mailboxes }) => mailboxes.listen(),
} as const satisfies Module<MailboxCalls & MailHooks>;
