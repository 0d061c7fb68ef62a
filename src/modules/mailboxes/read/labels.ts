/** Finds what stands behind a label: in its own cell, the next one, or the line below. */
import LABELS from "./labels.json" with { type: "json" };
import type { Line } from "./text-lines.ts";

export type Label = keyof typeof LABELS;

const end = "\\s*(?:[:#]\\s*#?\\s*|\\s+|$)";
const patterns = new Map(
  Object.entries(LABELS).map(([name, list]) => [
    name,
    new RegExp(`^(?:${[...list].toSorted((a, b) => b.length - a.length).join("|")})${end}`, "i"),
  ]),
);
const patternOf = (label: Label): RegExp => patterns.get(label) ?? /(?!)/;

export const isLabel = (text: string, label: Label): boolean => patternOf(label).test(text);
export const isAnyLabel = (text: string, labels: readonly Label[]): boolean =>
  labels.some((label) => isLabel(text, label));

/** A label and nothing else: what stands for another thing. */
const isBare = (text: string): boolean => {
  const bare = text.trim();
  return bare.length < 60 && [...patterns.values()].some((pattern) => pattern.exec(bare)?.[0].length === bare.length);
};

export type Found = { value: string; line: number; hrefs: readonly string[] };

/** What may stand for a label, the nearest place first. */
export function* behindLabel(lines: readonly Line[], label: Label): Generator<Found> {
  const pattern = patternOf(label);
  for (const [at, line] of lines.entries()) {
    const { hrefs } = line;
    for (const [cell, whole] of line.cells.entries()) {
      const rows = whole.split("\n");
      for (const [row, text] of rows.entries()) {
        const match = pattern.exec(text);
        if (!match) continue;
        const rest = text.slice(match[0].length).trim();
        if (rest) yield { value: rest, line: at, hrefs };
        else if (rows[row + 1] && !isBare(rows[row + 1] ?? ""))
          yield { value: rows.slice(row + 1).join(" "), line: at, hrefs };
        for (const next of line.cells.slice(cell + 1))
          if (next && !isBare(next)) yield { value: next, line: at, hrefs };
        const below = lines[at + 1];
        const under = below?.cells[cell] ?? below?.cells[0];
        if (!rest && below && under && !isBare(under)) yield { value: under, line: at + 1, hrefs: below.hrefs };
      }
    }
  }
}

/** The first that `read` can read. */
export function findBehind<T>(
  lines: readonly Line[],
  label: Label,
  read: (value: string, found: Found) => T | null,
): T | null {
  for (const found of behindLabel(lines, label)) {
    const value = read(found.value.replaceAll("\n", " "), found);
    if (value !== null) return value;
  }
  return null;
}
