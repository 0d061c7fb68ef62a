/**
 * Public pages, rendered once and kept ready to send: body per encoding, headers, ETag. Fresh for `cache_seconds`, then
 * served stale while one render replaces it; many misses at once wait for one render. Cleared by catalogue events.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzip } from "node:zlib";
import { BoundedMap } from "#platform/bounded-map";
import { stopwatch } from "#platform/clock";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Rendered = { status: number; headers: Record<string, string>; body: string; cache_seconds: number };

export type ReadyPage = {
  status: number;
  etag: string;
  headers: Record<string, string>;
  /** Bytes of the body as it is. */
  length: number;
  br: Buffer;
  gzip: Buffer;
  fresh_until: number;
  drop_at: number;
};

/** After freshness a page may be shown stale this long while it is made anew. */
const STALE_SECONDS = 3_600;

/** What failed is tried again after this long. */
const AGAIN_MS = 10_000;

export class PageCache {
  readonly #pages: BoundedMap<ReadyPage>;
  readonly #pending = new Map<string, Promise<ReadyPage>>();
  #generation = 0;

  constructor(most: { entries: number; bytes: number } = { entries: 4_000, bytes: 256 * 1_048_576 }) {
    this.#pages = new BoundedMap(most);
  }

  get size() {
    return this.#pages.size;
  }

  get bytes() {
    return this.#pages.bytes;
  }

  /** A page that may be sent as it is, and whether it should be made anew behind the answer. */
  get(key: string): { page: ReadyPage; stale: boolean } | null {
    const page = this.#pages.get(key);
    if (!page) return null;
    const now = stopwatch();
    if (now > page.drop_at) {
      this.#pages.delete(key);
      return null;
    }
    return { page, stale: now > page.fresh_until };
  }

  /** Renders once however many ask. A page that must not be kept (an error, a redirect) is answered but not stored. */
  async render(key: string, make: () => Promise<Rendered>): Promise<ReadyPage> {
    const waiting = this.#pending.get(key);
    if (waiting) return waiting;
    const generation = this.#generation;
    const promise = make()
      .then(prepare)
      .then((page) => {
        // What was rendered from data that has changed meanwhile is answered, never kept.
        if (generation !== this.#generation) return page;
        if (page.status === 200) this.#pages.set(key, page, page.br.length + page.gzip.length);
        // It is gone or elsewhere by now; where it only failed, an older one is better than none.
        else if (page.status < 500) this.#pages.delete(key);
        else this.#waitFor(key);
        return page;
      })
      .catch((error) => {
        if (generation === this.#generation) this.#waitFor(key);
        throw error;
      })
      .finally(() => {
        // After a clearing another may have begun under the same key.
        if (this.#pending.get(key) === promise) this.#pending.delete(key);
      });
    this.#pending.set(key, promise);
    return promise;
  }

  /** A page that cannot be made now is not tried again by each who asks for it. */
  #waitFor(key: string) {
    const kept = this.#pages.get(key);
    if (kept) kept.fresh_until = Math.max(kept.fresh_until, stopwatch() + AGAIN_MS);
  }

  clear() {
    this.#generation += 1;
    this.#pages.clear();
    // Who asks from now on waits for none that began before: it may still say what is gone.
    this.#pending.clear();
  }
}

const TAKES_BR = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
/** The best that a reader takes of what we have; a weight of nothing is a no (RFC 9110 §12.4.2). Null for the body as it is. */
export const encodingFor = (accepts: string | undefined): "br" | "gzip" | null =>
  accepts === undefined ? null : TAKES_BR.test(accepts) ? "br" : TAKES_GZIP.test(accepts) ? "gzip" : null;

/** The body as it is: nearly nobody asks for it, so that it is not kept three times. */
export const unpacked = (page: ReadyPage): Buffer => brotliDecompressSync(page.br);

async function prepare(rendered: Rendered): Promise<ReadyPage> {
  const identity = Buffer.from(rendered.body);
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipped(identity, { level: 6 }),
  ]);
  const now = stopwatch();
  return {
    status: rendered.status,
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    headers: rendered.headers,
    length: identity.length,
    br,
    gzip: gz,
    fresh_until: now + rendered.cache_seconds * 1_000,
    drop_at: now + (rendered.cache_seconds + STALE_SECONDS) * 1_000,
  };
}

/** Less than this fits into one packet as it is. */
const WORTH_PACKING = 1_200;

/**
 * A page of one reader, packed for this one answer: quickly, because it is never sent again. Nothing secret stands in a
 * page beside words of its address, so that its packed length gives nothing away (tokens live in cookies).
 */
export async function packOnce(
  body: Buffer,
  accepts: string | undefined,
): Promise<{ bytes: Buffer; encoding: "br" | "gzip" | null }> {
  if (body.length < WORTH_PACKING) return { bytes: body, encoding: null };
  const encoding = encodingFor(accepts);
  if (encoding === "br") {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { bytes: await brotli(body, { params }), encoding: "br" };
  }
  if (encoding === "gzip") return { bytes: await gzipped(body, { level: 4 }), encoding: "gzip" };
  return { bytes: body, encoding: null };
}
