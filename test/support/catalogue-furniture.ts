/**
 * The whole catalogue of the sandbox, brought in once by the real importers and then cloned for each file of journeys:
 * an import for each file would take longer than most of them.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { createLog } from "#platform/log";
import { readConfig } from "#settings";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { wire } from "../../src/server/wiring.ts";
import type { Furniture } from "./database.ts";

/** Where the sandbox's own address stands in what was imported. */
const ADDRESSES = {
  offers: "tracking_link",
  listings: "tracking_link",
  programmes: "tracking_link, logo_url",
  products: "image_url",
  media: "source_url",
};

let read: { day: string; hash: string } | undefined;

/** A server of databases may outlive a change of the importers, and offers end with their day. */
export function ageOfImports(): string {
  const day = new Date().toISOString().slice(0, 10);
  if (read?.day !== day) read = { day, hash: hashImporters(day) };
  return read.hash;
}
function hashImporters(day: string): string {
  const hash = createHash("sha256").update(day);
  hash.update(readFileSync(import.meta.filename));
  for (const folder of ["sandbox", "src/modules/catalog", "src/modules/health", "src/modules/payouts"])
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (/\.(ts|txt|json|gz)$/.test(file)) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 8);
}

/** `more` goods than tests usually need are asked for by who judges what `npm start` shows. */
export const catalogueFurniture = (sandbox: { url: string }, more: { products?: number } = {}): Furniture => ({
  name: `catalogue_${ageOfImports()}_${more.products ?? "few"}`,
  place: sandbox.url,
  async furnish({ url }) {
    const first = await startSandbox({
      port: 0,
      smtpPort: 0,
      dataDir: null,
      productUrl: "http://127.0.0.1:9",
      ...more,
    });
    const log = createLog({ level: "error" });
    const database = openDatabase({ url, connections: 8, log });
    const wired = await wire({
      config: readConfig({
        NODE_ENV: "production",
        DATA_DIR: join(tmpdir(), `tuppence-${randomUUID()}`),
        SANDBOX_PORT: new URL(first.url).port,
        SMTP_URL: `smtp://127.0.0.1:${first.smtpPort}`,
      }),
      clock: systemClock,
      log,
      database,
    });
    await wired.catalog.importAll();
    // Known marks make merchants prominent: what pages show must not move while a journey looks at them.
    await wired.catalog.fetchLogos();
    await wired.payouts.refreshGiftCards();
    // What a new service counts of the days before it.
    while (!(await wired.health.countDays()));
    await wired.cashback.close();
    await wired.attribution.close();
    wired.notifications.close();
    await database.close();
    await first.close();
    return first.url;
  },
  settle: (clone, note) => settleAddresses(clone, note, sandbox.url),
});

/** What was brought in from the sandbox at one address is from the one at another. */
export async function settleAddresses(clone: pg.Client, from: string, to: string): Promise<void> {
  // Links carry it in queries too, where it is written for an address inside of an address.
  const pairs = [
    [from, to],
    [encodeURIComponent(from), encodeURIComponent(to)],
  ].map(([old, now]) => `${clone.escapeLiteral(old ?? "")}, ${clone.escapeLiteral(now ?? "")}`);
  for (const [table, columns] of Object.entries(ADDRESSES)) {
    const changes = columns
      .split(", ")
      .map((column) => `${column} = ${pairs.reduce((inner, pair) => `replace(${inner}, ${pair})`, column)}`);
    await clone.query(`update catalog.${table} set ${changes.join(", ")}`);
  }
  // The other tables are as the template left them.
  const changed = Object.keys(ADDRESSES).map((table) => `catalog.${table}`);
  await clone.query(`vacuum analyze ${changed.join(", ")}`);
}
