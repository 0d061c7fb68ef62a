/** How well and how fast receipts are read: made ones, worn in seven ways, in two languages, whose truth is known. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Ground } from "./ground.ts";
import { atLeast, median, milliseconds, percentile, type Result } from "./report.ts";

const SEED = 20_270_310;
const COUNT = 210;
const ROOT = join(import.meta.dirname, "..");
const NAMES = "src/modules/catalog/known-stores/known-stores.ndjson";
const NONE: Result["goal"] = { text: "none", met: (value) => value === 0 };

type Field = "total" | "date" | "merchant" | "shipping";
type Judged = {
  wear: string;
  right: Record<Field, boolean>;
  sure: Record<Field, boolean>;
  read_ms: number;
};
type Measured = { judged: Judged[]; core_ms: number; silent: string[] };

async function measure(folder: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...process.execArgv, "src/modules/receipts/test/measure-readings.ts", `${SEED}`, `${COUNT}`, folder, NAMES],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const right = (field: Field, of: readonly Judged[]) =>
  of.filter((one) => one.right[field]).length / Math.max(1, of.length);

function showWears(judged: readonly Judged[]): void {
  for (const wear of new Set(judged.map((one) => one.wear))) {
    const of = judged.filter((one) => one.wear === wear);
    const each = (["total", "date", "merchant"] as const).map((field) => `${field} ${percent(right(field, of))}`);
    console.log(`  ${wear}: ${each.join(", ")}, ${milliseconds(median(of.map((one) => one.read_ms)))}`);
  }
}

export async function run(ground: Ground): Promise<Result[]> {
  const { judged, core_ms, silent } = await measure(join(ground.folder, "letters"));
  const result = (work: string, ours: string, value: number, goal: Result["goal"]): Result => ({
    ...{ bench: "receipts", work, ours, value, goal },
    ...{ beside: "made receipts", peer: String(judged.length) },
  });
  const accuracy = (field: Field, least: number | null) => {
    const share = right(field, judged);
    const unsure = judged.filter((one) => !one.sure[field]).length;
    const ours = `${percent(share)}, ${unsure} ask for a check`;
    return result(`${field} right`, ours, share, least === null ? null : atLeast(least, ""));
  };
  showWears(judged);
  if (silent.length > 0) console.log(`  wrong and sure: ${silent.join(", ")}`);
  const times = judged.map((one) => one.read_ms);
  const rate = judged.length / (core_ms / 1_000);
  const spread = `${milliseconds(median(times))}, ${milliseconds(percentile(times, 0.95))}`;
  return [
    accuracy("total", 0.95),
    accuracy("date", 0.95),
    accuracy("merchant", 0.9),
    accuracy("shipping", null),
    result("wrong and sure", String(silent.length), silent.length, NONE),
    result("opened and read, a core", `${rate.toFixed(2)}/s`, rate, null),
    result("reading, half and 95 of 100", spread, median(times), null),
  ];
}
