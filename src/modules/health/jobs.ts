/** Jobs of health: a look each minute, what is told of alarms, and what is dropped. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import type { Health } from "./health.server.ts";
import { POST_ALARM } from "./job-kinds.ts";

/** Each takes five seconds at most: the next slot goes on. */
const MAX_LOOKS = 24;

async function catchUp(health: Health): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look += 1) if (await health.countDays()) return;
}

export const healthJobs = (health: Health): readonly JobEntry[] => [
  onSchedule("health.look", { every_seconds: 60 }, () => health.lookAndTell()),
  onSchedule("health.count_days", { every_seconds: 600 }, () => catchUp(health), { max_attempts: 1 }),
  work(POST_ALARM, ({ alarm_id, state }) => health.postAlarm(alarm_id, state)),
  onSchedule("health.drop_old", { cron: "41 4 * * *" }, () => health.dropOld(), { max_attempts: 3 }),
];
