/** Commands of the project, one file to look in. `bin/` prepares the ground and calls these. */
import { failureText } from "./commands/failure-text.ts";

const commands: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  start: () => import("./commands/start.ts"),
  check: () => import("./commands/check.ts"),
  advisories: () => import("./commands/advisories.ts"),
  build: () => import("./commands/build.ts"),
  db: () => import("./commands/db.ts"),
  tables: () => import("./commands/tables.ts"),
  extension: () => import("./commands/extension.ts"),
  import: () => import("./commands/import-feed.ts"),
  programmes: () => import("./commands/programmes.ts"),
  doctor: () => import("./commands/doctor.ts"),
  events: () => import("./commands/export-events.ts"),
  "change-price": () => import("./commands/change-price.ts"),
  desk: () => import("./commands/desk.ts"),
  operator: () => import("./commands/operator.ts"),
  receivers: () => import("./commands/receivers.ts"),
  treasury: () => import("./commands/treasury.ts"),
  jobs: () => import("./commands/jobs.ts"),
  "ledger:verify": () => import("./commands/verify-ledger.ts"),
};

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
// Whoever reads the first lines of a command alone (`| head`) has what they wanted; a server that ends so did not end well.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" && name !== "start" ? 0 : 1),
);
if (!command) {
  console.error(`There is no command "${name}". There are: ${Object.keys(commands).join(", ")}.`);
  process.exit(2);
}
try {
  await (await command()).run(args);
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}
