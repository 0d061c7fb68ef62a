/** Jobs of attribution: days of events made ahead and dropped in time, and what Google Analytics hears. */
import { type JobEntry, onSchedule } from "#platform/job";
import type { Attribution } from "./attribution.server.ts";

export const attributionJobs = (attribution: Attribution): readonly JobEntry[] => [
  onSchedule("attribution.keep_days", { cron: "17 1 * * *" }, async ({ log }) => {
    const { dropped } = await attribution.keepDays();
    if (dropped) log.info({ days: dropped }, "old events were dropped");
  }),
  ...(attribution.analytics
    ? [onSchedule("attribution.send_analytics", { every_seconds: 30 }, () => attribution.sendAnalytics())]
    : []),
];
