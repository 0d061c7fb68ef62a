/**
 * Reads letters from pictures on this machine. Each reader is a thread that is made when a receipt comes and ends when none has
 * come for a while; the data of both languages comes with the packages and lies in one folder, as the reader wants it.
 */
import { copyFile, mkdir, rename, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Worker as Thread } from "node:worker_threads";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import type { Box, TextLine } from "./text-lines.types.ts";

/** A missing file would let the reader be made for ever. */
const MAKE_MS = 60_000;
const IDLE_MS = 60_000;
const LANGUAGES = { eng: "@tesseract.js-data/eng", spa: "@tesseract.js-data/spa" };

/** Nobody can say whether the picture or this machine is at fault. */
export class ReadingTimeout extends Error {}

export type Engine = {
  /** `one_line`: the picture is of one line. */
  read(picture: Buffer, options: { one_line: boolean; page: number }): Promise<TextLine[]>;
};
export type Engines = {
  /** Gives an engine to `work` alone for at most so long; whoever comes when all are busy waits. */
  use<T>(limit_ms: number, work: (engine: Engine) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

async function gatherData(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [language, from] of Object.entries(LANGUAGES)) {
    const name = `${language}.traineddata.gz`;
    const source = join(
      dirname(createRequire(import.meta.url).resolve(`${from}/package.json`)),
      "4.0.0_best_int",
      name,
    );
    const [wanted, have] = await Promise.all([stat(source), stat(join(folder, name)).catch(() => null)]);
    if (have?.size === wanted.size) continue;
    // Several processes may do this at once: each has a half of its own, and the last one stays.
    const half = join(folder, `${name}.${process.pid}.half`);
    await copyFile(source, half);
    await rename(half, join(folder, name));
  }
}

const boxOf = ({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Box => ({
  ...{ x: x0, y: y0 },
  ...{ width: x1 - x0, height: y1 - y0 },
});

async function readWith(worker: Worker, picture: Buffer, page: number): Promise<TextLine[]> {
  const { data } = await worker.recognize(picture, {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.map((line) => ({
    text: line.text.trim(),
    confidence: line.confidence,
    words: line.words.map((word) => ({ text: word.text, confidence: word.confidence, box: boxOf(word.bbox) })),
    box: boxOf(line.bbox),
    page,
  }));
}

type Made = { worker: Worker; idle: NodeJS.Timeout | null };
/** The reader's thread, which its types do not tell of. */
const threadOf = (made: Made): Thread => (made.worker as Worker & { worker: Thread }).worker;

async function make(folder: string): Promise<Made> {
  await gatherData(folder);
  const making = createWorker(["spa", "eng"], OEM.LSTM_ONLY, {
    langPath: folder,
    gzip: true,
    cacheMethod: "none",
    // Told through the call that fails.
    errorHandler: () => {},
  });
  const timer = new AbortController();
  const late = wait(MAKE_MS, "late" as const, { ref: false, signal: timer.signal }).catch(() => "late" as const);
  const worker = await Promise.race([making, late]);
  timer.abort();
  if (worker === "late") throw new Error("the reader of receipts could not be made");
  return { worker, idle: null };
}

export function createEngines(options: { at_once: number; folder: string }): Engines {
  const free: Made[] = [];
  const all = new Set<Made>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  let stop = () => {};
  /** A reader that is ended in the middle of its work never answers. */
  const stopped = new Promise<never>((_done, fail) => {
    stop = () => fail(new Error("this process is ending"));
  });
  stopped.catch(() => {});

  async function end(made: Made): Promise<void> {
    all.delete(made);
    if (made.idle) clearTimeout(made.idle);
    await made.worker.terminate();
  }
  async function take(): Promise<Made> {
    const known = free.pop();
    if (known?.idle) clearTimeout(known.idle);
    const made = known ?? (await make(options.folder));
    all.add(made);
    threadOf(made).ref();
    return made;
  }
  function giveBack(made: Made): void {
    if (closed) return void end(made);
    free.push(made);
    // A process that ends does not wait for one that has nothing to do.
    threadOf(made).unref();
    made.idle = setTimeout(() => {
      free.splice(free.indexOf(made), 1);
      void end(made);
    }, IDLE_MS);
    made.idle.unref();
  }
  async function within<T>(limit_ms: number, made: Made, work: (engine: Engine) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(new ReadingTimeout("the receipt took too long to read")), limit_ms);
      timer.unref();
    });
    const engine: Engine = {
      async read(picture, { one_line, page }) {
        await made.worker.setParameters({
          tessedit_pageseg_mode: one_line ? PSM.SINGLE_LINE : PSM.SINGLE_BLOCK,
          // Pictures that we made tell none, and each would be complained of.
          user_defined_dpi: "300",
          debug_file: "/dev/null",
        });
        return readWith(made.worker, picture, page);
      },
    };
    try {
      return await Promise.race([work(engine), late, stopped]);
    } finally {
      if (timer) clearTimeout(timer);
    }
  }

  return {
    async use(limit_ms, work) {
      if (busy >= options.at_once) await new Promise<void>((go) => waiting.push(go));
      else busy += 1;
      try {
        if (closed) throw new Error("this process is ending");
        const made = await take();
        try {
          const result = await within(limit_ms, made, work);
          giveBack(made);
          return result;
        } catch (error) {
          // Whatever it was doing, it is not asked again.
          await end(made);
          throw error;
        }
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
    async close() {
      closed = true;
      stop();
      await Promise.all([...all].map(end));
    },
  };
}
