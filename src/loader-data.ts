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

/** Texts come behind all else; how much that is is known at the end, so that their places count from here until then. */
const FIRST_TEXT = 2 ** 24;
/** Places of small numbers are found without a look-up; most numbers of a page are small. */
const SMALL = 128;

// Both are used again and again: one page after the other is written.
let named = new Int32Array(2 ** 14);
let written = Buffer.allocUnsafeSlow(2 ** 16);

function isSmall(value: number): boolean {
  return value >= 0 && value < SMALL && (value | 0) === value && !Object.is(value, -0);
}

/** What has a class of its own: its tag and its parts; of a date there are none. */
function tagged(value: object): [tag: string, parts: readonly unknown[]] {
  if (value instanceof Date) return [`"D",${Number.isNaN(value.getTime()) ? '"invalid"' : value.getTime()}`, []];
  if (value instanceof Set) return ['"S"', [...value]];
  if (value instanceof Map) return ['"M"', [...value].flat()];
  if (value instanceof Error) return ['"SanitizedError"', [value.name, value.message, value.stack]];
  if (isRouteErrorResponse(value)) return ['"ErrorResponse"', [value.data, value.status, value.statusText]];
  throw new Error(`A loader gave a ${value.constructor.name}, which no document can hold.`);
}

/** Every value once, and which of them each names: for a list its length and the places of its parts, for a record of names and parts. */
class Places {
  readonly values: unknown[] = [];
  readonly texts: string[] = [];
  private used = 0;
  private readonly small: number[] = new Array(SMALL).fill(UNDEFINED);
  private readonly ofTexts = new Map<string, number>();
  private readonly ofValues = new Map<unknown, number>();
  // Objects of a kind come one after the other: their names are those of the one before.
  private readonly names: string[] = [];
  private readonly ofNames: number[] = [];

  /** Of all of it. */
  readonly whole: number;

  constructor(data: unknown) {
    this.whole = this.place(data);
    // Grows while it is looked through: the parts of each value come behind it.
    for (let n = 0; n < this.values.length; n += 1) {
      const value = this.values[n];
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) this.nameParts(value);
      else if (isPlain(value)) this.nameRecord(value);
      else this.nameParts(tagged(value)[1]);
    }
  }

  private text(value: string): number {
    const known = this.ofTexts.get(value);
    if (known !== undefined) return known;
    const at = FIRST_TEXT + this.texts.push(value) - 1;
    this.ofTexts.set(value, at);
    return at;
  }

  private place(value: unknown): number {
    if (value === null) return NULL;
    if (value === undefined) return UNDEFINED;
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") {
      if (isSmall(value)) {
        if (this.small[value] === UNDEFINED) this.small[value] = this.values.push(value) - 1;
        return this.small[value] as number;
      }
      const stand = standFor(value);
      if (stand !== null) return stand;
    }
    const known = this.ofValues.get(value);
    if (known !== undefined) return known;
    if (typeof value === "function" || typeof value === "symbol")
      throw new Error(`A loader gave a ${typeof value}, which no document can hold.`);
    const at = this.values.push(value) - 1;
    this.ofValues.set(value, at);
    return at;
  }

  private growFor(more: number): void {
    if (this.used + more <= named.length) return;
    const larger = new Int32Array(2 * (named.length + more));
    larger.set(named);
    named = larger;
  }

  private nameParts(parts: readonly unknown[]): void {
    this.growFor(parts.length + 1);
    named[this.used++] = parts.length;
    for (const part of parts) named[this.used++] = this.place(part);
  }

  private nameRecord(record: Record<string, unknown>): void {
    const keys = Object.keys(record);
    const parts = Object.values(record);
    this.growFor(2 * keys.length + 1);
    named[this.used++] = keys.length;
    for (let n = 0; n < keys.length; n += 1) {
      const name = keys[n] as string;
      if (this.names[n] !== name) {
        this.names[n] = name;
        this.ofNames[n] = this.text(name);
      }
      named[this.used++] = this.ofNames[n] as number;
      named[this.used++] = this.place(parts[n]);
    }
  }
}

const [QUOTE, COMMA, MINUS, ZERO, COLON, LINE] = [0x22, 0x2c, 0x2d, 0x30, 0x3a, 0x5f];
/** Of a place with what stands around it, at most. */
const SIGNS = 12;

function writePlace(to: Buffer, from: number, place: number): number {
  let end = from;
  if (place < 0) to[end++] = MINUS;
  const left = Math.abs(place);
  if (left >= 10_000) return end + to.write(String(left), end, "latin1");
  if (left >= 1_000) to[end++] = ZERO + ((left / 1_000) | 0);
  if (left >= 100) to[end++] = ZERO + (((left / 100) | 0) % 10);
  if (left >= 10) to[end++] = ZERO + (((left / 10) | 0) % 10);
  to[end++] = ZERO + (left % 10);
  return end;
}

/** What a value begins with; all of it, where it has no parts. */
function startOf(value: unknown): string {
  if (typeof value === "bigint") return `["B","${value}"]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return "[";
  return isPlain(value) ? "{" : `[${tagged(value)[0]}`;
}

/** What stands before the texts, sign by sign: put together of pieces it would take half as long again. */
function writeValues(values: readonly unknown[]): string {
  const shift = values.length - FIRST_TEXT;
  let to = written;
  let at = 0;
  let end = 0;
  for (const value of values) {
    const start = startOf(value);
    const isText = typeof value !== "object" || value === null;
    const isRecord = start === "{";
    const length = isText ? 0 : (named[at++] as number);
    if (end + start.length + 2 * SIGNS * (length + 1) > to.length) {
      written = Buffer.allocUnsafeSlow(2 * (to.length + start.length + 2 * SIGNS * (length + 1)));
      to.copy(written, 0, 0, end);
      to = written;
    }
    if (end) to[end++] = COMMA;
    for (let n = 0; n < start.length; n += 1) to[end++] = start.charCodeAt(n);
    for (let n = 0; n < length; n += 1) {
      if (n || start.length > 1) to[end++] = COMMA;
      if (isRecord) {
        to[end++] = QUOTE;
        to[end++] = LINE;
        end = writePlace(to, end, (named[at++] as number) + shift);
        to[end++] = QUOTE;
        to[end++] = COLON;
      }
      const place = named[at++] as number;
      end = writePlace(to, end, place < FIRST_TEXT ? place : place + shift);
    }
    if (!isText) to[end++] = isRecord ? 0x7d : 0x5d;
  }
  return to.toString("latin1", 0, end);
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

/** In single quotes, because the double ones of JSON stay as they are then. Nothing ends the element. */
function quoteForScript(text: string): string {
  let safe = text;
  // Asking for a character is much quicker than a pattern that looks for all of them.
  for (const [character, quoted] of IN_SCRIPT) if (safe.includes(character)) safe = safe.replaceAll(character, quoted);
  return safe;
}

/**
 * All values in one list, in which each names its parts by their place; what is said twice is written once. This is the form of
 * React Router's `turbo-stream`, as far as data goes that is whole: no promises, and nothing with a class of its own but dates, sets
 * and maps. Throws at anything else. As a script says it: only texts have to be quoted for that.
 */
export function sayInScript(data: unknown): string {
  const { whole, values, texts } = new Places(data);
  if (whole < 0) return `'${whole}\\n'`;
  const list = texts.length ? JSON.stringify(texts).slice(1) : "]";
  return `'[${writeValues(values)}${values.length && texts.length ? "," : ""}${quoteForScript(list)}\\n'`;
}
