/** What notifications tells of itself to the server. */

import type { Request } from "#platform/http";
import type { Limits } from "#platform/limits";
import { defineModule } from "#platform/module";
import { registerNotificationCalls } from "./http.ts";
import { registerReturnHooks } from "./http-returns.ts";
import { mailId } from "./ids.ts";
import { notificationJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { navigation } from "./navigation.ts";
import type { Notifications } from "./notifications.server.ts";
import { mailView } from "./operator.ts";
import { MAIL_TRANSITIONS } from "./rules.ts";
import { TEXT_TRANSITIONS } from "./texts/text-store.ts";

type Doors = {
  notifications: Notifications;
  limits: Limits;
  memberOf(request: Request): Promise<{ user_id: string; email: string | null } | null>;
};

export const notificationsModule = defineModule<Doors>({
  name: "notifications",
  navigation,
  ids: [mailId],
  operators: ({ notifications }) => mailView(notifications),
  states: {
    "notifications.mails": MAIL_TRANSITIONS,
    "notifications.texts": TEXT_TRANSITIONS,
  },
  jobs: ({ notifications }) => notificationJobs(notifications),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  calls: registerNotificationCalls,
  hooks: [registerReturnHooks],
});
