/**
 * JSON of others as PostgreSQL can keep it: it refuses a NUL, half of a surrogate pair and what is nested very deeply, and
 * one such text would keep back everything that was told beside it.
 */
const DEEPEST = 40;
/** Shorter ones cannot be nested so deeply that anybody minds. */
const MAY_BE_DEEP = 4_000;
const REPLACEMENT = "\uFFFD";

export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", REPLACEMENT);

/** The JSON of a value; of one that cannot be kept so, of what of it can. */
export function storableJson(value: unknown): string {
  const text = plainJson(value);
  return text === null || (text.length > MAY_BE_DEEP && isDeep(text)) || /\\u(0000|d[89a-f])/i.test(text)
    ? JSON.stringify(storable(value, 0))
    : text;
}

/** Null for what is nested so deeply that it cannot be written. */
function plainJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Brackets within texts count as well: what seems deep is only looked at once more. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x5b || sign === 0x7b) depth += 1;
    else if (sign === 0x5d || sign === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function storable(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "nested too deeply to be kept";
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), storable(one, depth + 1)]));
}
