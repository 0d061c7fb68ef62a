/** Names of businesses as people and papers write them: without case, accents and signs. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Shorter ones stand within too many others. */
const MIN_WITHIN = 4;

/** Whether two texts name one business: the same, or one within the other ("WHOLE FOODS MARKET #204"). */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [foldName(one), foldName(other)];
  if (a === "" || b === "") return false;
  return a === b || (a.length >= MIN_WITHIN && b.includes(a)) || (b.length >= MIN_WITHIN && a.includes(b));
}
