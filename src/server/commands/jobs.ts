/** `npm run jobs -- list|retry-all <task>`: what waits, and running again all of one kind that failed for good. */
import { retryDeadJobs, summarizeJobs } from "#platform/job-desk";
import { withServices } from "./with-services.ts";

const USAGE = "npm run jobs -- list | retry-all <task>";

export async function run([what = "list", which = ""]: string[]) {
  if (what !== "list" && !(what === "retry-all" && which)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ database: { db } }) => {
    if (what === "list") {
      const tasks = await summarizeJobs(db);
      if (tasks.length === 0) console.log("No job waits.");
      else console.table(Object.fromEntries(tasks.map(({ task, ...counts }) => [task, counts])));
    } else tell(await retryDeadJobs(db, { task: which }));
  });
}

const tell = (count: number) =>
  console.log(count === 0 ? "There is no such dead job." : `${count} will run again as soon as a worker is free.`);
