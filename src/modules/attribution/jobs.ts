/** Jobs of attribution: days of events made ahead and dropped in time, and what Google Analytics hears. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Attribution } from "./attribution.server.ts";

export function registerAttributionJobs(registry: Registry, attribution: Attribution) {
  defineJob(registry, "attribution.keep_days", {
    handler: async (_payload, { log }) => {
      const { dropped } = await attribution.keepDays();
      if (dropped) log.info({ days: dropped }, "old events were dropped");
    },
  });
  registry.schedules.push({ task: "attribution.keep_days", cron: "17 1 * * *" });
  if (!attribution.analytics) return;
  defineJob(registry, "attribution.send_analytics", {
    handler: () => attribution.sendAnalytics().then(() => undefined),
  });
  registry.schedules.push({ task: "attribution.send_analytics", every_seconds: 30 });
}
