/** How well and how fast receipts are read: made ones, worn in seven ways, in two languages, whose truth is known. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFileOpener } from "../src/modules/receipts/open/open-file.ts";
import { createEngines } from "../src/modules/receipts/read/engine.ts";
import { type KnownName, writeNameBook } from "../src/modules/receipts/read/find-merchant.ts";
import { type Field, type Judged, judgeReceipt, wrongInSilence } from "../src/modules/receipts/test/judge-readings.ts";
import { makeReceipt, WEARS } from "../src/modules/receipts/test/make-receipts.ts";
import { BOOK } from "../src/modules/receipts/test/receipt-papers.ts";
import type { Ground } from "./ground.ts";
import { atLeast, median, milliseconds, percentile, type Result } from "./report.ts";

const SEED = 20_270_310;
const COUNT = 210;
const NONE: Result["goal"] = { text: "none", met: (value) => value === 0 };

/** As many names as the catalog knows: a small book would make every guess a good one. */
function manyNames(): KnownName[] {
  const file = join(import.meta.dirname, "../src/modules/catalog/known-stores/known-stores.ndjson");
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as KnownName);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export async function run(ground: Ground): Promise<Result[]> {
  const opener = createFileOpener();
  const engines = createEngines({ at_once: 1, folder: join(ground.folder, "letters") });
  const readers = { opener, engines, book: writeNameBook([...BOOK, ...manyNames()]) };
  const judged: Judged[] = [];
  let core_ms = 0;
  for (let at = 0; at < COUNT; at += 1) {
    const made = await makeReceipt(SEED, at);
    const before = process.cpuUsage();
    judged.push(await judgeReceipt(readers, made));
    const used = process.cpuUsage(before);
    core_ms += (used.user + used.system) / 1_000;
  }
  await engines.close();
  const result = (work: string, ours: string, value: number, goal: Result["goal"]): Result => ({
    ...{ bench: "receipts", work, ours, value, goal },
    ...{ beside: "made receipts", peer: String(judged.length) },
  });
  const right = (field: Field, of = judged) => of.filter((one) => one.right[field]).length / Math.max(1, of.length);
  const unsure = (field: Field) => judged.filter((one) => !one.sure[field]).length;
  const accuracy = (field: Field, least: number | null) =>
    result(
      `${field} right`,
      `${percent(right(field))}, ${unsure(field)} ask for a check`,
      right(field),
      least === null ? null : atLeast(least, ""),
    );
  const silent = wrongInSilence(judged);
  for (const wear of WEARS) {
    const of = judged.filter((one) => one.wear === wear);
    const each = (["total", "date", "merchant"] as const).map((field) => `${field} ${percent(right(field, of))}`);
    console.log(`  ${wear}: ${each.join(", ")}, ${milliseconds(median(of.map((one) => one.read_ms)))}`);
  }
  if (silent.length > 0) console.log(`  wrong in silence: ${silent.join(", ")}`);
  const times = judged.map((one) => one.read_ms);
  const rate = judged.length / (core_ms / 1_000);
  return [
    accuracy("total", 0.95),
    accuracy("date", 0.95),
    accuracy("merchant", 0.9),
    accuracy("shipping", null),
    result("wrong and sure", String(silent.length), silent.length, NONE),
    result("opened and read, a core", `${rate.toFixed(2)}/s`, rate, null),
    result(
      "reading, half and 95 of 100",
      `${milliseconds(median(times))}, ${milliseconds(percentile(times, 0.95))}`,
      median(times),
      null,
    ),
  ];
}
