/** Serves one PostgreSQL for a test run, until its input is closed. Prints its address. */
import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { bySocket, FAST_SETTINGS } from "./database.ts";
import { makeOpenFolder } from "./open-folder.ts";

const folder = await makeOpenFolder("tuppence-postgres-");
const server = await startLocalPostgres(join(folder, "data"), { settings: FAST_SETTINGS, database: "postgres" });
console.log(bySocket(server.ownerUrl));
process.stdin.resume();
process.stdin.on("end", async () => {
  await server.stop();
  // The files lie elsewhere when the database's user may not enter the folder for temporary files.
  await rm(await realpath(join(folder, "data")), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
});
