/** What notifications tells of itself to the server. */

import type { Clock } from "#platform/clock";
import type { Limits } from "#platform/limits";
import type { Module } from "#platform/module";
import { COPY } from "./copy-mail.ts";
import { digestLetter } from "./digest/digest-letter.ts";
import { type MemberOfCalls, registerNotificationCalls } from "./http.ts";
import { registerPushCalls } from "./http-push.ts";
import { type NotificationHooks, registerReturnHooks } from "./http-returns.ts";
import { registerTextHook } from "./http-texts.ts";
import { mailId, noticeId } from "./ids.ts";
import { notificationJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { navigation } from "./navigation.ts";
import type { Notifications } from "./notifications.server.ts";
import { mailView } from "./operator.ts";
import { MAIL_TRANSITIONS, PUSH_TRANSITIONS } from "./rules.ts";
import { notificationsFacts, notificationsSettings } from "./settings.ts";
import { TEXT_TRANSITIONS } from "./texts/text-store.ts";

type Doors = {
  notifications: Notifications;
  limits: Limits;
  clock: Clock;
  memberOf: MemberOfCalls;
  providerHealth: NotificationHooks["providerHealth"];
};

export const notificationsModule = {
  name: "notifications",
  migration_place: 2,
  settings: notificationsSettings,
  facts: notificationsFacts,
  limits: LIMITS,
  navigation,
  ids: [mailId, noticeId],
  operators: ({ notifications }) => mailView(notifications),
  states: {
    "notifications.mails": MAIL_TRANSITIONS,
    "notifications.pushes": PUSH_TRANSITIONS,
    "notifications.texts": TEXT_TRANSITIONS,
  },
  letters: [...LETTERS, digestLetter, COPY],
  jobs: ({ notifications }) => notificationJobs(notifications),
  data: ({ clock }) => ({ read: readMemberData, erase: (tx, userId) => eraseMemberData(tx, userId, clock.now()) }),
  move:
    ({ clock }) =>
    (tx, move) =>
      moveMember(tx, move, clock.now()),
  close: ({ notifications }) => notifications.close(),
  calls: (app, doors) => {
    registerNotificationCalls(app, doors);
    registerPushCalls(app, doors);
  },
  hooks: [registerReturnHooks, registerTextHook],
} as const satisfies Module<Doors>;
