/** Jobs of the membership: billing, following payments, refunds, webhooks, and the comparison with the processor. */
import { defineJob, type Registry } from "#platform/jobs";
import { EVENT } from "./follow-payments.ts";
import { DETACH } from "./leave-account.ts";
import { BILL, FOLLOW, type Membership } from "./membership.server.ts";
import { REFUND } from "./settle-attempt.ts";

export function registerMembershipJobs(registry: Registry, membership: Membership) {
  defineJob(registry, BILL, {
    handler: ({ membership_id }: { membership_id: string }) => membership.bill(membership_id),
  });
  defineJob(registry, FOLLOW, { handler: ({ attempt_id }: { attempt_id: string }) => membership.follow(attempt_id) });
  defineJob(registry, REFUND, { handler: ({ refund_id }: { refund_id: string }) => membership.refund(refund_id) });
  defineJob(registry, EVENT, { handler: ({ event_id }: { event_id: string }) => membership.takeEvent(event_id) });
  defineJob(registry, DETACH, { handler: ({ user_id }: { user_id: string }) => membership.detachCards(user_id) });
  defineJob(registry, "membership.sweep", { handler: () => membership.sweep() });
  defineJob(registry, "membership.reconcile", { handler: () => membership.reconcile().then(() => undefined) });
  registry.schedules.push(
    { task: "membership.sweep", every_seconds: 120 },
    { task: "membership.reconcile", cron: "27 * * * *" },
  );
}
