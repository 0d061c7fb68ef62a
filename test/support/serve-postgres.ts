/** Serves one PostgreSQL for a test run, until its input is closed. Prints its address. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { FAST_SETTINGS } from "./database.ts";

const folder = await mkdtemp(join(tmpdir(), "tuppence-postgres-"));
const server = await startLocalPostgres(join(folder, "data"), { settings: FAST_SETTINGS, database: "postgres" });
console.log(server.url);
process.stdin.resume();
process.stdin.on("end", async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
});
