/** Jobs of payouts: sending, asking, sweeping, and the list of gift cards. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Payouts } from "./payouts.server.ts";
import { SUBMIT } from "./request-withdrawal.ts";
import { CHECK } from "./submit-withdrawal.ts";

export function registerPayoutJobs(registry: Registry, payouts: Payouts) {
  defineJob(registry, SUBMIT, {
    handler: ({ withdrawal_id }: { withdrawal_id: string }) => payouts.submit(withdrawal_id),
  });
  defineJob(registry, CHECK, {
    handler: ({ withdrawal_id, round }: { withdrawal_id: string; round: number }) =>
      payouts.check(withdrawal_id, round),
  });
  defineJob(registry, "payouts.sweep", { handler: () => payouts.sweep() });
  defineJob(registry, "payouts.refresh_gift_cards", {
    handler: () => payouts.refreshGiftCards().then(() => undefined),
  });
  registry.schedules.push(
    { task: "payouts.sweep", every_seconds: 300 },
    { task: "payouts.refresh_gift_cards", cron: "11 */6 * * *" },
  );
}
