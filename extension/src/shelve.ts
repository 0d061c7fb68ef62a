/**
 * A list on its way into storage: read as it comes and cut into pieces of some hundred stores, each packed by itself, so that the whole
 * stands in memory neither as text nor as objects, and a store is read later without the other thousands.
 */
import { type Bundle, type Difference, hostLines, type Store } from "./bundle.ts";
import { createSha256 } from "./sha256.ts";

export type Rest = Omit<Bundle, "format" | "stores">;
export type Shelf = {
  rest: Rest;
  /** Stores in the list's order, packed. */
  pieces: readonly string[];
  /** The name of each piece's first store. */
  firsts: readonly string[];
  /** As `hostLines` writes them. */
  hosts: string;
  /** Lines of name, tab, title: what a search looks through. */
  titles: string;
};

/** Every list is written so (`src/modules/extension/rules.ts`). */
const HEAD = '{"format":1,"stores":[';
/** Bytes of a piece before it is packed. */
const PIECE = 64_000;
/** Far more than a catalogue needs. */
const MAX_TEXT = 40_000_000;

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function hashOf(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** What was packed by gzip, as it comes out. */
export const unpacking = (body: Blob) => chunksOf(body.stream().pipeThrough(new DecompressionStream("gzip")));

export async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new CompressionStream("gzip");
  const writer = stream.writable.getWriter();
  // What goes wrong here goes wrong for who reads as well.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  let letters = "";
  for await (const chunk of chunksOf(stream.readable)) letters += String.fromCharCode(...chunk);
  return btoa(letters);
}

/** As texts that were written by `btoa` lie in storage. */
export const blobOf = (packed: string): Blob =>
  new Blob([Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))]);

export async function readPiece(packed: string): Promise<Store[]> {
  const text = await new Response(blobOf(packed).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  return JSON.parse(`[${text}]`) as Store[];
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 92, 91, 93, 123, 125];

/** Where, of `{…},{…}]…`, stores end and the list does. Told byte by byte, since texts are broken anywhere on their way. */
function createReader() {
  let depth = 0;
  let quoted = false;
  let escaped = false;
  return (byte: number | undefined): "store" | "list" | null => {
    if (escaped) escaped = false;
    else if (byte === QUOTE) quoted = !quoted;
    else if (quoted) escaped = byte === BACKSLASH;
    else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_LIST && depth === 0) return "list";
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return "store";
    }
    return null;
  };
}

/** A few bytes that grow, and begin anew without being made anew. */
function createBuffer() {
  let buffer = new Uint8Array(2 * PIECE);
  let length = 0;
  return {
    bytes: () => buffer.subarray(0, length),
    add(more: Uint8Array): void {
      if (length + more.length > buffer.length) {
        const larger = new Uint8Array(2 * (length + more.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(more, length);
      length += more.length;
    },
    clear(): void {
      length = 0;
    },
  };
}

/** Throws where it is no list. Its hash is of exactly what came; who calls holds it against the signature before anything is kept. */
export async function shelve(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<{ hash: string; shelf: Shelf }> {
  const [pieces, firsts, titles]: [string[], string[], string[]] = [[], [], []];
  const pairs: (readonly [string, string])[] = [];
  const decoder = new TextDecoder();
  const begun = createBuffer();
  const close = async () => {
    // Between two pieces stands the comma of their stores.
    const all = begun.bytes();
    const bytes = pieces.length > 0 ? all.subarray(1) : all;
    if (bytes.length === 0) return;
    const stores = JSON.parse(`[${decoder.decode(bytes)}]`) as Store[];
    firsts.push(stores[0]?.name ?? "");
    for (const { name, title, hosts } of stores) {
      titles.push(`${name}\t${title.replaceAll(/\s+/g, " ")}\n`);
      for (const host of hosts) pairs.push([host, name]);
    }
    pieces.push(await pack(bytes));
    begun.clear();
  };
  const read = createReader();
  const sha256 = createSha256();
  let [head, size, isOver] = ["", 0, false];
  for await (const chunk of chunks) {
    let from = Math.max(0, HEAD.length - size);
    size += chunk.length;
    if (size > MAX_TEXT) throw new Error("the list is too large");
    sha256.add(chunk);
    head += decoder.decode(chunk.subarray(0, from));
    for (let place = from; place < chunk.length && !isOver; place += 1) {
      const end = read(chunk[place]);
      isOver = end === "list";
      const length = place + 1 - from;
      if (!isOver && (end === null || begun.bytes().length + length < PIECE)) continue;
      begun.add(chunk.subarray(from, isOver ? place : place + 1));
      from = isOver ? place : place + 1;
      await close();
    }
    begun.add(chunk.subarray(from));
  }
  if (!isOver || head !== HEAD) throw new Error("this is no list");
  const { stand_down, own, recipes } = JSON.parse(HEAD + decoder.decode(begun.bytes())) as Bundle;
  const rest = { stand_down, own, recipes };
  return { hash: sha256.end(), shelf: { rest, pieces, firsts, hosts: hostLines(pairs), titles: titles.join("") } };
}

/**
 * The text that a difference leads to, a piece after the other: what is kept stays in its order, and what is new comes to its place.
 * Names are plain ASCII, so that this order is the database's.
 */
export async function* leadOn(
  kept: AsyncIterable<readonly Store[]>,
  rest: Rest,
  difference: Difference,
): AsyncGenerator<string> {
  const gone = new Set(difference.gone);
  const set = [...difference.set].sort((one, other) => (one.name < other.name ? -1 : 1));
  let next = 0;
  let isFirst = true;
  const write = (stores: readonly Store[]): string => {
    if (stores.length === 0) return "";
    const text = `${isFirst ? "" : ","}${stores.map((store) => JSON.stringify(store)).join(",")}`;
    isFirst = false;
    return text;
  };
  yield HEAD;
  for await (const stores of kept) {
    const now: Store[] = [];
    for (const store of stores) {
      for (let one = set[next]; one && one.name < store.name; one = set[next]) {
        now.push(one);
        next += 1;
      }
      const one = set[next];
      if (one?.name === store.name) {
        now.push(one);
        next += 1;
      } else if (!gone.has(store.name)) now.push(store);
    }
    yield write(now);
  }
  yield write(set.slice(next));
  const { stand_down = rest.stand_down, own = rest.own, recipes = rest.recipes } = difference;
  yield JSON.stringify({ format: 1, stores: [], stand_down, own, recipes }).slice(HEAD.length);
}
