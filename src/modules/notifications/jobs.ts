/** Jobs of notifications: one a mail, one a text; the mail server being away only delays it. */
import { SEALED } from "#ledger";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import { SEND_MAIL, SEND_TEXT, TAKE_RETURN } from "./job-kinds.ts";
import type { Notifications } from "./notifications.server.ts";

export const notificationJobs = (notifications: Notifications): readonly JobEntry[] => [
  work(SEND_MAIL, ({ mail_id }) => notifications.send(mail_id)),
  work(SEND_TEXT, ({ text_id }) => notifications.sendText(text_id)),
  work(TAKE_RETURN, ({ inbox_id }) => notifications.returns.take(inbox_id)),
  onSchedule(
    "notifications.drop_old_notices",
    { cron: "47 5 * * *" },
    async ({ log }) => {
      const dropped = await notifications.notices.dropOld();
      if (dropped > 0) log.info({ dropped }, "old notices were dropped");
    },
    { max_attempts: 3 },
  ),
  ...(notifications.tellsOwners
    ? [onEvent(SEALED, "notifications.tell_seal", (seal) => notifications.tellSeal(seal))]
    : []),
];
