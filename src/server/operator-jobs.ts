/** What operators see and do of jobs that failed for good. */
import type { Database } from "#platform/database";
import { listDeadJobs, readDeadJob, retryDeadJobs } from "#platform/job-desk";
import type { OperatorAct, OperatorObject, OperatorQueue } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";

const isJob = (id: string): boolean => /^\d{1,18}$/.test(id);

const retryOf = (db: Database): OperatorAct => ({
  name: "retry",
  what: "It runs again as soon as a worker is free.",
  permission: "jobs.run",
  reason: false,
  run: async (id) =>
    isJob(id) && (await retryDeadJobs(db, { id })) > 0
      ? done("It runs again as soon as a worker is free.")
      : refused("unknown"),
});

export const jobsQueue = (db: Database): OperatorQueue => ({
  name: "jobs",
  what: "Jobs that failed ten times",
  permission: "jobs.run",
  list: async (most) =>
    (await listDeadJobs(db, most))
      .map((job) => ({
        id: job.id,
        since: job.failed_at,
        due: null,
        line: `${job.task} after ${job.attempts} tries: ${job.last_error}`,
      }))
      .toSorted((one, other) => one.since.getTime() - other.since.getTime()),
  acts: [retryOf(db)],
});

export const jobObject = (db: Database): OperatorObject => ({
  kind: "job",
  permission: "jobs.run",
  async show(id) {
    const job = isJob(id) ? await readDeadJob(db, id) : null;
    if (!job) return null;
    return {
      facts: known({ task: job.task, tries: `${job.attempts} of ${job.max_attempts}`, "last error": job.last_error }),
      // Most often ids; whose they are may stand in it: each look is kept.
      personal: known({ "to be done with": JSON.stringify(job.payload) }),
      timeline: [
        { at: job.created_at, what: "put in line", by: "server" },
        { at: job.failed_at, what: `failed for good at try ${job.attempts}`, by: "worker" },
      ],
    };
  },
  acts: [retryOf(db)],
});
