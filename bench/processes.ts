/** Servers and load in processes of their own, each on its own core where the machine allows it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const pins = availableParallelism() >= 2 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

export type Started = {
  child: ChildProcess;
  port: number /** Seconds of processor time used so far; null where the system does not tell. */;
  cpu(): number | null;
  ask<T>(message: unknown): Promise<T>;
  stop(): Promise<void>;
};

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Starts a script of this folder; it sends `{ port }` when it is ready and answers messages one by one. */
export async function startProcess(
  script: string,
  options: { core: number; environment?: Record<string, string>; flags?: string[] },
): Promise<Started> {
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", ...(options.flags ?? []), script];
  const [command, ...args] = (pins ? ["taskset", "-c", String(options.core), ...node] : node) as [string, ...string[]];
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...options.environment },
  });
  const next = <T>() =>
    new Promise<T>((settle, fail) => {
      const done = (message: unknown) => {
        child.off("exit", gone);
        settle(message as T);
      };
      const gone = (code: number | null) => {
        child.off("message", done);
        fail(new Error(`${script} ended with ${code}`));
      };
      child.once("message", done);
      child.once("exit", gone);
    });
  const { port } = await next<{ port: number }>();
  return {
    child,
    port,
    cpu: () => cpuSeconds(child.pid ?? 0),
    async ask(message) {
      const answer = next<never>();
      // What can be sent between processes is for the two ends to say.
      child.send(message as never);
      return answer;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((settle) => child.once("exit", settle));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** User and system time of all threads, from the kernel's own account. */
function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
