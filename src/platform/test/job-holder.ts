/** A worker in a process of its own that takes jobs and never ends one; the test kills it. */
import { openDatabase } from "#platform/database";
import { defineJob, work } from "#platform/job";
import { createRegistry, registerJobs, startWorker } from "#platform/jobs";
import { createLog } from "#platform/log";

const [url = ""] = process.argv.slice(2);
const log = createLog({ level: "silent" });
const registry = createRegistry();
registerJobs(registry, [work(defineJob("test.work", {}), () => new Promise<void>(() => {}))]);
await startWorker(openDatabase({ url, connections: 4, log }), registry, log, { concurrency: 4 });
process.stdout.write("working\n");
