/**
 * `npm run mutate`: makes the listed changes, one at a time, in a copy of the tree that is thrown away, runs the tests that
 * must notice each, and says the share of those that did. Ends with 1 below 90 %, when a listed text is gone, when a change's tests
 * did not run, and when a change that no test noticed has no reason beside it.
 *
 * `-- --only 7`, `7-12`, a part of a file's path, or several of these with commas between, runs some of them. `--skip-proof`
 * leaves out the first run, which shows that the tests pass without any change: for when that has just been seen.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CHANGES, type Change, timesIn } from "./changes.ts";

const MIN_SHARE = 0.9;
/** A change that makes the work go on for ever is noticed by this. */
const MAX_MINUTES = 10;

type Numbered = Change & { number: number };
type Outcome = { kind: "noticed" | "not noticed" | "text no longer found" | "did not run"; by: string };
type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

const root = resolve(import.meta.dirname, "../..");
const children = new Set<ChildProcess>();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    stopped = true;
    for (const child of children) child.kill("SIGTERM");
  });

function choose(wanted: string | undefined): Numbered[] {
  const all = CHANGES.map((change, place) => ({ ...change, number: place + 1 }));
  if (wanted === undefined) return all;
  return all.filter(({ number, file }) =>
    wanted.split(",").some((one) => {
      const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(one) ?? [];
      return from === undefined ? file.includes(one) : number >= Number(from) && number <= Number(to ?? from);
    }),
  );
}

/** What git knows and what is new, with the packages of this tree: tests run in it as they do here. */
async function copyTree(to: string): Promise<void> {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1_048_576,
  });
  for (const path of listed.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    // A file that was deleted and not yet committed is still listed.
    await copyFile(join(root, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
}

/** One PostgreSQL for all of them; the one that is named in the environment, when there is one. */
async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const server = spawn(process.execPath, [...process.execArgv, "test/support/serve-postgres.ts"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  const url = await new Promise<string>((settle, fail) => {
    server.stdout.once("data", (chunk) => settle(String(chunk).trim()));
    server.once("exit", () => fail(new Error("The test database did not start.")));
  });
  return {
    url,
    async stop() {
      const ended = once(server, "exit");
      server.stdin.end();
      await ended;
    },
  };
}

const firstLine = (text: string | undefined): string => (text ?? "").split("\n")[0]?.slice(0, 200) ?? "";

/** Runs test files in the copy until the first failure. `ran`: at least one test came to an end. */
async function runTests(
  tree: string,
  tests: readonly string[],
  databaseUrl: string,
  bail: boolean,
): Promise<{ ran: boolean; failures: string[] }> {
  const file = join(tree, "mutate-report.json");
  await rm(file, { force: true });
  const args = [
    ...process.execArgv,
    "node_modules/vitest/vitest.mjs",
    "run",
    ...["unit", "vite", "scenarios"].flatMap((project) => ["--project", project]),
    ...["--reporter=json", `--outputFile.json=${file}`],
    ...(bail ? ["--bail=1"] : []),
    ...tests,
  ];
  const child = spawn(process.execPath, args, {
    cwd: tree,
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "test", NO_COLOR: "1", TEST_DATABASE_URL: databaseUrl },
  });
  children.add(child);
  let late = false;
  const limit = setTimeout(
    () => {
      late = true;
      child.kill("SIGKILL");
    },
    MAX_MINUTES * 60_000 * (bail ? 1 : 6),
  );
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(limit);
  children.delete(child);
  if (late) return { ran: true, failures: ["the tests did not end"] };
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => ({ testResults: [] }),
  );
  const all = report.testResults.flatMap((suite) => suite.assertionResults);
  const failures = all
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`);
  // A file that was set up and fails at its end, as where the ledger is verified, has no failed test to name.
  for (const suite of report.testResults)
    if (suite.status === "failed" && !suite.assertionResults.some(({ status }) => status === "failed"))
      failures.push(`${suite.name.slice(tree.length + 1)}: ${firstLine(suite.message)}`);
  if (code !== 0 && failures.length === 0) failures.push("an error outside of every test");
  return { ran: all.some(({ status }) => status === "passed" || status === "failed"), failures };
}

async function tryChange(tree: string, change: Numbered, databaseUrl: string): Promise<Outcome> {
  const path = join(tree, change.file);
  const text = await readFile(path, "utf8").catch(() => "");
  if (timesIn(text, change) !== 1) return { kind: "text no longer found", by: change.before };
  await writeFile(
    path,
    text.replace(change.before, () => change.after),
  );
  try {
    const { ran, failures } = await runTests(tree, change.tests, databaseUrl, true);
    // What cannot even be loaded says nothing about what the tests look at.
    if (!ran) return { kind: "did not run", by: failures[0] ?? "" };
    return failures.length > 0 ? { kind: "noticed", by: failures[0] ?? "" } : { kind: "not noticed", by: "" };
  } finally {
    await writeFile(path, text);
  }
}

async function main(): Promise<number> {
  const place = process.argv.indexOf("--only");
  const chosen = choose(place < 0 ? undefined : process.argv[place + 1]);
  if (chosen.length === 0) {
    console.log("No listed change is meant by that.");
    return 1;
  }
  const tree = await mkdtemp(join(tmpdir(), "tuppence-mutate-"));
  const database = await startDatabase();
  const outcomes: { change: Numbered; outcome: Outcome }[] = [];
  try {
    await copyTree(tree);
    if (!process.argv.includes("--skip-proof")) {
      const tests = [...new Set(chosen.flatMap((change) => change.tests))];
      const { failures } = await runTests(tree, tests, database.url, false);
      if (failures.length > 0) {
        console.log(`These fail without any change, so nothing can be said:\n  ${failures.join("\n  ")}`);
        return 1;
      }
      console.log(`${tests.length} test files pass without any change`);
    }
    for (const change of chosen) {
      const outcome = await tryChange(tree, change, database.url);
      if (stopped) break;
      outcomes.push({ change, outcome });
      console.log(`${String(change.number).padStart(3)} ${outcome.kind.padEnd(11)} ${change.file}: ${change.does}`);
      console.log(`      ${outcome.by || change.unnoticed || change.tests.join(", ")}`);
      if (outcome.kind === "noticed" && change.unnoticed)
        console.log("      is noticed by now: its reason can go from the list");
    }
  } finally {
    await database.stop();
    await rm(tree, { recursive: true, force: true });
  }
  const count = (kind: Outcome["kind"]) => outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  const share = outcomes.length === 0 ? 0 : count("noticed") / outcomes.length;
  console.log(`${count("noticed")} of ${outcomes.length} noticed: ${(share * 100).toFixed(1)} %`);
  const unexplained = outcomes.filter(({ change, outcome }) => outcome.kind === "not noticed" && !change.unnoticed);
  const wrong = count("text no longer found") + count("did not run") + unexplained.length;
  return stopped || share < MIN_SHARE || wrong > 0 ? 1 : 0;
}

process.exit(await main());
