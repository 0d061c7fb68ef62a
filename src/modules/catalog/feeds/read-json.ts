/**
 * JSON feeds as a stream: one text with a list of objects somewhere in it (`{"products":[{…}]}`), or one object a line. Objects
 * are cut out by counting braces and parsed one by one, so that one bad object costs itself.
 */
import { FeedFormatError } from "./feed-format-error.ts";
import type { TextChunk } from "./feed-stream.ts";

export type JsonRows = {
  rows: Record<string, unknown>[];
  broken: string[];
  bytes: number;
  total_bytes: number | null;
  /** The text ended within an object or before its list was closed. */
  cut: boolean;
};

const MAX_OBJECT = 1_000_000;
const MAX_BROKEN = 1_000;
/** So much is looked at to tell the two forms apart. */
const HEAD = 64 * 1024;

export async function* readJson(chunks: AsyncIterable<TextChunk>): AsyncGenerator<JsonRows> {
  const cutter = new ObjectCutter();
  let bytes = 0;
  let total_bytes: number | null = null;
  for await (const chunk of chunks) {
    bytes += chunk.bytes;
    total_bytes = chunk.total_bytes ?? null;
    const rows = cutter.push(chunk.text);
    if (rows.length > 0) {
      yield { rows, broken: cutter.takeBroken(), bytes, total_bytes, cut: false };
      bytes = 0;
    }
  }
  const rows = cutter.end();
  yield { rows, broken: cutter.takeBroken(), bytes, total_bytes, cut: cutter.isCut };
}

type Form = "lines" | "list";

/** Finds the objects that are rows. */
export class ObjectCutter {
  #form: Form | null = null;
  #text = "";
  #at = 0;
  /** Where the object that is being read begins; -1 between objects. */
  #begin = -1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #closed = false;
  #tooLong = false;
  #broken: string[] = [];
  #lost = 0;
  #found = 0;

  takeBroken(): string[] {
    const broken = this.#broken;
    this.#broken = [];
    return broken;
  }

  get isCut(): boolean {
    return this.#begin >= 0 || (this.#form === "list" && !this.#closed);
  }

  push(text: string): Record<string, unknown>[] {
    this.#text += text;
    if (this.#form === null) {
      if (this.#text.length < HEAD) return [];
      this.#choose();
    }
    return this.#run();
  }

  end(): Record<string, unknown>[] {
    if (this.#form === null) this.#choose();
    const rows = this.#run();
    if (this.#found === 0 && this.#form === "lines" && rows.length === 0)
      throw new FeedFormatError("the JSON holds no list of products");
    return rows;
  }

  #choose() {
    const text = this.#text.trimStart();
    this.#text = text;
    if (text === "") throw new FeedFormatError("the feed is empty");
    const line = text.slice(0, HEAD).split("\n", 1)[0] ?? "";
    const whole = parseObject(line.trim());
    const more = text.slice(line.length).trimStart() !== "";
    // The first line is an object of its own: more lines follow, or it holds no list and is the only product.
    this.#form = whole && (more || listStart(line) < 0) ? "lines" : "list";
    if (this.#form === "lines") return;
    const start = listStart(text);
    if (start >= 0) {
      this.#at = start;
      return;
    }
    // A list without objects in it is a feed without products.
    if (/[[]\s{0,100}[\]]/.test(text.slice(0, HEAD))) {
      this.#closed = true;
      this.#at = text.length;
      return;
    }
    throw new FeedFormatError("the JSON holds no list of products");
  }

  #run(): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = [];
    const text = this.#text;
    let at = this.#at;
    for (; at < text.length && !this.#closed; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (sign === 0x5c) this.#escaped = true;
        else if (sign === 0x22) this.#inString = false;
        // A row of its own line never has a line end in it: the string was not closed.
        else if (sign === 0x0a && this.#form === "lines") this.#restart("a text is not closed");
        continue;
      }
      if (sign === 0x22) this.#inString = this.#begin >= 0;
      else if (sign === 0x7b) {
        if (this.#begin < 0) {
          this.#begin = at;
          this.#depth = 0;
        }
        this.#depth += 1;
      } else if (sign === 0x7d && this.#begin >= 0) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          const row = this.#tooLong ? null : parseObject(text.slice(this.#begin, at + 1));
          if (row) rows.push(unwrapped(row));
          else this.#lose(this.#tooLong ? "a product is longer than a megabyte" : "a product is not JSON");
          this.#begin = -1;
          this.#tooLong = false;
        }
      } else if (sign === 0x5d && this.#begin < 0 && this.#form === "list") this.#closed = true;
      else if (sign === 0x0a && this.#form === "lines" && this.#begin >= 0) this.#restart("a product has no end");
    }
    this.#found += rows.length;
    if (this.#begin >= 0 && at - this.#begin > MAX_OBJECT) {
      this.#tooLong = true;
      this.#begin = at;
    }
    const keep = this.#begin >= 0 ? this.#begin : at;
    this.#text = text.slice(keep);
    this.#at = at - keep;
    if (this.#begin >= 0) this.#begin = 0;
    return rows;
  }

  #restart(reason: string) {
    this.#lose(reason);
    this.#begin = -1;
    this.#inString = false;
    this.#escaped = false;
    this.#tooLong = false;
  }

  #lose(reason: string) {
    this.#lost += 1;
    if (this.#lost > MAX_BROKEN)
      throw new FeedFormatError(`more than ${MAX_BROKEN} products cannot be read: ${reason}`);
    this.#broken.push(reason);
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The place behind the first `[` that an object follows, outside of strings; -1 when there is none. */
function listStart(text: string): number {
  let inString = false;
  let open = -1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') {
      inString = true;
      open = -1;
    } else if (sign === "[") open = at + 1;
    else if (sign === "{" && open >= 0) return open;
    else if (open >= 0 && sign !== " " && sign !== "\n" && sign !== "\r" && sign !== "\t") open = -1;
  }
  return -1;
}

/** `{"data":{"shoppingProductCatalog":{…}}}`, one a line: the product is what the single fields lead to. */
function unwrapped(row: Record<string, unknown>): Record<string, unknown> {
  let inner = row;
  for (let depth = 0; depth < 3; depth += 1) {
    const values = Object.values(inner);
    const only = values[0];
    if (values.length !== 1 || typeof only !== "object" || only === null || Array.isArray(only)) break;
    inner = only as Record<string, unknown>;
  }
  return inner;
}
