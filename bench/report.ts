/** What a benchmark says: the work, its figure beside the limit or peer of the same run, the ratio, and the goal. */

export type Result = {
  bench: string;
  work: string;
  /** Figures as they are printed, with their unit. */
  ours: string;
  beside: string;
  peer: string;
  /** What is compared with the goal: a ratio, or the figure itself. */
  value: number;
  goal: { text: string; met: (value: number) => boolean } | null;
  note?: string;
};

export const atLeast = (least: number, what = "×") => ({
  text: `≥ ${least} ${what}`,
  met: (value: number) => value >= least,
});
export const below = (most: number, what: string) => ({
  text: `< ${most} ${what}`,
  met: (value: number) => value < most,
});

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const count = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(value >= 10 ? 1 : 2);
export const perSecond = (value: number): string => `${count(value)}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

const HEAD = ["", "work", "ours", "beside it", "measured", "value", "goal", "met"];

export function showTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.bench,
    result.work,
    result.ours,
    result.beside,
    result.peer,
    result.value >= 100 ? count(result.value) : result.value.toFixed(2),
    result.goal?.text ?? "–",
    result.goal === null ? "–" : result.goal.met(result.value) ? "yes" : "NO",
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(HEAD), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
