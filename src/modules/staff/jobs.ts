/** Jobs of the staff: what was decided is done, lost ones are found, the log is verified, old links are dropped. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { CARRY_OUT } from "./job-kinds.ts";
import type { Staff } from "./staff.server.ts";

export const staffJobs = (staff: Staff): readonly JobEntry[] => [
  work(CARRY_OUT, ({ decision_id }, { attempt }) => staff.carryOut(decision_id, attempt)),
  onSchedule("staff.sweep", { every_seconds: 60 }, () => staff.sweep()),
  onSchedule("staff.verify_audit", { cron: "23 4 * * *" }, () => staff.verifyAudit()),
  onSchedule("staff.drop_old", { cron: "33 4 * * *" }, () => staff.dropOld()),
];
