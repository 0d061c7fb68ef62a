/** One process of the service: web, worker or both, as ROLE says. Stops gracefully on SIGTERM. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { ServerBuild } from "react-router";
import { type Clock, systemClock } from "#platform/clock";
import { SettingsError } from "#platform/config";
import { type DatabaseHandle, openDatabase } from "#platform/database";
import { startWorker, type Worker } from "#platform/jobs";
import { type Log, sayOnce } from "#platform/log";
import { needPorts } from "#platform/ports";
import type { Config } from "#settings";
import { createApp } from "./app.ts";
import { createImportApart } from "./import-apart.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { type Wired, type WiringOptions, wire } from "./wiring.ts";

export type Served = { url: string; wired: Wired; close(): Promise<void> };

export async function serve(options: {
  config: Config;
  databaseUrl: string;
  /** Who owns the tables; absent: whoever the server works as. */
  databaseOwnerUrl?: string | undefined;
  log: Log;
  clock?: Clock;
  brands?: WiringOptions["brands"] | undefined;
  /** Where `build` is of another release than ours. */
  release?: WiringOptions["release"] | undefined;
  build?: () => Promise<ServerBuild>;
  mode?: "production" | "development";
  /** Lets a development server answer for modules before our own routes. */
  attach?: (app: FastifyInstance) => void;
  /** Of a process that imports feeds beside this one; absent: they are imported here. */
  environment?: NodeJS.ProcessEnv;
  /** What the first shoppers would wait for is made once the doors are open; tests seldom need it, and it costs seconds. */
  prepared?: boolean;
  /** Runs after the database is migrated and before the first request is answered. */
  beforeListen?: (wired: Wired) => Promise<void>;
}): Promise<Served> {
  const { config, log } = options;
  const clock = options.clock ?? systemClock;
  const mode = options.mode ?? "production";
  const database = openDatabase({ url: options.databaseUrl, connections: config.DATABASE_POOL, log });
  const { shielded } = await prepareDatabase({ url: options.databaseUrl, ownerUrl: options.databaseOwnerUrl, log });
  if (!shielded && config.SANDBOX === "off")
    throw new SettingsError(
      "DATABASE_URL: its role could change the ledger; it must be an ordinary role, with another as owner",
    );
  if (!shielded)
    log.warn(
      "the ledger is not shielded from the role that this server works as: DATABASE_OWNER_URL names another as its owner",
    );
  const apart = options.environment ? createImportApart(options.environment, options.databaseUrl) : null;
  const wired = await wire({
    config,
    clock,
    log,
    database,
    importApart: apart?.importFeed,
    ...(options.brands && { brands: options.brands }),
    ...(options.release && { release: options.release }),
  });
  const build = options.build ?? builtOnce();
  let worker: Worker | null = null;
  const web = await createApp({
    wired,
    build,
    mode,
    ...(options.attach ? { attach: options.attach } : {}),
    ...(mode === "production" && { built: resolve("build/client") }),
    cached: mode === "production",
    ready: () => readiness(database, config, () => worker),
  });
  const notices = await listenForNotices(database, wired, () => web.pages.clear(), log);
  await options.beforeListen?.(wired);
  if (config.ROLE !== "web") worker = await startWorker(database, wired.registry, log, { concurrency: 8 });
  let url = "";
  const endListeners = config.ROLE === "worker" ? null : await wired.modules.listen();
  if (config.ROLE !== "worker") {
    const { PORT: port, HOST: host } = config;
    await web.app.listen({ port, host }).catch(async (error) => {
      await needPorts([{ setting: "PORT", port, host }], { wait_ms: 0 });
      throw error;
    });
    const address = web.app.server.address();
    url = `http://localhost:${typeof address === "object" && address ? address.port : config.PORT}`;
    if (options.prepared) wired.modules.prepare();
  }
  return {
    url,
    wired,
    /** What takes work in, what does it, and what both need: in this order, so that nothing works without ground. */
    async close() {
      await endListeners?.();
      await web.close();
      apart?.stop();
      await wired.modules.finish();
      await worker?.stop();
      await wired.modules.close();
      await notices.stop();
      await database.close();
    },
  };
}

