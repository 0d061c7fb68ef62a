/** A process with a database of its own that still works with it after it was told to stop; the test reads what it says. */
import { openDatabase } from "#platform/database";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";

const [folder = ""] = process.argv.slice(2);
const local = await startLocalPostgres(folder, { stoppedByUs: true });
const database = openDatabase({ url: local.ownerUrl, connections: 2, log: createLog({ level: "warn" }) });
process.on("SIGTERM", async () => {
  for (let n = 0; n < 20; n += 1) await database.pool.query("select pg_sleep(0.05)");
  await database.close();
  await local.stop();
  process.stdout.write("stopped in order\n");
  process.exit(0);
});
await database.pool.query("select 1");
process.stdout.write("working\n");
