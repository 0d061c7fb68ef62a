/** The total of a receipt and what proves it: its own arithmetic, or the payment that stands below it. */
import { type Amount, amountsIn } from "./find-amounts.ts";
import { isLastTotal, kindOf, type LineKind } from "./line-kinds.ts";
import type { TextLine } from "./text-lines.types.ts";

export type AmountLine = { line: TextLine; at: number; kind: LineKind | null; amount: Amount };
export type FoundAmount = {
  minor: bigint;
  line: TextLine;
  plain: boolean;
  proven: boolean;
  /** Its first figure may be the sign of its currency: it begins with one that a dollar is taken for, and nothing stands before it. */
  signless: boolean;
};

/** Lines with their last amount; one that names what comes below takes it from there. */
export function readAmountLines(lines: readonly TextLine[]): AmountLine[] {
  const taken = new Set<number>();
  return lines.flatMap((line, at): AmountLine[] => {
    if (taken.has(at)) return [];
    const kind = kindOf(line.text);
    const amount = amountsIn(line.text).at(-1);
    if (amount) return [{ line, at, kind, amount }];
    const below = lines[at + 1];
    const alone =
      below && kind && kindOf(below.text) === null && /^[^a-zA-Z]{0,6}[\d.,\s]+[^a-zA-Z]{0,4}$/.test(below.text);
    const found = alone ? amountsIn(below.text).at(-1) : undefined;
    if (!below || !found) return [];
    taken.add(at + 1);
    return [{ line: below, at, kind, amount: found }];
  });
}

const sumOf = (rows: readonly AmountLine[]): bigint =>
  rows.reduce(
    (sum, { amount, kind }) => (amount.negative || kind === "saving" ? sum - amount.minor : sum + amount.minor),
    0n,
  );

/** Whether what stands on the paper adds up to this total. */
function isProven(rows: readonly AmountLine[], total: AmountLine): boolean {
  const before = rows.filter((row) => row.at < total.at);
  const wanted = total.amount.minor;
  const subtotals = before.filter((row) => row.kind === "subtotal");
  for (const subtotal of subtotals) {
    const added = before.filter(
      (row) => row.at > subtotal.at && ["tax", "tip", "shipping", "saving"].includes(row.kind ?? ""),
    );
    const all = [
      subtotal,
      ...before.filter((row) => row.at > subtotal.at && row.kind !== "subtotal" && row.kind !== "total"),
    ];
    if (added.length > 0 && sumOf([subtotal, ...added]) === wanted) return true;
    if (all.length > 1 && sumOf(all) === wanted) return true;
  }
  const items = before.filter((row) => row.kind === null || row.kind === "shipping");
  const charges = before.filter((row) => row.kind === "tax" || row.kind === "tip");
  if (items.length >= 2 && (sumOf(items) === wanted || sumOf([...items, ...charges]) === wanted)) return true;
  const after = rows.filter((row) => row.at > total.at);
  const paid = after.filter((row) => row.kind === "payment" || row.kind === "total");
  if (paid.some((row) => row.amount.minor === wanted)) return true;
  const change = after.find((row) => row.kind === "change");
  return change !== undefined && paid.some((row) => row.amount.minor - change.amount.minor === wanted);
}

const foundOf = ({ amount, line }: AmountLine, proven: boolean): FoundAmount => ({
  ...{ minor: amount.minor, line, plain: amount.plain, proven },
  signless: !amount.signed && /^[589]\d{3,}$/.test(String(amount.minor)),
});

/** A dollar sign that was read as a figure: the arithmetic of the paper tells which. */
function withoutSign(rows: readonly AmountLine[], total: AmountLine): FoundAmount | null {
  const text = String(total.amount.minor);
  if (!/^[589]\d{3,}$/.test(text)) return null;
  const repaired = { ...total, amount: { ...total.amount, minor: BigInt(text.slice(1)) } };
  if (!isProven(rows, repaired)) return null;
  return foundOf(repaired, true);
}

export function findTotal(rows: readonly AmountLine[]): FoundAmount | null {
  const totals = rows.filter((row) => row.kind === "total" && row.amount.minor > 0n && !row.amount.negative);
  const proven = totals.filter((row) => isProven(rows, row));
  const repaired =
    proven.length > 0 ? null : totals.map((row) => withoutSign(rows, row)).find((found) => found !== null);
  if (repaired) return repaired;
  const best =
    proven.findLast((row) => isLastTotal(row.line.text)) ??
    proven.at(-1) ??
    totals.findLast((row) => isLastTotal(row.line.text)) ??
    totals.at(-1);
  if (!best) return null;
  return foundOf(best, proven.includes(best));
}

/** What bringing it cost; nothing when it says so. */
export function findShipping(rows: readonly AmountLine[]): FoundAmount | null {
  const found = rows.find((row) => row.kind === "shipping" && !row.amount.negative);
  return found ? foundOf(found, false) : null;
}
