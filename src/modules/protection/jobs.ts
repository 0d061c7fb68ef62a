/** Jobs of protection: prices are read on a schedule, mails are heard, claims are followed. */
import { CLAIM_CHANGED } from "#benefits";
import { FACTS_READ } from "#mailboxes";
import { type JobEntry, onEvent, onSchedule } from "#platform/job";
import type { Protection } from "./protection.server.ts";

export const protectionJobs = (protection: Protection): readonly JobEntry[] => [
  onSchedule("protection.look", { cron: "11,41 * * * *" }, () => protection.look(), { max_attempts: 3 }),
  onSchedule("protection.look_at_trips", { cron: "7,37 * * * *" }, () => protection.lookAtTrips(), { max_attempts: 3 }),
  onSchedule("protection.remind_of_trips", { cron: "17 * * * *" }, () => protection.remindOfTrips(), {
    max_attempts: 3,
  }),
  onEvent(FACTS_READ, "protection.take_mail", ({ mail_id }) => protection.takeMail(mail_id)),
  onEvent(CLAIM_CHANGED, "protection.follow_claim", ({ claim_id }) => protection.followClaim(claim_id)),
];
