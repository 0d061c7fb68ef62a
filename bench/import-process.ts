/** Imports the programme and its feed in a process of its own, so that its memory is the importer's. */
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { wire } from "../src/server/wiring.ts";
import type { ImportAnswer } from "./catalogue-import.ts";
import { configFor, silent } from "./ground.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const impact = process.env.IMPACT_API_URL ?? "";
const config = configFor({
  DATABASE_URL: databaseUrl,
  IMPACT_API_URL: impact,
  IMPACT_FILES_URL: impact.replace(/\/impact$/, ""),
});
const { catalog } = await wire({
  config,
  clock: systemClock,
  log: silent,
  database: openDatabase({ url: databaseUrl, connections: 6, log: silent }),
});

process.on("message", async () => {
  await catalog.importFeed("impact.programmes");
  await catalog.scheduleImports(["products"]);
  const feed = (await catalog.feeds()).find((one) => one.kind === "products" && one.network === "impact");
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const began = performance.now();
  const report = await catalog.importFeed(feed?.feed_name ?? "");
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(timer);
  process.send?.({
    rows: report.rows,
    added: report.added,
    seconds,
    peak_mib: peak / 2 ** 20,
    problem: report.problem,
  } satisfies ImportAnswer);
});
process.send?.({ port: 0 });
