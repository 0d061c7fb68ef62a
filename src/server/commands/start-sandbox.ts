/** The outside world as a process of its own, for as long as ours lives. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Config } from "#settings";

export type SandboxProcess = { child: ChildProcess; ready: Promise<void> };

export function startSandbox(
  config: Pick<Config, "SANDBOX_PORT" | "SANDBOX_SMTP_PORT" | "DATA_DIR" | "PUBLIC_URL" | "PROVIDER_BUDGET_FACTOR">,
): SandboxProcess {
  const child = spawn(process.execPath, ["sandbox/main.ts"], {
    // Its input is ours alone: it ends when we do, also when we are killed, and then so does the sandbox.
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      SANDBOX_UNTIL_INPUT_ENDS: "on",
      SANDBOX_PORT: String(config.SANDBOX_PORT),
      SANDBOX_SMTP_PORT: String(config.SANDBOX_SMTP_PORT),
      SANDBOX_DATA_DIR: join(config.DATA_DIR, "sandbox"),
      PRODUCT_URL: config.PUBLIC_URL,
      SANDBOX_LIMIT_FACTOR: String(config.PROVIDER_BUDGET_FACTOR),
    },
  });
  const ready = new Promise<void>((settle, fail) => {
    child.stdout?.on("data", (chunk) => String(chunk).includes("sandbox ready") && settle());
    child.on("exit", (code) => fail(new Error(`The sandbox stopped with ${code}.`)));
  });
  ready.catch(() => {});
  process.on("exit", () => child.kill("SIGKILL"));
  return { child, ready };
}
