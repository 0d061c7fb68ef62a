/** Jobs of health: a look each minute, what is told of alarms, and what is dropped. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import type { Health } from "./health.server.ts";
import { POST_ALARM } from "./job-kinds.ts";

export const healthJobs = (health: Health): readonly JobEntry[] => [
  onSchedule("health.look", { every_seconds: 60 }, () => health.lookAndTell()),
  onSchedule("health.count_days", { every_seconds: 600 }, () => health.countDays(), { max_attempts: 1 }),
  work(POST_ALARM, ({ alarm_id, state }) => health.postAlarm(alarm_id, state)),
  onSchedule("health.drop_old", { cron: "41 4 * * *" }, () => health.dropOld(), { max_attempts: 3 }),
];
