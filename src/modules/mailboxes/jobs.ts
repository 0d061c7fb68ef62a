/** Jobs of mailboxes. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { END_GRANT, READ_MAIL, SYNC_LINK } from "./job-kinds.ts";
import type { Mailboxes } from "./mailboxes.server.ts";

export const mailboxesJobs = (mailboxes: Mailboxes): readonly JobEntry[] => [
  work(READ_MAIL, ({ row_key }, { attempt }) => mailboxes.incoming.readNow(row_key, attempt)),
  work(SYNC_LINK, ({ link_id }) => mailboxes.links.sync(link_id)),
  work(END_GRANT, (told, { attempt }) => mailboxes.links.endGrant(told, attempt)),
  onSchedule("mailboxes.tend_links", { every_seconds: 60 }, () => mailboxes.links.tend(), { max_attempts: 1 }),
  onSchedule(
    "mailboxes.drop_empty",
    { cron: "41 3 * * *" },
    async ({ log }) => {
      const mails = await mailboxes.dropEmpty();
      if (mails > 0) log.info({ mails }, "mails of which nothing was read were forgotten");
    },
    { max_attempts: 3 },
  ),
];
