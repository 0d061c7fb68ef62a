/** Work on what strangers sent, each piece in a thread that lives for it alone, with a limit on time and memory; few at once. */
import { Worker } from "node:worker_threads";

export type Threads<Answer> = {
  /** `given` is the thread's `workerData`. Null where it failed, ended or took too long; otherwise the one message that it posts. */
  run(given: unknown): Promise<Answer | null>;
  close(): Promise<void>;
};

export function createThreads<Answer>(options: {
  script: URL;
  most_ms: number;
  memory_mb: number;
  at_once: number;
}): Threads<Answer> {
  const working = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const inThread = (given: unknown): Promise<Answer | null> =>
    new Promise((settle) => {
      const worker = new Worker(options.script, {
        workerData: given,
        resourceLimits: { maxOldGenerationSizeMb: options.memory_mb },
        // What a library complains of is no word of ours; the settings of the server are none of its business.
        stdout: true,
        stderr: true,
        env: {},
        execArgv: ["--disable-warning=ExperimentalWarning"],
      });
      working.add(worker);
      const end = (answer: Answer | null) => {
        clearTimeout(timer);
        working.delete(worker);
        void worker.terminate();
        settle(answer);
      };
      const broken = () => end(null);
      const timer = setTimeout(broken, options.most_ms);
      worker.once("message", end);
      worker.once("error", broken);
      worker.once("exit", broken);
    });

  return {
    async run(given) {
      if (busy >= options.at_once) await new Promise<void>((go) => waiting.push(go));
      else busy += 1;
      try {
        return await inThread(given);
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
