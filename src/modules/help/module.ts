/** What help tells of itself to the server. */

import { defineModule } from "#platform/module";
import { type HelpCalls, registerHelpCalls } from "./http.ts";
import { fileId } from "./ids.ts";
import { helpJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { navigation } from "./navigation.ts";

export const helpModule = defineModule<HelpCalls>({
  name: "help",
  navigation,
  ids: [fileId],
  jobs: ({ help }) => helpJobs(help),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ help }) => help.moveMember,
  calls: registerHelpCalls,
});
