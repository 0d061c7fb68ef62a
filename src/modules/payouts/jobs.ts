/** Jobs of payouts: withdrawals from before there were payables, and the list of gift cards. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Payouts } from "./payouts.server.ts";

export function registerPayoutJobs(registry: Registry, payouts: Payouts) {
  defineJob(registry, "payouts.sweep", { handler: () => payouts.sweep() });
  defineJob(registry, "payouts.refresh_gift_cards", {
    handler: () => payouts.refreshGiftCards().then(() => undefined),
  });
  registry.schedules.push(
    { task: "payouts.sweep", every_seconds: 300 },
    { task: "payouts.refresh_gift_cards", cron: "11 */6 * * *" },
  );
}
