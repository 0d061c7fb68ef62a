/** Looking things up by how they begin, in a list that is sorted by bytes. */

/** The first place whose text is not before the given one. */
export function lowerBound(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? "") < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** From the first text that begins so to the first after the last: `~` comes after every letter of a folded text. */
export const rangeOf = (sorted: readonly string[], beginning: string): [from: number, to: number] => [
  lowerBound(sorted, beginning),
  lowerBound(sorted, `${beginning}~`),
];
