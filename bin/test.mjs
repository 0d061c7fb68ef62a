// `npm test`: sets everything up, then types, lint, house rules, unit, integration, stories and browser journeys.
// `--only <part>` runs one part: check, tidy, spec, unit, scenarios, e2e, and what is never part of the whole: soak, firefox.
// `--changed [<commit>]` runs what a change since that commit (else: since the last one) can reach: types, lint, house rules
// and the specification always, unit tests and stories by their imports, journeys by the folders that were touched (`journeys.mjs`).
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join, relative } from "node:path";
import { journeysOf } from "./journeys.mjs";
import { compiled, flags, install, root, runtime } from "./prepare.mjs";

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : null;
const wants = (part) => (only === null ? part !== "soak" && part !== "firefox" : only === part);
/** `npm run soak -- coins`: the long tests whose files are named like this; all of them when none is. */
const soaks =
  only === "soak"
    ? process.argv
        .slice(process.argv.indexOf("soak") + 1)
        .filter((name) => /^[a-z]+$/.test(name))
        .map((name) => `test/soak/${name}`)
    : [];
const results = join(root, "test-results");
const since = process.argv.includes("--changed")
  ? (process.argv[process.argv.indexOf("--changed") + 1] ?? "HEAD")
  : null;

/** Files that differ from a commit, those that git does not know yet among them. */
function changedFiles(commit) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
    return stdout.split("\n").filter(Boolean);
  };
  return [...git("diff", "--name-only", commit, "--"), ...git("ls-files", "--others", "--exclude-standard")];
}
const changed = since ? changedFiles(since) : [];
const seenByBrowsers = (path) =>
  /^(src\/(ui|client|site|root|entry|routes)|src\/modules\/[a-z]+\/web\/|src\/server\/|shell\/|mobile\/src\/|brands\/|public\/|vite\.|react-router\.|package)/.test(
    path,
  );
const EVERYWHERE = ["main-job", "pages", "pages-public"].map((name) => `test/e2e/${name}.test.ts`);
/** Of a change that browsers see also the main job and every template; those that were changed themselves always. */
const journeys = [
  ...(changed.some(seenByBrowsers) ? EVERYWHERE : []),
  ...journeysOf(changed.filter((path) => !/\/test\/|\.test\.tsx?$/.test(path))),
  ...changed.filter((path) => /^test\/e2e\/.*\.test\.ts$/.test(path) && existsSync(join(root, path))),
];

/**
 * A folder in memory, where there is plenty: each story has a database of its own, 1,800 files that are made and removed
 * again, which takes a disk (ext4) up to twenty times as long. `null`: what is kept for a while lies where the system has it.
 */
function makeQuickFolder() {
  const [memory, gibibyte] = ["/dev/shm", 2 ** 30];
  if (!existsSync(memory)) return null;
  // What runs have left there that did not come to their end.
  for (const name of readdirSync(memory)) {
    const owner = /^tuppence-test-(\d+)-/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) drop(join(memory, name));
  }
  const { bavail, bsize } = statfsSync(memory);
  const free = process.availableMemory?.() ?? freemem();
  if (bavail * bsize < 8 * gibibyte || free < 12 * gibibyte) return null;
  const made = mkdtempSync(join(memory, `tuppence-test-${process.pid}-`));
  // The database's own user enters it too, also when root runs the tests.
  chmodSync(made, 0o711);
  return made;
}
/** What is still written by somebody who takes long to end is left to the next run. */
function drop(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.log(`not removed: ${folder} (${error.code})`);
  }
}
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const find = (names) =>
  names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim()).find(Boolean);
const findWhole = () => find(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);

const inBrowser = wants("e2e") && (!since || journeys.length);
const browserComes = inBrowser || wants("soak") ? installBrowser() : null;
install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// What lasts for hours grows with them: it stays on the disk.
const quickFolder = wants("soak") ? null : makeQuickFolder();
const environment = {
  ...process.env,
  ...compiled,
  ...(quickFolder && { TMPDIR: quickFolder }),
  NODE_ENV: "test",
  ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
};

const node = (args, options = {}) =>
  new Promise((settle) => {
    const child = spawn(runtime(), [...flags, ...args], {
      cwd: root,
      stdio: "inherit",
      env: { ...environment, ...options.env },
    });
    child.on("exit", (code) => settle(code ?? 1));
  });

/**
 * Debian's browser when root and there is none. Beside it Debian has the same engine without windows, which journeys take where
 * it is there because it asks for half of the processor's time. Begun first: it comes in while packages and types are at work.
 */
