/** Jobs of the membership: billing, following payments, webhooks, and the comparison with the processor. */
import { ACCOUNT_CLOSED } from "#identity";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import { BILL, DETACH, FOLLOW, TAKE_EVENT } from "./job-kinds.ts";
import type { Membership } from "./membership.server.ts";

export const membershipJobs = (membership: Membership): readonly JobEntry[] => [
  work(BILL, ({ membership_id }) => membership.bill(membership_id)),
  work(FOLLOW, ({ attempt_id }) => membership.follow(attempt_id)),
  work(TAKE_EVENT, ({ event_id }) => membership.takeEvent(event_id)),
  onEvent(ACCOUNT_CLOSED, "membership.follow_closed", ({ user_id }) => membership.cancelAll(user_id)),
  work(DETACH, ({ user_id }) => membership.detachCards(user_id)),
  onSchedule("membership.sweep", { every_seconds: 120 }, () => membership.sweep()),
  onSchedule("membership.reconcile", { cron: "27 * * * *" }, () => membership.reconcile()),
];
