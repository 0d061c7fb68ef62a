import { refused } from "#platform/outcome";
import { createThreads } from "#platform/threads";
import type { OpenAnswer } from "./opened.types.ts";

const OPEN_MS = 25_000;
const MEMORY_MB = 512;
const MAX_AT_ONCE = 2;

export type FileOpener = { open(bytes: Buffer): Promise<OpenAnswer>; close(): Promise<void> };

/** Opens each file apart from the server. */
export function createFileOpener(options: { open_ms?: number } = {}): FileOpener {
  const threads = createThreads<OpenAnswer>({
    script: new URL("./opener.worker.ts", import.meta.url),
    most_ms: options.open_ms ?? OPEN_MS,
    memory_mb: MEMORY_MB,
    at_once: MAX_AT_ONCE,
  });
  return {
    open: async (bytes) => (await threads.run({ bytes: new Uint8Array(bytes) })) ?? refused("file_broken"),
    close: threads.close,
  };
}
