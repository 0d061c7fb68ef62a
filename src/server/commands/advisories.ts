/** `npm run advisories`: known weaknesses of what production depends on; exit code 1 when one is high and nobody accepted it. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { systemClock } from "#platform/clock";
import { advisoryFile, judgeAdvisories } from "../advisories.ts";

const WAIT_MS = 8_000;

export async function run() {
  const [file, lock, answer] = await Promise.all([
    readFile("docs/advisories.json", "utf8"),
    readFile("package-lock.json", "utf8"),
    askRegistry(),
  ]);
  const today = systemClock.now().toISOString().slice(0, 10);
  const verdict = judgeAdvisories({
    answer,
    file: advisoryFile.parse(JSON.parse(file)),
    lock: JSON.parse(lock),
    today,
  });
  for (const line of verdict.warnings) console.log(`  warning: ${line}`);
  for (const line of verdict.failures) console.log(`  ${line}`);
  if (verdict.failures.length) {
    console.log("Take a mended version, or say in docs/advisories.json why it may stay and until when.");
    process.exitCode = 1;
  }
}

/** What npm said, or nothing: a registry that is away, slow or has no audit must not stop anybody. */
function askRegistry(): Promise<string> {
  return new Promise((settle) => {
    const args = ["audit", "--json", "--omit=dev", "--fetch-retries=0", `--fetch-timeout=${WAIT_MS}`];
    const child = spawn(process.platform === "win32" ? "npm.cmd" : "npm", args, {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: WAIT_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    child.on("error", () => settle(""));
    child.on("exit", () => setImmediate(() => settle(said)));
  });
}
