/**
 * Imports a feed in a process of its own: its batches live for a moment each, and an engine that serves pages beside them would
 * let its memory grow for them and keep it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { REPORT } from "./commands/import-feed.ts";
import type { WiringOptions } from "./wiring.ts";

/**
 * Left alone, both spaces of the engine grow to several times what is alive. Measured over 1,000,000 products in
 * `bench/README.md`; `npm run import` has the same.
 */
export const SHORT_LIVED = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

type ImportFeed = NonNullable<WiringOptions["importApart"]>;
type ImportReport = Awaited<ReturnType<ImportFeed>>;
export type ImportApart = { importFeed: ImportFeed; stop(): void };

/** `environment`: the settings of this server; the process works as the server's own role, never as the owner of the tables. */
export function createImportApart(environment: NodeJS.ProcessEnv, databaseUrl: string): ImportApart {
  const running = new Set<ChildProcess>();
  const { DATABASE_OWNER_URL: _owner, ...settings } = environment;
  return {
    importFeed: (feedName) =>
      new Promise((settle, fail) => {
        const cli = resolve("src/server/cli.ts");
        const child = spawn(process.execPath, [...process.execArgv, ...SHORT_LIVED, cli, "import", feedName, REPORT], {
          env: { ...settings, DATABASE_URL: databaseUrl },
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        });
        running.add(child);
        // Whoever waits for a page goes first where there are few cores. One that could not be started has no number.
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
        let report: ImportReport | null = null;
        child.on("message", (message) => {
          report = message as ImportReport;
        });
        child.on("error", fail);
        child.on("exit", (code, signal) => {
          running.delete(child);
          if (report) settle(report);
          else fail(new Error(`the import of ${feedName} ended without a report (${signal ?? code})`));
        });
      }),
    /** What was merged stays; the next import goes on from its last checkpoint. */
    stop() {
      for (const child of running) child.kill("SIGTERM");
    },
  };
}
