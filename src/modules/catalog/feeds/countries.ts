/** ISO 3166 codes, and how feeds misspell them. Pure. */
import regions from "../impact/regions.json" with { type: "json" };

const MORE = ["AX", "BQ", "BL", "CW", "GG", "IM", "JE", "MF", "SS", "SX", "XK", "CZ"];
/** Codes that were given up. */
const OLD = new Set(["AN"]);
const KNOWN = new Set([...Object.values(regions), ...MORE].filter((code) => !OLD.has(code)));
const OTHERWISE: Record<string, string> = { UK: "GB", EL: "GR" };

/** The code of a country; null for what is none. */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  const known = OTHERWISE[code] ?? code;
  return KNOWN.has(known) ? known : null;
}

/** Impact's own words for regions. */
export const countryOfRegion = (word: string): string | null =>
  countryOf((regions as Record<string, string>)[word.trim().toUpperCase()] ?? "");
