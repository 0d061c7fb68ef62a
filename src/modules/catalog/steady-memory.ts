/**
 * Holds the engine's space for young objects where it is worth its memory. Left alone it grows by what survives, and an
 * import, whose batches all live for a moment, drives it to its limit of 128 MiB for no speed at all.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const ENOUGH_BYTES = 16 * 2 ** 20;
const USUAL_GROWTH = 2;

let importing = 0;

/** Asked now and then while an import runs: the space grows to what is enough and no further. */
export function holdMemory(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
  // This flag is read whenever the space would grow, so that setting it while the program runs takes effect.
  if (young && young.space_size >= ENOUGH_BYTES) setFlagsFromString("--semi-space-growth-factor=1");
}

/** Counts imports that run at the same time; the last one to end gives the engine its freedom back. */
export async function withSteadyMemory<T>(work: () => Promise<T>): Promise<T> {
  importing += 1;
  try {
    return await work();
  } finally {
    importing -= 1;
    if (importing === 0) setFlagsFromString(`--semi-space-growth-factor=${USUAL_GROWTH}`);
  }
}
