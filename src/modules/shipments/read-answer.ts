/** How answers of carriers are read: whatever came, without signs that a database refuses, and no longer than is shown. */
export type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
export const rowOf = (value: unknown): Row => (isRow(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown, most = 200): string =>
  typeof value === "string"
    ? value
        .replaceAll(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, most)
        .toWellFormed()
    : "";

/** Two capital letters, or null. */
export function countryOf(value: unknown): string | null {
  const country = textOf(value, 2).toUpperCase();
  return /^[A-Z]{2}$/.test(country) ? country : null;
}

/** So many scans are kept of one answer, the newest. */
export const MAX_SCANS = 300;
