/** FNV-1a with a final mix: the same text gives the same number on every machine and in every version. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return h >>> 0;
}

/** A whole number in [low, high], fixed by the text. */
export function pick(text: string, low: number, high: number): number {
  return low + (hash(text) % (high - low + 1));
}

export function choose<T>(text: string, list: readonly [T, ...T[]]): T {
  return list[hash(text) % list.length] ?? list[0];
}
