/** `npm start`: database, sandbox, build, migrations, catalogue, server; then says where everything is. */
import { join } from "node:path";
import { sandboxImapPort } from "#mailboxes";
import { addDays, stopwatch, systemClock } from "#platform/clock";
import { sandboxApnsPort } from "#platform/config";
import { startLocalPostgres } from "#platform/embedded-postgres";
import { createLog, type Log } from "#platform/log";
import { needPorts, type WantedPort } from "#platform/ports";
import type { Config } from "#settings";
import { inviteDemoOperators } from "../demo/operators.ts";
import { playPast } from "../demo/play.ts";
import { raiseRates, STORES_IN_TURN } from "../demo/raise-rates.ts";
import { readConfigToStart } from "../going-live.ts";
import { serve } from "../serve.ts";
import type { Wired } from "../wiring.ts";
import { buildIfNeeded } from "./build.ts";
import { startSandbox } from "./start-sandbox.ts";
import { startText } from "./start-text.ts";

export async function run(args: string[]) {
  const began = stopwatch();
  const development = args.includes("--dev");
  const config = await readConfigToStart({
    ...process.env,
    NODE_ENV: development ? "development" : (process.env.NODE_ENV ?? "production"),
  });
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY });
  const say = (text: string) => console.log(text);
  const played = config.SANDBOX === "on";

  const closing = stopAtSignals(log);

  // Said at once, before minutes of loading.
  await needPorts(portsOf(config));
  const sandbox = played ? startSandbox(config) : null;
  closing.push(async () => sandbox?.child.kill("SIGTERM"));
  const building = development ? Promise.resolve(false) : buildIfNeeded({ force: false, quiet: true });
  const folder = join(config.DATA_DIR, "postgres");
  const local = config.DATABASE_URL ? null : await startLocalPostgres(folder, { stoppedByUs: true });
  closing.push(async () => local?.stop());
  const databaseUrl = config.DATABASE_URL ?? local?.url ?? "";
  const databaseOwnerUrl = config.DATABASE_OWNER_URL ?? local?.ownerUrl;
  if (await building) say("built");
  await sandbox?.ready;

  const vite = development ? await (await import("../dev.ts")).startVite() : null;
  closing.push(async () => vite?.close());
  let consoleLink: string | null = null;
  const served = await serve({
    config,
    databaseUrl,
    databaseOwnerUrl,
    log,
    clock: systemClock,
    environment: { ...process.env, NODE_ENV: config.NODE_ENV },
    prepared: true,
    ...(vite ? { build: vite.build, mode: "development" as const, attach: vite.attach } : {}),
    beforeListen: async (wired) => {
      if (!played) return;
      const fresh = await loadCatalogue(wired, say);
      if (!(await wired.payouts.hasGiftCards())) await wired.payouts.refreshGiftCards();
      if ((await wired.coins.desk.catalogues()).length === 0) await wired.coins.refreshOffers();
      if (args.includes("--empty")) return;
      await playDemo(config, wired, log, say);
      consoleLink = await inviteDemoOperators(wired.staff);
      await raiseRates(wired, { now: systemClock.now(), fresh });
    },
  });
  closing.push(() => served.close());

  const seconds = Math.round((stopwatch() - began) / 100) / 10;
  say(startText(config, { url: served.url, demo: played && !args.includes("--empty"), consoleLink, seconds }));
}

const portsOf = (config: Config): WantedPort[] => [
  ...(config.ROLE === "worker" ? [] : [{ setting: "PORT", port: config.PORT, host: config.HOST }]),
  ...(config.ROLE === "worker" || config.FORWARD_SMTP_PORT === undefined
    ? []
    : [{ setting: "FORWARD_SMTP_PORT", port: config.FORWARD_SMTP_PORT, host: config.FORWARD_SMTP_HOST }]),
  ...(config.SANDBOX === "off"
    ? []
    : [
        { setting: "SANDBOX_PORT", port: config.SANDBOX_PORT },
        { setting: "SANDBOX_SMTP_PORT", port: config.SANDBOX_SMTP_PORT },
        // Its mailbox by IMAP and its push service of Apple stand beside its mail server.
        { setting: "SANDBOX_SMTP_PORT", port: sandboxImapPort(config.SANDBOX_SMTP_PORT) },
        { setting: "SANDBOX_SMTP_PORT", port: sandboxApnsPort(config.SANDBOX_SMTP_PORT) },
      ]),
];

/** What is opened later stands on what was opened before, and is closed before it. */
function stopAtSignals(log: Log): (() => Promise<unknown>)[] {
  const closing: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    let code = 0;
    for (const close of closing.reverse())
      await close().catch((error) => {
        log.error({ err: error }, "stopping failed");
        code = 1;
      });
    process.exit(code);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
  return closing;
}

/** Before our doors open: while it plays, the past answers on our port. */
async function playDemo(config: Config, { database }: Wired, log: Log, say: (text: string) => void) {
  // A shop without a past is better than none.
  const played = await playPast({ config, database, log, now: systemClock.now() }).catch((error: unknown) => {
    log.error({ err: error }, "the demo members' past could not be played to its end");
    return null;
  });
  if (played)
    say(`  eight months of three demo members: ${played.seconds} s, ${played.findings} findings in the ledger`);
}

/** Well-known stores of the played world, whose networks tell no past. None at which the demo members shopped: they had today's rate. */
export const RAISED_STORES: readonly string[] = [
  ...["target", "expedia", "old-navy", "samsung", "gap", "nordstrom", "the-home-depot", "petsmart"],
];

/**
 * The first start loads the catalogue; later ones find it there, bring it in step with what a new version knows of stores,
 * and leave freshness to the scheduled jobs. Says whether it was the first.
 */
async function loadCatalogue(wired: Wired, say: (text: string) => void): Promise<boolean> {
  if (!(await wired.catalog.isEmpty())) {
    await wired.catalog.refresh();
    return false;
  }
  say("loading the catalogue (first start only) …");
  for (const report of await wired.catalog.importAll({ products_later: true }))
    say(
      `  ${report.feed_name}: ${report.rows} rows in ${report.seconds} s${report.problem ? `, ${report.problem}` : ""}`,
    );
  say("  products come in while pages are served already; they take some minutes");
  // The played world begins in the middle of things: some of its stores pay more this week than they did.
  const since = addDays(systemClock.now(), -20);
  await wired.catalog.recallRates({ internal_names: RAISED_STORES, since, share_bps: 6_000 });
  await wired.catalog.recallRates({ internal_names: STORES_IN_TURN, since, share_bps: 10_000 });
  return true;
}
