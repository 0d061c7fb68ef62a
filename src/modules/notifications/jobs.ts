/** Jobs of notifications: one a mail, one a push, one a text; the mail server being away only delays it. */
import { SEALED } from "#ledger";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import { SEND_DIGEST, SEND_MAIL, SEND_PUSH, SEND_TEXT, TAKE_RETURN, TAKE_TEXT } from "./job-kinds.ts";
import type { Notifications } from "./notifications.server.ts";

export const notificationJobs = (notifications: Notifications): readonly JobEntry[] => [
  work(SEND_MAIL, ({ mail_id }) => notifications.send(mail_id)),
  work(SEND_TEXT, ({ text_id }) => notifications.sendText(text_id)),
  work(SEND_PUSH, ({ push_id }) => notifications.pushes.send(push_id)),
  work(SEND_DIGEST, ({ user_id }) => notifications.sendDigest(user_id)),
  work(TAKE_TEXT, ({ inbox_id }) => notifications.texted.take(inbox_id)),
  work(TAKE_RETURN, ({ inbox_id }) => notifications.returns.take(inbox_id)),
  onSchedule(
    "notifications.drop_old_notices",
    { cron: "47 5 * * *" },
    async ({ log }) => {
      const dropped = await notifications.notices.dropOld();
      const pushes = await notifications.pushes.dropOld();
      if (dropped + pushes > 0) log.info({ dropped, pushes }, "old notices and pushes were dropped");
    },
    { max_attempts: 3 },
  ),
  onSchedule(
    "notifications.sweep_digests",
    { cron: "21 6 * * *" },
    async ({ log }) => {
      const late = await notifications.sweepDigests();
      if (late > 0) log.warn({ late }, "summaries were written late");
    },
    { max_attempts: 3 },
  ),
  ...(notifications.tellsOwners
    ? [onEvent(SEALED, "notifications.tell_seal", (seal) => notifications.tellSeal(seal))]
    : []),
];
