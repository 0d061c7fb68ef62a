/**
 * What loaders gave, on its way into the document. React Router writes it as a stream, which for a store with 60 coupons took
 * half as long as rendering the page; here it is written in one go, in the form that the browser's router reads.
 */
import { isRouteErrorResponse } from "react-router";

const isPlain = (value: object): value is Record<string, unknown> => {
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
};

/** Numbers that stand for what JSON has no word for. */
const UNDEFINED = -7;
const NULL = -5;
function standFor(value: number): number | null {
  if (Number.isNaN(value)) return -2;
  if (value === Number.POSITIVE_INFINITY) return -6;
  if (value === Number.NEGATIVE_INFINITY) return -3;
  return Object.is(value, -0) ? -4 : null;
}

/**
 * All values in one list, in which each names its parts by their place; what is said twice is written once. This is the form of
 * React Router's `turbo-stream`, as far as data goes that is whole: no promises, and nothing with a class of its own but dates, sets
 * and maps. Throws at anything else.
 */
export function encode(data: unknown): string {
  const values: unknown[] = [];
  const places = new Map<unknown, number>();
  // Objects of a kind come one after the other: their names are written as those of the one before.
  const names: string[] = [];
  const written: string[] = [];

  function place(value: unknown): number {
    if (value === null) return NULL;
    if (value === undefined) return UNDEFINED;
    const known = places.get(value);
    if (known !== undefined) return known;
    const number = typeof value === "number" ? standFor(value) : null;
    if (number !== null) return number;
    const at = values.push(value) - 1;
    places.set(value, at);
    return at;
  }

  function tagged(tag: string, parts: readonly unknown[]): string {
    let text = `["${tag}"`;
    for (const part of parts) text += `,${place(part)}`;
    return `${text}]`;
  }

  function writeList(list: readonly unknown[]): string {
    let text = "";
    for (const value of list) text += text === "" ? place(value) : `,${place(value)}`;
    return `[${text}]`;
  }

  function writeRecord(record: Record<string, unknown>): string {
    const keys = Object.keys(record);
    let text = "{";
    for (let n = 0; n < keys.length; n += 1) {
      const name = keys[n] as string;
      if (names[n] !== name) {
        names[n] = name;
        written[n] = `${n ? "," : ""}"_${place(name)}":`;
      }
      text += `${written[n]}${place(record[name])}`;
    }
    return `${text}}`;
  }

  function write(value: unknown): string {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return JSON.stringify(value);
    if (typeof value === "bigint") return `["B","${value}"]`;
    if (typeof value !== "object" || value === null)
      throw new Error(`A loader gave a ${typeof value}, which no document can hold.`);
    if (Array.isArray(value)) return writeList(value);
    if (isPlain(value)) return writeRecord(value);
    if (value instanceof Date) return `["D",${Number.isNaN(value.getTime()) ? '"invalid"' : value.getTime()}]`;
    if (value instanceof Set) return tagged("S", [...value]);
    if (value instanceof Map) return tagged("M", [...value].flat());
    if (value instanceof Error) return tagged("SanitizedError", [value.name, value.message, value.stack]);
    if (isRouteErrorResponse(value)) return tagged("ErrorResponse", [value.data, value.status, value.statusText]);
    throw new Error(`A loader gave a ${value.constructor.name}, which no document can hold.`);
  }

  const whole = place(data);
  if (whole < 0) return `${whole}\n`;
  let text = "";
  // Grows while it is written: the parts of each value come behind it.
  for (let n = 0; n < values.length; n += 1) text += `${n ? "," : ""}${write(values[n])}`;
  return `[${text}]\n`;
}

/** In the order of the work: the backslashes that are put in are not doubled again. */
const IN_SCRIPT: readonly [character: string, written: string][] = [
  ["\\", "\\\\"],
  ["'", "\\'"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["<", "\\u003c"],
  [">", "\\u003e"],
  ["&", "\\u0026"],
  ["\u2028", "\\u2028"],
  ["\u2029", "\\u2029"],
];

/** A text as a script says it; in single quotes, because the double ones of JSON stay as they are then. Nothing ends the element. */
export function quoteForScript(text: string): string {
  let safe = text;
  // Asking for a character is much quicker than a pattern that looks for all of them.
  for (const [character, written] of IN_SCRIPT)
    if (safe.includes(character)) safe = safe.replaceAll(character, written);
  return `'${safe}'`;
}
