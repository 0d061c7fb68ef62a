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
  /** Other lines tell of another amount. */
  doubted: boolean;
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

/** What the other lines say that the total must be: their sum, and what was paid. */
type Told = { sums: bigint[]; paid: bigint[] };

const CHARGES: readonly (LineKind | null)[] = ["tax", "tip", "shipping", "saving"];

function tellTotal(rows: readonly AmountLine[], at: number): Told {
  const before = rows.filter((row) => row.at < at);
  const sums = before
    .filter((row) => row.kind === "subtotal")
    .flatMap((subtotal) => {
      const below = before.filter((row) => row.at > subtotal.at && row.kind !== "subtotal" && row.kind !== "total");
      const added = below.filter((row) => CHARGES.includes(row.kind));
      return [added, below].filter((list) => list.length > 0).map((list) => sumOf([subtotal, ...list]));
    });
  const items = before.filter((row) => row.kind === null || row.kind === "shipping");
  const charges = before.filter((row) => row.kind === "tax" || row.kind === "tip");
  const counted = items.length >= 2 ? [sumOf(items), sumOf([...items, ...charges])] : [];
  const after = rows.filter((row) => row.at > at);
  const payments = after.filter((row) => row.kind === "payment").map((row) => row.amount.minor);
  const change = after.find((row) => row.kind === "change")?.amount.minor;
  const paid = change === undefined ? payments : payments.map((payment) => payment - change);
  return { sums: [...sums, ...counted], paid };
}

const figuresOf = (text: string): string => text.replaceAll(/\D/g, "");

/** A line that says total, with what was read of it; null where its figures make no amount. */
type TotalLine = { line: TextLine; at: number; amount: Amount | null };

/** What stands there by the paper's own account: read so, or in its figures with a sign that was taken for one of them. */
function prove({ line, amount }: TotalLine, { sums, paid }: Told): bigint | null {
  const told = [...sums, ...paid].filter((minor) => minor >= 100n);
  if (amount && told.includes(amount.minor)) return amount.minor;
  const figures = figuresOf(line.text);
  return sums.find((sum) => paid.includes(sum)) ?? told.find((minor) => figures.includes(String(minor))) ?? null;
}

const isSignless = ({ minor, signed }: Amount): boolean => !signed && /^[589]\d{3,}$/.test(String(minor));

function judgeTotal(rows: readonly AmountLine[], total: TotalLine): FoundAmount | null {
  const told = tellTotal(rows, total.at);
  const proven = prove(total, told);
  if (proven !== null)
    return { minor: proven, line: total.line, plain: true, proven: true, signless: false, doubted: false };
  if (!total.amount || total.amount.minor <= 0n || total.amount.negative) return null;
  const { minor, plain } = total.amount;
  const doubted = told.paid.length > 0 || rows.some((row) => row.kind === "subtotal" && row.at < total.at);
  return { minor, line: total.line, plain, proven: false, signless: isSignless(total.amount), doubted };
}

export function findTotal(rows: readonly AmountLine[], lines: readonly TextLine[]): FoundAmount | null {
  const named = rows.filter((row) => row.kind === "total");
  const bare = lines.flatMap((line, at) =>
    kindOf(line.text) === "total" && !named.some((row) => row.at === at) ? [{ line, at, amount: null }] : [],
  );
  const found = [...named, ...bare]
    .toSorted((a, b) => a.at - b.at)
    .map((total) => judgeTotal(rows, total))
    .filter((total) => total !== null);
  const best = (list: readonly FoundAmount[]) => list.findLast(({ line }) => isLastTotal(line.text)) ?? list.at(-1);
  return best(found.filter((total) => total.proven)) ?? best(found) ?? null;
}

/** What bringing it cost; nothing when it says so. */
export function findShipping(rows: readonly AmountLine[]): FoundAmount | null {
  const found = rows.find((row) => row.kind === "shipping" && !row.amount.negative);
  if (!found) return null;
  const { amount, line } = found;
  const { minor, plain } = amount;
  return { minor, line, plain, proven: false, signless: isSignless(amount), doubted: false };
}
