/** Writes pictures anew apart from the server: what a hostile one does to its thread, nobody else feels. */
import { createThreads } from "#platform/threads";
import type { MadePicture, PictureOf } from "./write-picture.ts";

const MAX_MS = 15_000;
const MEMORY_MB = 256;
const MAX_AT_ONCE = 2;

export type PictureMaker = {
  /** Null for what cannot be opened, or not in time. */
  make(bytes: Buffer, of: PictureOf): Promise<MadePicture | null>;
  close(): Promise<void>;
};

export function createPictureMaker(options: { most_ms?: number } = {}): PictureMaker {
  const threads = createThreads<MadePicture | "none">({
    script: new URL("./picture.worker.ts", import.meta.url),
    most_ms: options.most_ms ?? MAX_MS,
    memory_mb: MEMORY_MB,
    at_once: MAX_AT_ONCE,
  });
  return {
    async make(bytes, of) {
      const made = await threads.run({ bytes: new Uint8Array(bytes), of });
      return made && made !== "none" ? { ...made, body: Buffer.from(made.body) } : null;
    },
    close: threads.close,
  };
}
