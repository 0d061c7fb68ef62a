// `npm test`: sets everything up, then types, lint, house rules, unit, integration, stories and browser journeys.
// `--only <part>` runs one part: check, tidy, spec, unit, scenarios, e2e, soak.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { flags, install, root, runtime } from "./prepare.mjs";

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : null;
const wants = (part) => (only === null ? part !== "soak" : only === part);
const results = join(root, "test-results");

install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const environment = { ...process.env, NODE_ENV: "test", ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) };

const node = (args, options = {}) =>
  new Promise((settle) => {
    const child = spawn(runtime(), [...flags, ...args], {
      cwd: root,
      stdio: "inherit",
      env: { ...environment, ...options.env },
    });
    child.on("exit", (code) => settle(code ?? 1));
  });

/** CHROMIUM_PATH, one on the PATH, Debian's package when root, else Playwright's own. */
function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const find = () =>
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
      .map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim())
      .find(Boolean);
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("installing a browser (Debian's chromium) …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const installed = find();
    if (installed) return installed;
  }
  console.log("installing a browser (Playwright's chromium) …");
  spawnSync(runtime(), ["node_modules/playwright-core/cli.js", "install", "chromium"], { cwd: root, stdio: "inherit" });
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  return spawnSync(runtime(), ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" }).stdout.trim();
}

const totals = { passed: 0, failed: 0 };
function count(name, passed, failed) {
  totals.passed += passed;
  totals.failed += failed;
  console.log(`${failed ? "FAIL" : "ok  "} ${name}: ${passed} passed, ${failed} failed`);
}

/** Runs projects of Vitest; returns what passed and each failure with its file, its name and the error's first line. */
async function vitest(name, projects, more = []) {
  const file = join(results, `${name}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...more,
  ];
  rmSync(file, { force: true });
  const code = await node(args);
  if (!existsSync(file)) return { passed: 0, failures: [{ file: name, test: "", error: "no report was written" }] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failures = report.testResults.flatMap((suite) => {
    const path = relative(root, suite.name);
    const failed = suite.assertionResults.filter(({ status }) => status === "failed");
    if (!failed.length && suite.status === "failed") return [{ file: path, test: "", error: firstLine(suite.message) }];
    return failed.map((one) => ({
      file: path,
      test: [...one.ancestorTitles, one.title].join(" > "),
      error: firstLine(one.failureMessages[0]),
    }));
  });
  // An error outside of any test fails the run though no test did.
  if (code !== 0 && !failures.length) failures.push({ file: name, test: "", error: "an error outside of every test" });
  return { passed: report.numPassedTests, failures };
}

const firstLine = (message) =>
  String(message ?? "")
    .split("\n")[0]
    .slice(0, 300);
const tell = (failures) => {
  for (const { file, test, error } of failures) console.log(`  ${file} > ${test || "(the file)"}: ${error}`);
};

/**
 * What waited for a browser, a process or a timer of the outside world on a busy machine is asked once more, with a new
 * product and an empty database; what fails twice is broken, and where more than `most` fail nothing is. Both are told, so
 * that a test that often needs its second try is seen. `whole`: a file whose tests build on one another runs from its start.
 */
async function twice(name, projects, { most, whole }) {
  const first = await vitest(name, projects);
  if (!first.failures.length || first.failures.length > most) return finish(name, first);
  console.log("failed once, tried again:");
  tell(first.failures);
  let passed = first.passed;
  const failures = [];
  for (const file of new Set(first.failures.map((failure) => failure.file))) {
    const names = first.failures.filter((failure) => failure.file === file).map(({ test }) => test);
    // A file that could not be set up ran none of its tests: all of them are tried.
    const all = whole || !names.every(Boolean);
    const only = all ? [] : ["-t", `^(${names.map(asPattern).join("|")})$`];
    const again = await vitest(`${name}-again`, projects, [file, ...only]);
    failures.push(...again.failures);
    if (!all || !names.every(Boolean)) passed += again.passed;
    else passed += Math.max(0, names.length - again.failures.length);
    const missing = names.length - again.passed - again.failures.length;
    if (missing > 0) failures.push({ file, test: "", error: `${missing} were not tried again` });
  }
  finish(name, { passed, failures });
}
// Vitest has written both a space and an arrow between the names of a group and of its test.
const asPattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" > ", "( > | )");

function finish(name, { passed, failures }) {
  tell(failures);
  count(name, passed, failures.length);
}

const began = performance.now();
if (wants("check") || only === null) {
  await node(["node_modules/@react-router/dev/dist/cli/index.js", "typegen"]);
  count("types", ...((await node(["node_modules/typescript/bin/tsc", "--noEmit"])) === 0 ? [1, 0] : [0, 1]));
  count(
    "lint",
    ...((await node([
      "node_modules/@biomejs/biome/bin/biome",
      "check",
      "--error-on-warnings",
      "--max-diagnostics=40",
    ])) === 0
      ? [1, 0]
      : [0, 1]),
  );
}
if (wants("check")) count("advisories", ...((await node(["src/server/cli.ts", "advisories"])) === 0 ? [1, 0] : [0, 1]));
// One PostgreSQL for the whole run: test files clone their databases from a template in it.
const server = spawn(runtime(), [...flags, "test/support/serve-postgres.ts"], {
  cwd: root,
  stdio: ["pipe", "pipe", "inherit"],
  env: environment,
});
environment.TEST_DATABASE_URL = await new Promise((settle, fail) => {
  server.stdout.on("data", (chunk) => settle(String(chunk).trim()));
  server.on("exit", () => fail(new Error("The test database did not start.")));
});
const quick = ["tidy", "spec", "unit", "scenarios"].filter(wants);
if (quick.length) await twice("tests", quick, { most: 3, whole: true });
if (wants("e2e") || wants("soak")) {
  environment.CHROMIUM_PATH = findBrowser();
  const built = await node(["src/server/cli.ts", "build"], { env: { NODE_ENV: "production" } });
  if (built !== 0) count("build", 0, 1);
  else if (wants("e2e")) await twice("journeys", ["e2e", "lighthouse"], { most: 8, whole: false });
  if (wants("soak")) finish("soak", await vitest("soak", ["soak"]));
}
server.stdin.end();
await new Promise((settle) => server.on("exit", settle));
console.log(`${Math.round((performance.now() - began) / 1000)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed ? 1 : 0);
