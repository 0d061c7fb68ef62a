/** Where a shop's own feed is read from: a file, or a web address that is brought into one first, so that it can be read twice. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openPublic } from "#platform/fetch-public";
import { isPrivateAddress } from "../image-rules.ts";
import type { CatalogSettings } from "../settings.ts";
import { FeedFormatError } from "./feed-format-error.ts";
import { type TextChunk, textOf } from "./feed-stream.ts";
import { isPlayed } from "./public-links.ts";

export type ShopSource = { bytes: number; text(): AsyncGenerator<TextChunk>; close(): Promise<void> };

/** As it comes, mostly packed. */
const MAX_DOWNLOAD = 2 * 2 ** 30;
const DOWNLOAD_MS = 3_600_000;
/** Shops serve their feeds behind shortened and moved addresses. */
const MAX_HOPS = 5;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

export async function openShopSource(settings: CatalogSettings, source: string): Promise<ShopSource> {
  if (!isAddress(source)) {
    const found = await stat(source).catch(() => null);
    if (!found?.isFile()) throw new FeedFormatError(`there is no file ${source}`);
    return sourceOf(source, found.size, null, async () => {});
  }
  const folder = await mkdtemp(join(tmpdir(), "tuppence-feed-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "feed");
    // What the sandbox serves may lie on this machine, and so may nothing that it leads to.
    const played = isPlayed(settings, source);
    const { body, content_type } = await openPublic({
      url: source,
      accept: "*/*",
      max_bytes: MAX_DOWNLOAD,
      timeout_ms: DOWNLOAD_MS,
      allows: played ? () => true : (ip) => !isPrivateAddress(ip),
      hops: played ? 0 : MAX_HOPS,
    });
    await pipeline(body, createWriteStream(path));
    const charset = /charset=["']?([\w-]{1,40})/i.exec(content_type)?.[1] ?? null;
    return sourceOf(path, (await stat(path)).size, charset, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function sourceOf(path: string, bytes: number, charset: string | null, close: () => Promise<void>): ShopSource {
  async function* text(): AsyncGenerator<TextChunk> {
    const file = createReadStream(path);
    try {
      for await (const chunk of textOf(file as AsyncIterable<Uint8Array>, charset))
        yield { ...chunk, total_bytes: bytes };
    } finally {
      file.destroy();
    }
  }
  return { bytes, text, close };
}
