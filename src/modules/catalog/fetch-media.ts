/** Logos and pictures: fetched once from the address a network gave, checked, kept in the database, served by us. */
import { addDays } from "#platform/clock";
import { ForbiddenFetchError, fetchPublic } from "#platform/fetch-public";
import { newId, sha256 } from "#platform/ids";
import { BudgetSpentError, SPARE } from "#platform/provider-calls";
import { isPrivateAddress, kindOfImage, markColour } from "./image-rules.ts";
import { impactHeaders } from "./impact/programmes.ts";
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

type FetchDeps = Pick<ImportDeps, "database" | "clock" | "config" | "log" | "calls">;

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
    const body = isImpactPath(deps, address)
      ? await fetchBehindCredentials(deps, address)
      : await fetchOpen(deps, address);
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
    // Nothing was asked, so that nothing is known: it is asked for when there are calls again.
    if (error instanceof BudgetSpentError) throw error;
    if (error instanceof ForbiddenFetchError) return refusal("refused", error.message);
    return refusal("missing", error instanceof Error ? error.message : String(error));
  }
}

/** Feeds are written by strangers: an image's address must not make us read our own network. */
const fetchOpen = (deps: FetchDeps, address: string): Promise<Buffer> =>
  fetchPublic({
    url: address,
    accept: "image/*",
    most_bytes: MOST_BYTES,
    timeout_ms: TIMEOUT_MS,
    allows: isPlayed(deps, address) ? () => true : (ip) => !isPrivateAddress(ip),
  });

/** The sandbox plays the outside world on loopback, on its own port and no other. */
function isPlayed({ config }: FetchDeps, address: string): boolean {
  const { host } = new URL(address);
  return (
    config.SANDBOX === "on" &&
    [config.IMPACT_API_URL, config.AWIN_API_URL, config.CJ_ADS_URL].some((known) => new URL(known).host === host)
  );
}

/** Impact's logos are paths of its API: they are fetched as its calls are, from what is spare of their budget. */
const isImpactPath = ({ config }: FetchDeps, address: string): boolean =>
  address.startsWith(`${config.IMPACT_API_URL}/Mediapartners/`);

async function fetchBehindCredentials(deps: FetchDeps, address: string): Promise<Buffer> {
  const headers = impactHeaders(deps.config, "image/png");
  const response = await deps.calls.call("impact", { url: address, headers, timeout_ms: TIMEOUT_MS }, SPARE);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new ForbiddenFetchError("larger than 2 megabytes");
    parts.push(part);
  }
  return Buffer.concat(parts);
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
    let spent = false;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          try {
            const write = await fetchLogo(deps, task);
            if (write) writes.push(write);
          } catch (error) {
            if (!(error instanceof BudgetSpentError)) throw error;
            spent = true;
          }
        }
      }),
    );
    await saveLogos(database.db, writes);
    fetched += tasks.length;
    found += writes.length;
    if (spent || tasks.length < LOGOS_AT_ONCE) return { fetched, found };
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
