/** Opens files in threads that live for one file, with a limit on time and memory; few at once. */
import { Worker } from "node:worker_threads";
import { refused } from "#platform/outcome";
import type { OpenAnswer } from "./opened.types.ts";

const OPEN_MS = 25_000;
const MEMORY_MB = 512;
const MAX_AT_ONCE = 2;

export type FileOpener = { open(bytes: Buffer): Promise<OpenAnswer>; close(): Promise<void> };

export function createFileOpener(options: { open_ms?: number } = {}): FileOpener {
  const working = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const inThread = (bytes: Buffer): Promise<OpenAnswer> =>
    new Promise((settle) => {
      const worker = new Worker(new URL("./opener.worker.ts", import.meta.url), {
        workerData: { bytes: new Uint8Array(bytes) },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        // What a library complains of is no word of ours; the settings of the server are none of its business.
        stdout: true,
        stderr: true,
        env: {},
        execArgv: ["--disable-warning=ExperimentalWarning"],
      });
      working.add(worker);
      const end = (answer: OpenAnswer) => {
        clearTimeout(timer);
        working.delete(worker);
        void worker.terminate();
        settle(answer);
      };
      const broken = () => end(refused("file_broken"));
      const timer = setTimeout(broken, options.open_ms ?? OPEN_MS);
      worker.once("message", end);
      worker.once("error", broken);
      worker.once("exit", broken);
    });

  return {
    async open(bytes) {
      if (busy >= MAX_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
      else busy += 1;
      try {
        return await inThread(bytes);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
    async close() {
      await Promise.all([...working].map((worker) => worker.terminate()));
    },
  };
}
