/** Logos and pictures: fetched once from the address a network gave, checked, kept in the database, served by us. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { addDays } from "#platform/clock";
import { newId, sha256 } from "#platform/ids";
import { OutgoingError, send } from "#platform/outgoing";
import { isPrivateAddress, kindOfImage, markColour } from "./image-rules.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import {
  type LogoTask,
  type LogoWrite,
  logosToFetch,
  type MediaWrite,
  readLogo,
  readPicture,
  type StoredMedia,
  saveLogos,
  saveMedia,
} from "./store/media.ts";

type FetchDeps = Pick<ImportDeps, "database" | "clock" | "config" | "log">;

const MOST_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const RETRY_DAYS = 7;
const AT_ONCE = 24;
const LOGOS_AT_ONCE = 480;

/** Fetches one image. What is not an image, too large, or at an address inside our own network is refused. */
export async function fetchImage(deps: FetchDeps, address: string): Promise<MediaWrite> {
  const refusal = (state: "missing" | "refused", reason: string): MediaWrite => ({
    source_url: address,
    state,
    reason: reason.slice(0, 200),
  });
  try {
    const url = new URL(address);
    if (!(await isAllowedHost(deps, url))) return refusal("refused", "the address is not a public one");
    const response = await send({ url: address, timeout_ms: TIMEOUT_MS, headers: { accept: "image/*" } });
    if (Number(response.headers.get("content-length") ?? 0) > MOST_BYTES)
      return refusal("refused", "larger than two megabytes");
    const body = await readLimited(response);
    if (!body) return refusal("refused", "larger than two megabytes");
    const content_type = kindOfImage(body);
    if (!content_type) return refusal("refused", "not an image");
    return {
      source_url: address,
      state: "stored",
      content_type,
      body,
      etag: sha256(body).toString("base64url").slice(0, 22),
    };
  } catch (error) {
    if (error instanceof OutgoingError) return refusal("missing", error.message);
    return refusal("missing", error instanceof Error ? error.message : String(error));
  }
}

async function readLimited(response: Response): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Feeds are written by strangers: an image's address must not make us read our own network. */
async function isAllowedHost(deps: FetchDeps, url: URL): Promise<boolean> {
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  // The sandbox plays the outside world on loopback, on its own port and no other.
  if (
    deps.config.SANDBOX === "on" &&
    [deps.config.IMPACT_API_URL, deps.config.AWIN_API_URL, deps.config.CJ_REST_URL].some(
      (known) => new URL(known).host === url.host,
    )
  )
    return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((found) => found.address);
  return addresses.length > 0 && !addresses.some(isPrivateAddress);
}

/** Fetches every logo that is missing, most prominent merchants first. Returns how many were found. */
export async function fetchLogos(deps: FetchDeps): Promise<{ fetched: number; found: number }> {
  const { database, clock } = deps;
  let fetched = 0;
  let found = 0;
  for (;;) {
    const tasks = await logosToFetch(database.pool, addDays(clock.now(), -RETRY_DAYS), LOGOS_AT_ONCE);
    const writes: LogoWrite[] = [];
    const waiting = [...tasks];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          const write = await fetchLogo(deps, task);
          if (write) writes.push(write);
        }
      }),
    );
    await saveLogos(database.db, writes);
    fetched += tasks.length;
    found += writes.length;
    if (tasks.length < LOGOS_AT_ONCE) return { fetched, found };
  }
}

async function fetchLogo(deps: FetchDeps, task: LogoTask): Promise<LogoWrite | null> {
  const media = await fetchImage(deps, task.logo_url);
  const logo_media = await saveMedia(deps.database.db, newId("inbox"), media, deps.clock.now());
  if (media.state !== "stored") return null;
  const extension = EXTENSIONS[media.content_type] ?? "png";
  const brand_hex = media.content_type === "image/svg+xml" ? markColour(media.body.toString("utf8")) : null;
  return {
    merchant_id: task.merchant_id,
    logo_media,
    logo_path: `${task.internal_name}.${extension}?v=${media.etag.slice(0, 8)}`,
    brand_hex,
  };
}

const EXTENSIONS: Record<string, string> = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
};

export const showLogo = (deps: ReadDeps, internalName: string): Promise<StoredMedia | null> =>
  readLogo(deps.database.pool, internalName);

const fetching = new WeakMap<object, Map<string, Promise<MediaWrite>>>();

/** A product's picture; fetched when first asked for, by one asker for all who wait. Null when there is none. */
export async function showPicture(deps: ReadDeps, productId: string): Promise<StoredMedia | null> {
  const row = await readPicture(deps.database.pool, productId);
  if (!row?.image_url) return null;
  if (row.state === "stored" && row.body && row.content_type && row.etag)
    return { body: row.body, content_type: row.content_type, etag: row.etag };
  if (row.fetched_at && row.fetched_at > addDays(deps.clock.now(), -1)) return null;
  const address = row.image_url;
  const pending = fetching.get(deps.database) ?? new Map<string, Promise<MediaWrite>>();
  fetching.set(deps.database, pending);
  let promise = pending.get(address);
  if (!promise) {
    promise = fetchImage(deps, address)
      .then(async (media) => {
        await saveMedia(deps.database.db, newId("inbox"), media, deps.clock.now());
        return media;
      })
      .finally(() => pending.delete(address));
    pending.set(address, promise);
  }
  const media = await promise;
  return media.state === "stored" ? media : null;
}