function builtOnce(): () => Promise<ServerBuild> {
  let build: Promise<ServerBuild> | null = null;
  return () => {
    build ??= import(pathToFileURL(resolve("build/server/index.js")).href) as Promise<ServerBuild>;
    return build;
  };
}

async function readiness(database: DatabaseHandle, config: Config, worker: () => Worker | null) {
  const reachable = await database.pool.query("select 1").then(
    () => true,
    () => false,
  );
  const jobs = config.ROLE === "web" || (worker()?.running() ?? false);
  return { ok: reachable && jobs, parts: { database: reachable, jobs } };
}

/** What another process did that this one must know: pages that changed, and whatever modules hear of on channels of their own. */
export async function listenForNotices(
  database: DatabaseHandle,
  wired: Pick<Wired, "modules" | "channels">,
  clearPages: () => void,
  log: Log,
) {
  let stopped = false;
  let cleared = "";
  const { texts } = wired.modules;
  const textsVersion = () => [...texts.values()].map((kept) => kept.version()).join(" ");
  const clear = () => {
    cleared = textsVersion();
    clearPages();
  };
  const forgetPages = (by: string | null) => {
    wired.modules.forget(by);
    clear();
  };
  const changed = (by: string) => {
    forgetPages(by);
    void loadTexts();
  };
  /** `by`: the name of a module. */
  const told = (by: string) => {
    const kept = texts.get(by);
    if (!kept?.told_of_drafts) return changed(by);
    kept.load().then(
      () => {
        if (textsVersion() !== cleared) changed(by);
      },
      () => changed(by),
    );
  };
  const reads = sayOnce(log, "texts were not read");
  let reading = false;
  /** Texts stand in this process's memory: what was made of those before is cleared once more when the new ones are here. */
  async function loadTexts() {
    if (stopped) return;
    try {
      await Promise.all([...texts.values()].map((kept) => kept.load()));
      reads.worked();
      if (textsVersion() !== cleared) clear();
    } catch (error) {
      reads.failed(error);
      // However many notices came meanwhile, one try serves them all.
      if (reading) return;
      reading = true;
      setTimeout(() => {
        reading = false;
        void loadTexts();
      }, 1_000).unref();
    }
  }
  const hearing = sayOnce(log, "notices are not heard");
  let release = () => {};
  /** Until it is heard again: a database may be away for longer than one try. */
  function listenAgain() {
    if (stopped) return;
    setTimeout(() => {
      listen().catch((error) => {
        hearing.failed(error);
        listenAgain();
      });
    }, 1_000).unref();
  }
  async function listen() {
    const connection = await database.pool.connect();
    // Stopped while it was waited for: nobody would give it back, and the pool would wait for it when it closes.
    if (stopped) return connection.release(true);
    let gone = false;
    release = () => {
      if (gone) return;
      gone = true;
      connection.release(true);
    };
    // Nothing is forgotten yet: with the database away, pages that are ready are all that can be answered with.
    const lost = () => {
      if (gone) return;
      gone = true;
      connection.release(true);
      listenAgain();
    };
    connection.on("error", lost);
    connection.on("end", lost);
    connection.on("notification", (message) => {
      if (message.channel === "tuppence_pages") told(message.payload ?? "");
      else wired.channels.deliver(message.channel, message.payload ?? "");
    });
    try {
      for (const channel of ["tuppence_pages", ...wired.channels.names()])
        await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      if (gone) return;
      hearing.failed(error);
      // The connection tells of its own loss too: only one of the two may begin anew.
      return lost();
    }
    hearing.worked();
    // What was told before is asked of the database, also at the first time; what was read while nothing was heard is forgotten.
    wired.channels.missed();
    forgetPages(null);
    await loadTexts();
  }
  await listen();
  return {
    async stop() {
      stopped = true;
      release();
    },
  };
}
