/** Jobs of help. */
import { INQUIRY_CHANGED } from "#cashback";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Help } from "./help.server.ts";
import { LOOK_AT_CHAT, READ_LETTER } from "./job-kinds.ts";

export const helpJobs = (help: Help): readonly JobEntry[] => [
  work(READ_LETTER, ({ row_key }, { attempt }) => help.letters.readNow(row_key, attempt)),
  work(LOOK_AT_CHAT, ({ message_id }) => help.chats.lookAt(message_id)),
  onEvent(INQUIRY_CHANGED, "help.hear_inquiry", ({ inquiry_id }) => help.hearInquiry(inquiry_id)),
  onSchedule("help.look_at_late_chats", { every_seconds: 60 }, () => help.chats.lookAtLate(), { max_attempts: 1 }),
  onSchedule(
    "help.drop_old",
    { cron: "11 * * * *" },
    async ({ log }) => {
      const { messages, files, reviews } = await help.dropOld();
      if (messages + files + reviews > 0)
        log.info({ messages, files, reviews }, "old messages, old ratings and lost files were dropped");
    },
    { max_attempts: 3 },
  ),
  onSchedule(
    "help.settle_quiet",
    { cron: "23 * * * *" },
    async ({ log }) => {
      const { settled, closed } = await help.settleQuiet();
      if (settled + closed > 0) log.info({ settled, closed }, "quiet conversations were settled and closed");
    },
    { max_attempts: 3 },
  ),
];
