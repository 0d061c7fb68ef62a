/**
 * A feed as a stream of text in constant memory: downloaded, unpacked when it is gzip (told by its first bytes, since
 * servers mislabel it), and decoded so that broken bytes cost a letter and not the feed.
 */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PATIENT } from "#platform/provider-calls";
import type { NetworkDeps } from "./call-network.ts";
import { FeedFormatError } from "./feed-format-error.ts";

/** Text and how many bytes of the download it came from; `total_bytes` is how many there will be, when the server says it. */
export type TextChunk = { text: string; bytes: number; total_bytes?: number | null };

const DOWNLOAD_MS = 3_600_000;
/** A download that fails is tried again by the import's job, which knows where it was. */
const ONCE = { ...PATIENT, tries: 1 };

/** A feed is at most so large when unpacked, and packing saves no more than this: past either it is a bomb. */
export const UNPACKED_LIMITS = { bytes: 8 * 2 ** 30, times: 200, free_bytes: 64 * 2 ** 20 };

export type FeedRequest = { url: string; headers: Record<string, string>; method?: "GET" | "POST"; body?: string };

export async function* downloadText(
  deps: NetworkDeps,
  provider: string,
  request: FeedRequest,
): AsyncGenerator<TextChunk> {
  const response = await deps.calls.call(provider, { ...request, timeout_ms: DOWNLOAD_MS }, ONCE);
  if (!response.body) throw new Error("the feed has no body");
  const charset = /charset=["']?([\w-]{1,40})/i.exec(response.headers.get("content-type") ?? "")?.[1] ?? null;
  // Of an answer that is packed on its way the length is that of the packed bytes, which are not those we count.
  const length = response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length"));
  const total_bytes = Number.isSafeInteger(length) && length > 0 ? length : null;
  for await (const chunk of textOf(response.body as AsyncIterable<Uint8Array>, charset))
    yield { ...chunk, total_bytes };
}

/** The same for bytes that are at hand. */
export async function* textOf(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  charset: string | null,
  limits = UNPACKED_LIMITS,
): AsyncGenerator<TextChunk> {
  let received = 0;
  let reported = 0;
  let unpacked_bytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      received += chunk.byteLength;
      yield chunk;
    }
  }
  const decoder = new FeedDecoder(charset);
  for await (const chunk of unpacked(counted())) {
    unpacked_bytes += chunk.byteLength;
    if (unpacked_bytes > limits.bytes || unpacked_bytes > received * limits.times + limits.free_bytes)
      throw new FeedFormatError(`the feed is larger than a feed may be: ${unpacked_bytes} bytes when unpacked`);
    const text = decoder.push(chunk);
    if (text) {
      yield { text, bytes: received - reported };
      reported = received;
    }
  }
  yield { text: decoder.end(), bytes: received - reported };
}

async function* unpacked(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  if (first.done) return;
  const head = first.value;
  async function* whole() {
    yield head;
    yield* source;
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip();
  const packed = Readable.from(whole(), { objectMode: false });
  packed.once("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Uint8Array;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

const NEWLINE = 0x0a;
/** A feed without line ends is cut at the last plain byte, so that what waits to be decoded stays small. */
const MAX_WAITING = 256 * 1024;

/**
 * UTF-8, else what the feed says it is; a line that is not valid UTF-8 is read as Windows-1252, which most broken feeds
 * are. Byte-order marks decide before everything.
 */
export class FeedDecoder {
  #waiting: Uint8Array = new Uint8Array(0);
  #other: InstanceType<typeof TextDecoder> | null = null;
  #started = false;
  readonly #charset: string | null;
  readonly #strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #western = new TextDecoder("windows-1252");

  constructor(charset: string | null) {
    this.#charset = charset;
  }

  push(chunk: Uint8Array): string {
    let bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    this.#waiting = new Uint8Array(0);
    if (!this.#started) {
      if (bytes.length < 200 && chunk.length > 0) {
        this.#waiting = bytes.slice();
        return "";
      }
      bytes = this.#start(bytes);
    }
    if (this.#other) return this.#other.decode(bytes, { stream: true });
    const end = endOfWhole(bytes);
    if (end < bytes.length) this.#waiting = bytes.slice(end);
    return this.#utf8(bytes.subarray(0, end));
  }

  end(): string {
    const bytes = this.#started ? this.#waiting : this.#start(this.#waiting);
    this.#waiting = new Uint8Array(0);
    return this.#other ? this.#other.decode(bytes) : this.#utf8(bytes);
  }

  #start(bytes: Uint8Array): Uint8Array {
    this.#started = true;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
    if (bytes[0] === 0xff && bytes[1] === 0xfe) this.#other = new TextDecoder("utf-16le");
    else if (bytes[0] === 0xfe && bytes[1] === 0xff) this.#other = new TextDecoder("utf-16be");
    else if (isWide(bytes, 1)) this.#other = new TextDecoder("utf-16le");
    else if (isWide(bytes, 0)) this.#other = new TextDecoder("utf-16be");
    else {
      const declared =
        /^<\?xml[^>]{0,100}?encoding=["']([\w-]{1,40})["']/.exec(
          Buffer.from(bytes.subarray(0, 200)).toString("latin1").trimStart(),
        )?.[1] ?? this.#charset;
      if (declared && !/^utf-?8$/i.test(declared)) {
        try {
          // Latin-1 is left to the line-wise way: feeds that say it are often UTF-8 in truth.
          if (!/^(iso-8859-1|latin-?1|us-ascii|windows-1252|cp1252)$/i.test(declared))
            this.#other = new TextDecoder(declared);
        } catch {
          this.#other = null;
        }
      }
    }
    return bytes;
  }

  #utf8(bytes: Uint8Array): string {
    if (bytes.length === 0) return "";
    try {
      return this.#strict.decode(bytes);
    } catch {
      return this.#byLine(bytes);
    }
  }

  #byLine(bytes: Uint8Array): string {
    const parts: string[] = [];
    for (let from = 0; from < bytes.length; ) {
      const at = bytes.indexOf(NEWLINE, from);
      const to = at < 0 ? bytes.length : at + 1;
      const line = bytes.subarray(from, to);
      try {
        parts.push(this.#strict.decode(line));
      } catch {
        parts.push(this.#western.decode(line));
      }
      from = to;
    }
    return parts.join("");
  }
}

/** Every second byte is zero: UTF-16 without a mark. */
function isWide(bytes: Uint8Array, from: number): boolean {
  const half = Math.min(bytes.length, 200) >> 1;
  let zeros = 0;
  let signs = 0;
  for (let pair = 0; pair < half; pair += 1) {
    if (bytes[2 * pair + from] === 0) zeros += 1;
    if (bytes[2 * pair + 1 - from] !== 0) signs += 1;
  }
  return half >= 8 && zeros * 10 > half * 7 && signs * 10 > half * 9;
}

function endOfWhole(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(NEWLINE);
  if (line >= 0) return line + 1;
  if (bytes.length < MAX_WAITING) return 0;
  for (let at = bytes.length - 1; at > 0; at -= 1) if ((bytes[at] ?? 0) < 0x80) return at + 1;
  return bytes.length;
}
