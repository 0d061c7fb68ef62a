/** Why a provider's balance is another than our books: pure. Amounts are cents, from the books to the provider. */

export type Effect = { what: string; id: string; amount: bigint };
/** The most different sums that are looked through: beyond, a person looks. */
const MAX_SUMS = 100_000;

/**
 * `certain`: what the provider has counted and our books have not; `possible`: what it may or may not have counted. They
 * explain a difference only when some of them make it up to the cent. Returns those, and what is left.
 */
export function explainReading(
  difference: bigint,
  certain: readonly Effect[],
  possible: readonly Effect[],
): { under_way: Effect[]; left: bigint } {
  const rest = difference - certain.reduce((sum, effect) => sum + effect.amount, 0n);
  const chosen = chooseSum(possible, rest);
  return { under_way: [...certain, ...(chosen ?? [])], left: chosen ? 0n : rest };
}

/** Some of the effects that sum to an amount; none for nothing; null when there are no such. */
function chooseSum(effects: readonly Effect[], target: bigint): Effect[] | null {
  const reached = new Map<bigint, { before: bigint; effect: Effect } | null>([[0n, null]]);
  for (const effect of effects) {
    if (reached.has(target) || reached.size > MAX_SUMS) break;
    for (const sum of [...reached.keys()])
      if (!reached.has(sum + effect.amount)) reached.set(sum + effect.amount, { before: sum, effect });
  }
  if (!reached.has(target)) return null;
  const chosen: Effect[] = [];
  for (let step = reached.get(target); step; step = reached.get(step.before)) chosen.push(step.effect);
  return chosen.reverse();
}
