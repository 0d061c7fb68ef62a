/** Jobs of shipments: parcels are asked about, clocks run, mails are read, letters are written. */
import { FACTS_READ } from "#mailboxes";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import { CASE_NEWS, FOLLOW_PARCEL, TAKE_HINT } from "./job-kinds.ts";
import type { Shipments } from "./shipments.server.ts";

export const shipmentsJobs = (shipments: Shipments): readonly JobEntry[] => [
  work(FOLLOW_PARCEL, ({ parcel_id }) => shipments.follow(parcel_id)),
  work(TAKE_HINT, ({ inbox_id }) => shipments.takeHint(inbox_id)),
  onSchedule("shipments.sweep", { every_seconds: 600 }, () => shipments.sweep(), { max_attempts: 3 }),
  onEvent(FACTS_READ, "shipments.take_facts", ({ mail_id }) => shipments.readMail(mail_id)),
  onEvent(CASE_NEWS, "shipments.write_letter", (news) => shipments.writeLetter(news)),
];
