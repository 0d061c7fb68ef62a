/**
 * Opens and reads so many made receipts, one after the other, and writes what became of each: a process of its own, so that what
 * it uses of a core is the reading's alone. Told by `seed count folder names`: `names` is a file with a store on each line.
 */
import { readFileSync } from "node:fs";
import { createFileOpener } from "../open/open-file.ts";
import { createEngines } from "../read/engine.ts";
import { type KnownName, writeNameBook } from "../read/find-merchant.ts";
import { type Judged, judgeReceipt, wrongInSilence } from "./judge-readings.ts";
import { makeReceipt } from "./make-receipts.ts";
import { BOOK } from "./receipt-papers.ts";

const [seed = "1", count = "10", folder = "", names = ""] = process.argv.slice(2);
// As many names as the catalog knows: a small book would make every guess a good one.
const many = names
  ? readFileSync(names, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as KnownName)
  : [];
const engines = createEngines({ at_once: 1, folder });
const readers = { opener: createFileOpener(), engines, book: writeNameBook([...BOOK, ...many]) };
const judged: Judged[] = [];
let core_ms = 0;
for (let at = 0; at < Number(count); at += 1) {
  const made = await makeReceipt(Number(seed), at);
  const before = process.cpuUsage();
  judged.push(await judgeReceipt(readers, made));
  const used = process.cpuUsage(before);
  core_ms += (used.user + used.system) / 1_000;
}
await engines.close();
process.stdout.write(JSON.stringify({ judged, core_ms, silent: wrongInSilence(judged) }));
