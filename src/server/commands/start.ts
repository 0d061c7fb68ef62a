/** `npm start`: database, sandbox, build, migrations, catalogue, server; then says where everything is. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { stopwatch, systemClock } from "#platform/clock";
import { type Config, readConfig } from "#platform/config";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { serve } from "../serve.ts";
import type { Wired } from "../wiring.ts";
import { buildIfNeeded } from "./build.ts";
import { DEMO_MEMBERS, makeDemoMembers } from "./demo-members.ts";

export async function run(args: string[]) {
  const began = stopwatch();
  const development = args.includes("--dev");
  const config = readConfig({
    ...process.env,
    NODE_ENV: development ? "development" : (process.env.NODE_ENV ?? "production"),
  });
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY });
  const say = (text: string) => console.log(text);
  const played = config.SANDBOX === "on";

  const sandbox = played ? startSandbox(config) : null;
  const building = development ? Promise.resolve(false) : buildIfNeeded({ force: false, quiet: true });
  const local = config.DATABASE_URL ? null : await startLocalPostgres(join(config.DATA_DIR, "postgres"));
  const databaseUrl = config.DATABASE_URL ?? local?.url ?? "";
  if (await building) say("built");
  await sandbox?.ready;

  const vite = development ? await (await import("../dev.ts")).startVite() : null;
  const served = await serve({
    config,
    databaseUrl,
    log,
    clock: systemClock,
    ...(vite ? { build: vite.build, mode: "development" as const, attach: vite.attach } : {}),
    beforeListen: async (wired) => {
      if (!played) return;
      await loadCatalogue(wired, say);
      if (!(await wired.payouts.hasGiftCards())) await wired.payouts.refreshGiftCards();
      await makeDemoMembers(wired);
    },
  });

  say(describe(config, served.url, played, Math.round((stopwatch() - began) / 100) / 10));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await served.close();
    await vite?.close();
    sandbox?.child.kill("SIGTERM");
    await local?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function startSandbox(config: Config): { child: ChildProcess; ready: Promise<void> } {
  const child = spawn(process.execPath, ["sandbox/main.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      SANDBOX_PORT: String(config.SANDBOX_PORT),
      SANDBOX_SMTP_PORT: String(config.SANDBOX_SMTP_PORT),
      SANDBOX_DATA_DIR: join(config.DATA_DIR, "sandbox"),
      PRODUCT_URL: config.PUBLIC_URL,
      SANDBOX_LIMIT_FACTOR: String(config.PROVIDER_BUDGET_FACTOR),
    },
  });
  const ready = new Promise<void>((settle, fail) => {
    child.stdout?.on("data", (chunk) => String(chunk).includes("sandbox ready") && settle());
    child.on("exit", (code) =>
      fail(
        new Error(
          `The sandbox stopped with ${code}. Is port ${config.SANDBOX_PORT} taken? SANDBOX_PORT chooses another.`,
        ),
      ),
    );
  });
  // Killed with us, however we end: a sandbox that outlives the product would hold its ports.
  process.on("exit", () => child.kill("SIGKILL"));
  return { child, ready };
}

/** The first start loads the catalogue; later ones find it there and leave freshness to the scheduled jobs. */
async function loadCatalogue(wired: Wired, say: (text: string) => void) {
  if (!(await wired.catalog.isEmpty())) return;
  say("loading the catalogue (first start only) …");
  for (const report of await wired.catalog.importAll())
    say(
      `  ${report.feed_name}: ${report.rows} rows in ${report.seconds} s${report.problem ? `, ${report.problem}` : ""}`,
    );
}

function describe(config: Config, url: string, played: boolean, seconds: number): string {
  const lines = [
    "",
    `Tuppence is up after ${seconds} s`,
    "",
    `  shop               ${config.PUBLIC_URL}`,
    `  calls              ${config.PUBLIC_URL}/api/docs`,
    `  health             ${url}/readyz   ${url}/metrics`,
  ];
  if (played) {
    const sandbox = `http://localhost:${config.SANDBOX_PORT}`;
    lines.push(
      `  play the world     ${sandbox}`,
      `  mailbox            ${sandbox}/mailbox`,
      `  texts              ${sandbox}/texts`,
      "",
      "  Demo sign-ins:",
    );
    for (const member of DEMO_MEMBERS) lines.push(`    ${member.email}   ${member.password}   (${member.about})`);
  }
  lines.push("", "  Ctrl-C stops everything.", "");
  return lines.join("\n");
}
