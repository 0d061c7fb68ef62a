/** Jobs of the landing flow: visits that led nowhere are forgotten, extras followed and told of, months drawn. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Landing } from "./landing.server.ts";

export function registerLandingJobs(registry: Registry, landing: Landing) {
  defineJob(registry, "landing.tidy", { handler: () => landing.tidy() });
  registry.schedules.push({ task: "landing.tidy", cron: "47 4 * * *" });
  defineJob(registry, "landing.follow_upsells", { handler: () => landing.upsells.follow() });
  registry.schedules.push({ task: "landing.follow_upsells", every_seconds: 120 });
  defineJob(registry, "landing.upsell_callback", {
    handler: ({ upsell_id }: { upsell_id: string }) => landing.upsells.sendCallback(upsell_id),
  });
  defineJob(registry, "landing.run_draws", { handler: () => landing.runDraws() });
  registry.schedules.push({ task: "landing.run_draws", cron: "5 6 * * *" });
}
