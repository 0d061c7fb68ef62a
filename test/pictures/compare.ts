/** Whether a page looks as agreed. Pure: two digests in, what differs out. */
import { cellAt, cellOf, type Digest } from "./digest.ts";

export type Cell = { row: number; column: number };
export type Difference = { reasons: string[]; cells: Cell[] };

/** Two neighbouring levels may be the same mean: what lies below is drawn otherwise, not changed. */
const FAINT = 11;
/** A word or a color that came, went or moved. */
const PLAIN = 16;
/** Nothing that is forgiven makes a cell so much lighter or darker. */
const STRONG = 44;
/** Cells that differ plainly, above which a picture is told. */
const MAX_PLAIN = 2;
/** Share of all cells that may differ faintly: more is a ground that changed its color. */
const MAX_FAINT = 0.06;
/** Pixels by which a page may be higher or lower: lines are rounded. */
const HEIGHT_PX = 3;

/** Null where the second looks like the first. `cells` are those that differ, in the grid of the second. */
export function compare(agreed: Digest, now: Digest): Difference | null {
  const reasons: string[] = [];
  if (agreed.page_width !== now.page_width)
    reasons.push(
      now.page_width > now.width
        ? `overflows: ${now.page_width} px wide in a window of ${now.width} px`
        : `is ${now.page_width} px wide, was ${agreed.page_width}`,
    );
  const grown = now.page_height - agreed.page_height;
  if (Math.abs(grown) > HEIGHT_PX) reasons.push(`is ${Math.abs(grown)} px ${grown > 0 ? "higher" : "lower"}`);
  const rows = Math.min(agreed.rows, now.rows);
  const columns = Math.min(agreed.columns, now.columns);
  const plain: Cell[] = [];
  const faint: Cell[] = [];
  let strongest = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [was, is] = [cellAt(agreed, row, column), cellAt(now, row, column)];
      const away = Math.max(...was.map((value, at) => Math.abs(value - (is[at] ?? 0))));
      strongest = Math.max(strongest, away);
      if (away > FAINT) faint.push({ row, column });
      if (away > PLAIN) plain.push({ row, column });
    }
  if (plain.length > MAX_PLAIN || strongest > STRONG) {
    const { height } = cellOf(now.width);
    const [first, last] = [plain[0]?.row ?? 0, plain.at(-1)?.row ?? 0];
    reasons.push(`${plain.length} of ${rows * columns} cells differ, ${first * height} to ${(last + 1) * height} px`);
  } else if (faint.length > rows * columns * MAX_FAINT)
    reasons.push(`${faint.length} of ${rows * columns} cells have another color`);
  return reasons.length ? { reasons, cells: plain.length ? plain : faint } : null;
}
