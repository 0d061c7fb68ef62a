/** `npm run db`: psql when it is on the PATH, else a plain prompt that runs one statement a line. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import pg from "pg";
import { readPlatform } from "#platform/config";
import { startLocalPostgres } from "#platform/embedded-postgres";

export async function run(args: string[]) {
  const config = readPlatform();
  const local = config.DATABASE_URL ? null : await startLocalPostgres(join(config.DATA_DIR, "postgres"));
  // Who works by hand may change tables; the server may not change all of them.
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? local?.ownerUrl ?? "";
  const statement = args.join(" ");
  const psql = statement
    ? { error: new Error("a statement was given") }
    : spawnSync("psql", [url], { stdio: "inherit" });
  if (psql.error) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const works = statement ? await tell(client, statement) : await prompt(client).then(() => true);
    await client.end();
    if (!works) process.exitCode = 1;
  }
  await local?.stop();
  process.exit();
}

/** Shows the rows, or what the database says against it. */
const tell = (client: pg.Client, statement: string): Promise<boolean> =>
  client.query(statement).then(
    ({ rows }) => {
      console.table(rows);
      return true;
    },
    (error: Error) => {
      console.error(error.message);
      return false;
    },
  );

async function prompt(client: pg.Client) {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "tuppence> " });
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() === "\\q") break;
    if (line.trim()) await tell(client, line);
    lines.prompt();
  }
}
