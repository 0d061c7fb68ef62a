/** What help tells of itself to the server. */

import type { Module } from "#platform/module";
import { CHAT_TRANSITIONS } from "./chat/chat-rules.ts";
import { LETTERS_OF_CHATS } from "./chat/letters-of-chats.ts";
import { cookies } from "./cookies.ts";
import { type HelpCalls, registerHelpCalls } from "./http.ts";
import { fileId, heldId, messageId } from "./ids.ts";
import { helpJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { messageAnswered } from "./letters-of-answers.ts";
import { messageSolved } from "./letters-of-ends.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { FILES_FILLED, FILES_REFUSED } from "./metrics.ts";
import { navigation } from "./navigation.ts";
import { messageView } from "./operator.ts";
import { helpSettings } from "./settings.ts";
import { MESSAGE_TRANSITIONS } from "./thread-rules.ts";

export const helpModule = {
  name: "help",
  migration_place: 19,
  settings: helpSettings,
  limits: LIMITS,
  navigation,
  ids: [fileId, heldId, messageId],
  states: { "help.messages": MESSAGE_TRANSITIONS, "help.chats": CHAT_TRANSITIONS },
  cookies,
  operators: ({ help }) => messageView(help),
  metrics: [FILES_FILLED, FILES_REFUSED],
  readings: ({ help }) => [
    {
      metric: FILES_FILLED,
      read: async () => Object.entries(await help.filesFilled()).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ],
  letters: [...LETTERS, ...LETTERS_OF_CHATS, messageAnswered, messageSolved],
  jobs: ({ help }) => helpJobs(help),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ help }) => help.moveMember,
  close: ({ help }) => help.close(),
  calls: registerHelpCalls,
} as const satisfies Module<HelpCalls>;
