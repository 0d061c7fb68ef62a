/** Which entries of the processor's balance and which of our own lines are the same movement: pure. */
export type Alone = {
  /** The entry's id at the processor, or the cause of our line. */
  id: string;
  payment_id: string;
  kind: "charge" | "refund" | "dispute";
  amount_minor: bigint;
};
export type Pairs = { entries: string[]; causes: string[] };

/** One to one by kind and amount; then, kind by kind, sides whose sums are the same, which lines of former times may be. */
export function pairOff(entries: readonly Alone[], lines: readonly Alone[]): { pairs: Pairs; left: Alone[] } {
  const pairs: Pairs = { entries: [], causes: [] };
  const open = [...lines];
  let left: Alone[] = [];
  for (const entry of entries) {
    const n = open.findIndex((line) => line.kind === entry.kind && line.amount_minor === entry.amount_minor);
    if (n < 0) left.push(entry);
    else {
      pairs.entries.push(entry.id);
      pairs.causes.push(...open.splice(n, 1).map((line) => line.id));
    }
  }
  for (const kind of ["charge", "refund", "dispute"] as const) {
    const ours = open.filter((line) => line.kind === kind);
    const theirs = left.filter((entry) => entry.kind === kind);
    const sum = (all: readonly Alone[]) => all.reduce((total, one) => total + one.amount_minor, 0n);
    if (ours.length === 0 || theirs.length === 0 || sum(ours) !== sum(theirs)) continue;
    pairs.entries.push(...theirs.map((one) => one.id));
    pairs.causes.push(...ours.map((one) => one.id));
    left = left.filter((entry) => entry.kind !== kind);
  }
  return { pairs, left };
}
