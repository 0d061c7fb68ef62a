/** Starts the embedded database in a folder, says how often that was done there and as whom it runs, and stops it. */
import { statSync } from "node:fs";
import pg from "pg";
import { startLocalPostgres } from "#platform/embedded-postgres";

const [folder = "", ground = ""] = process.argv.slice(2);
const local = await startLocalPostgres(folder, { ground });
const client = new pg.Client({ connectionString: local.ownerUrl });
await client.connect();
await client.query("create table if not exists starts (n int)");
await client.query("insert into starts values (1)");
const { rows } = await client.query(
  "select count(*)::int as starts, current_setting('data_directory') as files from starts",
);
await client.end();
await local.stop();
const { starts, files } = rows[0] as { starts: number; files: string };
process.stdout.write(JSON.stringify({ starts, files, uid: statSync(files).uid }));
process.exit(0);
