/** Jobs of payouts: withdrawals from before there were payables, and the list of gift cards. */
import { type JobEntry, onSchedule } from "#platform/job";
import type { Payouts } from "./payouts.server.ts";

export const payoutJobs = (payouts: Payouts): readonly JobEntry[] => [
  onSchedule("payouts.sweep", { every_seconds: 300 }, () => payouts.sweep()),
  onSchedule("payouts.refresh_gift_cards", { cron: "11 */6 * * *" }, () => payouts.refreshGiftCards()),
];
