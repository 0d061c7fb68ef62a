/** (g) A product feed through the importer, beside COPY of the same rows into bare tables; and the memory it takes. */

import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { SHORT_LIVED } from "../src/server/import-apart.ts";
import type { Ground } from "./ground.ts";
import { LOAD_CORE, SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, below, perSecond, type Result } from "./report.ts";

export type ImportAnswer = { rows: number; added: number; seconds: number; peak_mib: number; problem: string | null };

export async function run(ground: Ground): Promise<Result[]> {
  const rows = ground.full ? 1_000_000 : 200_000;
  const { url } = await ground.migrated("bench_import");
  const feed = await startProcess("bench/feed-server.ts", {
    core: LOAD_CORE,
    environment: { BENCH_ROWS: String(rows) },
  });
  const importer = await startProcess("bench/import-process.ts", {
    core: SERVER_CORE,
    flags: SHORT_LIVED,
    environment: { DATABASE_URL: url, IMPACT_API_URL: `http://127.0.0.1:${feed.port}/impact` },
  });
  try {
    const answer = await importer.ask<ImportAnswer>({});
    if (answer.problem || answer.added !== rows)
      throw new Error(`${answer.problem ?? "rows are missing"}: ${answer.added} of ${rows}`);
    await importer.stop();
    const copied = await copySeconds(ground, url);
    return [
      {
        bench: "import",
        work: `products from a feed, ${rows.toLocaleString("en-US")} rows`,
        ours: perSecond(rows / answer.seconds),
        beside: "COPY into bare tables",
        peer: perSecond(rows / copied),
        value: copied / answer.seconds,
        goal: atLeast(0.3),
      },
      {
        bench: "import",
        work: "memory of the importing process, peak",
        ours: `${Math.round(answer.peak_mib)} MiB`,
        beside: "limit",
        peer: "300 MiB",
        value: answer.peak_mib,
        goal: below(300, "MiB"),
      },
    ];
  } finally {
    await importer.stop();
    await feed.stop();
  }
}

/** The very rows that the import made, written out and copied into tables without any index or constraint. */
async function copySeconds(ground: Ground, url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const columns =
    (
      await client.query<{ list: string }>(
        "select string_agg(column_name, ', ' order by ordinal_position) as list from information_schema.columns where table_schema = 'catalog' and table_name = 'products' and is_generated = 'NEVER'",
      )
    ).rows[0]?.list ?? "*";
  const sources = [
    { table: "bare_products", from: `select ${columns} from catalog.products` },
    { table: "bare_listings", from: "select * from catalog.listings" },
  ];
  let seconds = 0;
  for (const { table, from } of sources) {
    const file = join(ground.folder, `${table}.copy`);
    await pipeline(client.query(copyTo(`copy (${from}) to stdout`)), createWriteStream(file));
    await client.query(`create table ${table} as ${from} with no data`);
    await stat(file);
    const began = performance.now();
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      client.query(copyFrom(`copy ${table} from stdin`)),
    );
    seconds += (performance.now() - began) / 1_000;
  }
  await client.end();
  return seconds;
}
