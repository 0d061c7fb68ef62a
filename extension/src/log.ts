/** What was decided on this device, each entry chained to the one before it, so that a line taken out or changed is found. */

import { hashOf } from "./shelve.ts";
import type { Note } from "./stand-down.ts";

export type Entry = Note & { n: number; at: string; before: string; hash: string };
export const FIRST = "0".repeat(64);
/** The oldest go; the first that stays names the hash of the one before it. */
const MAX_ENTRIES = 1_000;

const textOf = ({ n, at, what, store, from, before }: Omit<Entry, "hash">): string =>
  JSON.stringify([n, at, what, store, from ?? null, before]);

export async function addNotes(log: readonly Entry[], notes: readonly Note[], at: number): Promise<Entry[]> {
  const all = [...log];
  for (const note of notes) {
    const last = all.at(-1);
    const entry = {
      n: (last?.n ?? 0) + 1,
      at: new Date(at).toISOString(),
      ...note,
      before: last?.hash ?? FIRST,
    };
    all.push({ ...entry, hash: await hashOf(textOf(entry)) });
  }
  return all.slice(-MAX_ENTRIES);
}

/** The number of the first entry that is not as it was written; null when all are. */
export async function findBroken(log: readonly Entry[]): Promise<number | null> {
  let before: Entry | undefined;
  for (const entry of log) {
    const follows = before
      ? entry.before === before.hash && entry.n === before.n + 1
      : entry.n > 1 || entry.before === FIRST;
    if (!follows || entry.hash !== (await hashOf(textOf(entry)))) return entry.n;
    before = entry;
  }
  return null;
}
