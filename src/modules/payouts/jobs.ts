/** Jobs of payouts: what providers tell, withdrawals from before there were payables, and the list of gift cards. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { TAKE_HINT } from "./job-kinds.ts";
import type { Payouts } from "./payouts.server.ts";

export const payoutJobs = (payouts: Payouts): readonly JobEntry[] => [
  work(TAKE_HINT, ({ inbox_id }) => payouts.takeHint(inbox_id)),
  onSchedule("payouts.sweep", { every_seconds: 300 }, () => payouts.sweep()),
  onSchedule("payouts.refresh_gift_cards", { cron: "11 */6 * * *" }, () => payouts.refreshGiftCards()),
];
