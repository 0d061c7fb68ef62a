/** (j) `npm start`, the second time: built, imported, until it says that it is up. The first time is told beside it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "#platform/embedded-postgres";
import type { Ground } from "./ground.ts";
import { below, type Result } from "./report.ts";

async function startOnce(environment: Record<string, string>): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const gone = new Promise<number | null>((settle) => child.on("exit", settle));
  const seconds = await new Promise<number>((settle, fail) => {
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes("Tuppence is up")) settle((performance.now() - began) / 1_000);
    });
    gone.then((code) => fail(new Error(`npm start ended with ${code}`)));
  });
  child.kill("SIGTERM");
  await gone;
  return seconds;
}

export async function run(ground: Ground): Promise<Result[]> {
  const environment = {
    DATA_DIR: join(ground.folder, "start"),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    LOG_LEVEL: "error",
  };
  const first = await startOnce(environment);
  const second = await startOnce(environment);
  return [
    {
      bench: "start",
      work: "npm start, the second time",
      ours: `${second.toFixed(1)} s`,
      beside: "with an empty database",
      peer: `${first.toFixed(1)} s`,
      value: second,
      goal: below(8, "s"),
    },
  ];
}
