/** Rows as CSV (RFC 4180) that a spreadsheet opens without running anything of it. */
export type Cell = string | number | bigint;

/** What a spreadsheet would take for a formula is made a text by an apostrophe; some read signs of full width (U+FF1D) as well. */
const cell = (value: Cell): string => {
  const text = String(value);
  const isFormula = /^\s*[=+\-@＝＋－＠\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(",")}\r\n`;
export const writeCsv = (rows: readonly (readonly Cell[])[]): string => rows.map(csvLine).join("");
