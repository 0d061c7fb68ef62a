/** Whether our site still serves this version of the extension, as its signed word says. Pure. */
import type { Manifest, Oldest } from "./bundle.ts";

/** The exact text under the word of the oldest version. */
export const oldestText = ({ brand }: Pick<Manifest, "brand">, { version, from }: Oldest): string =>
  ["tuppence-oldest-1", brand, version, from].join("\n");

const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const looksLikeOldest = (told: Partial<Oldest> | undefined): told is Oldest =>
  VERSION.test(told?.version ?? "") && DAY.test(told?.from ?? "") && !Number.isNaN(Date.parse(told?.from ?? ""));

/** By numbers: 0.10.0 comes after 0.9.0. What is no version is older than every one. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (let place = 0; place < 3; place += 1) {
    const difference = (own?.[place] ?? 0) - (other?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Null for a version that is served for good, as far as is known. `from`: milliseconds. */
export type Ending = { from: number; over: boolean } | null;
export function endingOf(version: string, oldest: Oldest | null, now: number): Ending {
  if (!oldest || !isOlder(version, oldest.version)) return null;
  const from = Date.parse(oldest.from);
  return { from, over: now >= from };
}
