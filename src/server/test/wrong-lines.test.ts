/** What a person typed wrong is answered by a sentence and 2, before anything is opened; never by a trace, never by doing something else. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Statement } from "#treasury";
import { fixedClock } from "../../platform/clock.ts";
import { failureText } from "../commands/failure-text.ts";
import { outOfBalance } from "../commands/statement-text.ts";
import { readTreasuryLine } from "../commands/treasury-line.ts";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
  vi.spyOn(console, "error").mockImplementation((text) => void said.push(String(text)));
  // Whoever opens a database all the same finds none.
  vi.stubEnv("DATABASE_URL", "postgres://nobody:none@127.0.0.1:1/none");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

const COMMANDS: Record<string, () => Promise<{ run(args: string[]): Promise<unknown> }>> = {
  events: () => import("../commands/export-events.ts"),
  "ledger:verify": () => import("../commands/verify-ledger.ts"),
  operator: () => import("../commands/operator.ts"),
  treasury: () => import("../commands/treasury.ts"),
  programmes: () => import("../commands/programmes.ts"),
  jobs: () => import("../commands/jobs.ts"),
};

it.each([
  ["events tomorrow", "Name the day"],
  ["events 2026-02-31", "Name the day"],
  ["events", "Name the day"],
  ["ledger:verify --sael", 'There is no "--sael"'],
  ["operator foo", 'There is no "foo"'],
  ["operator audit --email", "argument missing"],
  ["treasury remittance lst", 'There is no "remittance lst"'],
  [
    "treasury remittance add --network cj --reference A --amount 1.00 --date 2026-01-05 --programmes /nowhere/a.csv",
    "There is no file /nowhere/a.csv.",
  ],
  ["programmes allow impact 1 --locking", "--locking needs a value"],
  ["programmes list --state", "--state needs a value"],
  ["jobs foo", "npm run jobs -- list"],
])("%s", async (line, words) => {
  const [name = "", ...args] = line.split(" ");
  await (await COMMANDS[name]?.())?.run(args);
  expect(said.join("\n")).toContain(words);
  expect(process.exitCode).toBe(2);
});

it("writes no statement of a month that has not begun", () => {
  const now = fixedClock("2026-11-29T12:00:00Z").now();
  expect(readTreasuryLine(["statement", "2026-12"], "ann", now)).toEqual({ fault: "2026-12 has not begun yet." });
  expect(readTreasuryLine(["statement", "2026-11"], "ann", now)).toHaveProperty("statement");
});

it("says of a database that does not let it in which setting that is, and shows anything else as it is", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  expect(failureText(refused)).toBe("The database cannot be used (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1");
  // Both addresses of one name were tried: the error itself says nothing.
  expect(failureText(Object.assign(new AggregateError([refused]), { code: "ECONNREFUSED" }))).toMatch(
    /127\.0\.0\.1:1$/,
  );
  const strange = new TypeError("x is not a function");
  expect(failureText(strange)).toBe(strange);
});

it("says of a month that nobody's balance was asked for what to do, not that nothing is missing", () => {
  const paypal = { owner: "paypal", unread: true } as Statement["accounts"][number];
  const month = { accounts: [paypal], unexplained_minor: 0n } as unknown as Statement;
  expect(outOfBalance(month, "2026-11")).toMatch(/^The statement of 2026-11 is not compared: nobody has asked paypal/);
  expect(outOfBalance({ ...month, unexplained_minor: 5n }, "2026-11")).toMatch(/\$0\.05 unexplained, and nobody/);
});

it("shows what the database says against a statement, without a trace", async () => {
  vi.stubEnv("DATABASE_URL", process.env.TEST_DATABASE_URL);
  vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  await (await import("../commands/db.ts")).run(["selec 1"]);
  expect(said).toEqual([expect.stringMatching(/^syntax error at or near "selec"$/)]);
  expect(process.exitCode).toBe(1);
});

/** A pipe breaks between two lines, which no test can wait for: it is said to have broken. */
const BROKEN = `process.argv = [process.argv[0], "cli", "treasury", "--help"];
await import("./src/server/cli.ts");
process.stdout.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));`;

it("ends without a word where nobody reads any more, as `| head` does", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", BROKEN], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  let trace = "";
  child.stderr.on("data", (chunk) => {
    trace += chunk;
  });
  const [code] = await once(child, "close");
  expect([code, trace]).toEqual([0, ""]);
});
