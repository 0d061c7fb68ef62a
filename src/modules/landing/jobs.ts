/** Jobs of the landing flow: visits that led nowhere are forgotten, extras followed and told of, months drawn. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { CALLBACK } from "./job-kinds.ts";
import type { Landing } from "./landing.server.ts";

export const landingJobs = (landing: Landing): readonly JobEntry[] => [
  onSchedule("landing.tidy", { cron: "47 4 * * *" }, () => landing.tidy()),
  onSchedule("landing.follow_upsells", { every_seconds: 120 }, () => landing.upsells.follow()),
  work(CALLBACK, ({ upsell_id }) => landing.upsells.sendCallback(upsell_id)),
  onSchedule("landing.run_draws", { cron: "5 6 * * *" }, () => landing.runDraws()),
];
