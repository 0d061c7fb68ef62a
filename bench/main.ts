/**
 * `npm run bench [-- name … --full --as-built]`: measures the work of `goals` beside its limit or peer in the same run.
 * Names are those of BENCHES; `--full` takes the full sizes, `--as-built` measures the pages as they were built last.
 */
import { existsSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { buildIfNeeded } from "../src/server/commands/build.ts";
import { makeSite } from "./generated-site.ts";
import { type Ground, prepareGround } from "./ground.ts";
import { type Result, showTable } from "./report.ts";

const BENCHES: Record<string, () => Promise<{ run(ground: Ground): Promise<Result[]> }>> = {
  page: () => import("./cached-page.ts"),
  render: () => import("./page-render.ts"),
  calls: () => import("./catalogue-calls.ts"),
  go: () => import("./going-shopping.ts"),
  elk: () => import("./elk.ts"),
  enumeration: () => import("./enumeration.ts"),
  ledger: () => import("./ledger-transfers.ts"),
  rows: () => import("./report-rows.ts"),
  import: () => import("./catalogue-import.ts"),
  search: () => import("./search-typing.ts"),
  verify: () => import("./ledger-verify.ts"),
  start: () => import("./second-start.ts"),
  growth: () => import("./growth.ts"),
  console: () => import("./console.ts"),
  callbacks: () => import("./callbacks.ts"),
  receipts: () => import("./receipts.ts"),
  protection: () => import("./protection.ts"),
  extension: () => import("./extension.ts"),
};
/** Those that need pages, and so a build. */
const WITH_PAGES = new Set(["page", "render", "calls", "go", "elk", "enumeration", "search", "extension"]);

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("--"));
const names = args.filter((arg) => !arg.startsWith("--"));
const wanted = names.length ? names : Object.keys(BENCHES);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length) {
  console.error(`There is no benchmark "${unknown[0]}". There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
if (
  wanted.some((name) => WITH_PAGES.has(name)) &&
  !(flags.includes("--as-built") && existsSync("build/server/index.js"))
) {
  if (await buildIfNeeded({ force: false, quiet: true })) console.log("built");
}

console.log(
  `${new Date().toISOString().slice(0, 16)}Z, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
);
const ground = await prepareGround({ full: flags.includes("--full"), makeSite });
const results: Result[] = [];
let failed = false;
try {
  for (const name of wanted) {
    console.log(`\n${name}`);
    const began = performance.now();
    try {
      const made = await (await (BENCHES[name] as (typeof BENCHES)[string])()).run(ground);
      for (const result of made)
        console.log(
          `  ${result.work}: ${result.ours}; ${result.beside}: ${result.peer}${result.note ? ` (${result.note})` : ""}`,
        );
      results.push(...made);
    } catch (error) {
      failed = true;
      console.error(error);
    }
    console.log(`  ${Math.round((performance.now() - began) / 1_000)} s`);
  }
} finally {
  await ground.close();
}
console.log(`\n${showTable(results)}`);
process.exit(failed ? 1 : 0);
