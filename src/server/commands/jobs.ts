/** `npm run jobs -- list|dead|retry <id>|retry-all <task>`: what waits, what failed for good, and running that again. */
import { listDeadJobs, retryDeadJobs, summarizeJobs } from "#platform/job-desk";
import { withServices } from "./with-services.ts";

const USAGE = "npm run jobs -- list | dead | retry <id> | retry-all <task>";

export async function run([what = "list", which = ""]: string[]) {
  await withServices(async ({ database: { db } }) => {
    if (what === "list") {
      const tasks = await summarizeJobs(db);
      if (tasks.length === 0) console.log("No job waits.");
      else console.table(Object.fromEntries(tasks.map(({ task, ...counts }) => [task, counts])));
    } else if (what === "dead") {
      const dead = await listDeadJobs(db);
      for (const job of dead)
        console.log(`${job.id}  ${job.task}  ${job.failed_at.toISOString()}  after ${job.attempts}: ${job.last_error}`);
      console.log(dead.length === 0 ? "No job is dead." : `${dead.length} dead. Run again: npm run jobs -- retry <id>`);
    } else if (what === "retry" && /^\d+$/.test(which)) tell(await retryDeadJobs(db, { id: which }));
    else if (what === "retry-all" && which) tell(await retryDeadJobs(db, { task: which }));
    else {
      console.error(USAGE);
      process.exitCode = 2;
    }
  });
}

const tell = (count: number) =>
  console.log(count === 0 ? "There is no such dead job." : `${count} will run again as soon as a worker is free.`);