function installBrowser() {
  if (process.env.CHROMIUM_PATH || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const missing = [
    ...(findWhole() ? [] : ["chromium"]),
    ...(find(["chromium-headless-shell"]) ? [] : ["chromium-headless-shell"]),
  ];
  if (!missing.length) return null;
  console.log(`installing a browser (Debian's ${missing.join(" and ")}) …`);
  // One by one: what a release of Debian does not have keeps nobody from the other.
  const script = [
    "apt-get update -qq",
    ...missing.map((name) => `apt-get install -y -qq --no-install-recommends ${name}`),
  ];
  const child = spawn("sh", ["-c", script.join("; ")], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return new Promise((settle) => child.on("close", settle).on("error", settle));
}

/** CHROMIUM_PATH, one on the PATH, Debian's package when root, else Playwright's own. */
async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  await browserComes;
  const installed = findWhole();
  if (installed) return installed;
  console.log("installing a browser (Playwright's chromium) …");
  spawnSync(runtime(), ["node_modules/playwright-core/cli.js", "install", "chromium"], { cwd: root, stdio: "inherit" });
  const ask = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  return spawnSync(runtime(), ["--input-type=module", "-e", ask], { cwd: root, encoding: "utf8" }).stdout.trim();
}

/** FIREFOX_PATH, one on the PATH, or Debian's package when root; null where there is none. */
function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const findFox = () => find(["firefox", "firefox-esr"]);
  if (!findFox() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("installing a browser (Debian's firefox-esr) …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "firefox-esr"], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  return findFox() ?? null;
}

const totals = { passed: 0, failed: 0 };
const durations = [];
function count(name, passed, failed) {
  totals.passed += passed;
  totals.failed += failed;
  console.log(`${failed ? "FAIL" : "ok  "} ${name}: ${passed} passed, ${failed} failed`);
}

/** Runs projects of Vitest; returns what passed and each failure with its file, its name and the error's first line. */
async function vitest(name, projects, more = [], env = {}) {
  const file = join(results, `${name}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=./bin/tell-reporter.mjs",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...more,
  ];
  rmSync(file, { force: true });
  const code = await node(args, { env });
  if (!existsSync(file)) return { passed: 0, failures: [{ file: name, test: "", error: "no report was written" }] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const suite of report.testResults)
    durations.push({ file: relative(root, suite.name), ms: suite.endTime - suite.startTime });
  const failures = report.testResults.flatMap((suite) => {
    const path = relative(root, suite.name);
    const failed = suite.assertionResults.filter(({ status }) => status === "failed");
    if (!failed.length && suite.status === "failed")
      return [{ file: path, test: "", error: firstLine(suite.message) || "what its tests begin or end with" }];
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
async function twice(name, projects, { most, whole, more = [] }) {
  const first = await vitest(name, projects, more);
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
    // A journey has the whole browser then: what the one without windows cannot do is no fault of the product's.
    const again = await vitest(`${name}-again`, projects, [file, ...only], { WHOLE_BROWSER: "1" });
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
const check = async (name, ...args) => count(name, ...((await node(args)) === 0 ? [1, 0] : [0, 1]));
const BIOME = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--max-diagnostics=40"];
let built = false;
async function build() {
  built = (await node(["src/server/cli.ts", "build"], { env: { NODE_ENV: "production" } })) === 0;
  if (!built) count("build", 0, 1);
}
if (wants("check")) await node(["node_modules/@react-router/dev/dist/cli/index.js", "typegen"]);
// Side by side: the compiler of types keeps one core busy for as long as all else takes.
await Promise.all([
  (async () => {
    if (!wants("check")) return;
    await check("types", "node_modules/typescript/bin/tsc", "--noEmit");
    await check("types of the worker", "node_modules/typescript/bin/tsc", "-p", "shell");
  })(),
  (async () => {
    if (wants("check")) {
      await check("lint", ...BIOME);
      await check("packages in use", "node_modules/knip/bin/knip.js", "--no-progress");
      await check("advisories", "src/server/cli.ts", "advisories");
    }
    if (inBrowser || wants("soak")) await build();
  })(),
]);
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
// What all journeys begin with is brought in beside the other tests: their first would have one core wait for it.
const furnished = inBrowser && !since ? node(["test/support/furnish-catalogue.ts"]) : null;
const rules = ["tidy", "spec"].filter(wants);
const quick = [...(wants("unit") ? ["unit", "vite"] : []), ...(wants("scenarios") ? ["scenarios"] : [])];
if (since) {
  await twice("rules", rules, { most: 3, whole: true });
  await twice("tests", quick, { most: 3, whole: true, more: [`--changed=${since}`, "--passWithNoTests"] });
} else if (rules.length + quick.length) await twice("tests", [...rules, ...quick], { most: 5, whole: true });
if (wants("firefox")) {
  const firefox = findFirefox();
  if (firefox) environment.FIREFOX_PATH = firefox;
  if (firefox) await build();
  if (!firefox) console.log("skipped: there is no Firefox here, and FIREFOX_PATH names none");
  else if (built) finish("firefox", await vitest("firefox", ["firefox"]));
}
if (inBrowser || wants("soak")) {
  environment.CHROMIUM_PATH = await findBrowser();
  await furnished;
  if (inBrowser && built && since)
    await twice("journeys", ["e2e"], { most: 8, whole: false, more: [...new Set(journeys)] });
  else if (inBrowser && built) await twice("journeys", ["e2e"], { most: 12, whole: false });
  if (wants("soak") && built) finish("soak", await vitest("soak", ["soak"], soaks, { TELL_PROGRESS: "1" }));
}
server.stdin.end();
await new Promise((settle) => server.on("exit", settle));
if (quickFolder) drop(quickFolder);
console.log("slowest files:");
for (const { file, ms } of durations.sort((a, b) => b.ms - a.ms).slice(0, 10))
  console.log(`  ${String(Math.round(ms / 1000)).padStart(4)} s  ${file}`);
console.log(`${Math.round((performance.now() - began) / 1000)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed ? 1 : 0);
