/** Logos and pictures: fetched once from the address a network gave, checked, kept in the database, served by us. */
import { addDays } from "#platform/clock";
import { ForbiddenFetchError, fetchPublic } from "#platform/fetch-public";
import { sha256 } from "#platform/ids";
import { OutgoingError } from "#platform/outgoing";
import { BudgetSpentError, SPARE } from "#platform/provider-calls";
import { isPlayed } from "./feeds/public-links.ts";
import { isPrivateAddress, kindOfImage, markColour } from "./image-rules.ts";
import { impactHeaders } from "./impact/programmes.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { holdRates } from "./refresh-rates.ts";
import {
  isGiven,
  type LogoTask,
  type LogoWrite,
  logosToFetch,
  type MediaWrite,
  pictureVersion,
  readLogo,
  readPicture,
  type StoredMedia,
  saveLogos,
  saveMedia,
} from "./store/media.ts";
import { asTold } from "./store/store-decisions.ts";

type FetchDeps = Pick<ImportDeps, "database" | "clock" | "settings" | "log" | "calls">;

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const RETRY_DAYS = 7;
/** A host that was busy or away is asked again after so long: nothing is known of its picture. */
const AGAIN_MS = 60_000;
const AT_ONCE = 24;
const LOGOS_LISTED = 480;
/** So many are written at once: few enough that even the largest fit into memory. */
const LOGOS_KEPT = 96;

/** Fetches one image. What is not an image, too large, or at an address inside our own network is refused. */
const fetchImage = (deps: FetchDeps, address: string): Promise<MediaWrite> =>
  readImage(address, isImpactPath(deps, address) ? fetchBehindCredentials(deps, address) : fetchOpen(deps, address));

/** The same from an address that a person typed: it is told no password of ours, whosever it is. */
export const fetchTypedImage = (deps: FetchDeps, address: string): Promise<MediaWrite> =>
  readImage(address, fetchOpen(deps, address));

async function readImage(address: string, fetched: Promise<Buffer>): Promise<MediaWrite> {
  const refusal = (state: "missing" | "refused", reason: string): Exclude<MediaWrite, { state: "stored" }> => ({
    source_url: address,
    state,
    reason: reason.slice(0, 200),
  });
  try {
    const body = await fetched;
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
    return {
      ...refusal("missing", error instanceof Error ? error.message : String(error)),
      passes: error instanceof OutgoingError && (error.unknown || (error.status ?? 0) >= 500 || error.status === 429),
    };
  }
}

/** Feeds are written by strangers: an image's address must not make us read our own network. */
const fetchOpen = (deps: FetchDeps, address: string): Promise<Buffer> =>
  fetchPublic({
    url: address,
    accept: "image/*",
    max_bytes: MAX_BYTES,
    timeout_ms: TIMEOUT_MS,
    allows: isPlayed(deps.settings, address) ? () => true : (ip) => !isPrivateAddress(ip),
  });

/** Impact's logos are paths of its API: they are fetched as its calls are, from what is spare of their budget. */
const isImpactPath = ({ settings }: FetchDeps, address: string): boolean =>
  address.startsWith(`${settings.IMPACT_API_URL}/Mediapartners/`);

async function fetchBehindCredentials(deps: FetchDeps, address: string): Promise<Buffer> {
  const headers = impactHeaders(deps.settings, "image/png");
  const response = await deps.calls.call("impact", { url: address, headers, timeout_ms: TIMEOUT_MS }, SPARE);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new ForbiddenFetchError("larger than 2 megabytes");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Fetches every logo that is missing, most prominent merchants first. Returns how many were found. */
export async function fetchLogos(deps: FetchDeps): Promise<{ fetched: number; found: number }> {
  const total = { fetched: 0, found: 0 };
  for (;;) {
    const tasks = await logosToFetch(deps.database.pool, addDays(deps.clock.now(), -RETRY_DAYS), LOGOS_LISTED);
    for (let from = 0; from < tasks.length; from += LOGOS_KEPT) {
      const { media, spent } = await fetchImages(deps, tasks.slice(from, from + LOGOS_KEPT));
      total.fetched += media.size;
      total.found += await keepLogos(deps, tasks, media);
      if (spent) return total;
    }
    if (tasks.length < LOGOS_LISTED) return total;
  }
}

/** By address, as many at once as a network bears; what the budget does not allow now is left out. */
async function fetchImages(deps: FetchDeps, tasks: readonly LogoTask[]) {
  const media = new Map<string, MediaWrite>();
  const waiting = [...new Set(tasks.map((task) => task.logo_url))];
  let spent = false;
  const work = async () => {
    for (let address = waiting.shift(); address && !spent; address = waiting.shift()) {
      try {
        media.set(address, await fetchImage(deps, address));
      } catch (error) {
        if (!(error instanceof BudgetSpentError)) throw error;
        spent = true;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { media, spent };
}

async function keepLogos(deps: FetchDeps, tasks: readonly LogoTask[], media: ReadonlyMap<string, MediaWrite>) {
  const ids = await saveMedia(deps.database.db, [...media.values()], deps.clock.now());
  const writes = tasks.flatMap((task) => {
    const found = media.get(task.logo_url);
    const logo_media = ids.get(task.logo_url);
    return found?.state === "stored" && logo_media ? [logoWrite(task, logo_media, found)] : [];
  });
  if (writes.length === 0) return 0;
  // An operator may have given a picture since these were asked for: theirs stays, and this one shows when theirs is taken back.
  await deps.database.transaction(async (tx) => {
    await holdRates(tx);
    await asTold(tx, () => saveLogos(tx, writes));
  });
  return writes.length;
}

/** Its version stands in the address, so that a new picture is shown at once wherever the old one is kept. */
export const logoFields = (
  internalName: string,
  logo_media: string,
  media: { content_type: string; etag: string },
): Pick<LogoWrite, "logo_media" | "logo_path"> => ({
  logo_media,
  logo_path: `${internalName}.${EXTENSIONS[media.content_type] ?? "png"}?v=${media.etag.slice(0, 8)}`,
});

function logoWrite(task: LogoTask, logo_media: string, media: MediaWrite & { state: "stored" }): LogoWrite {
  const brand_hex = media.content_type === "image/svg+xml" ? markColour(media.body.toString("utf8")) : null;
  return {
    merchant_id: task.merchant_id,
    ...logoFields(task.internal_name, logo_media, media),
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

export const showLogo = (deps: BareReadDeps, internalName: string): Promise<StoredMedia | null> =>
  readLogo(deps.database.pool, internalName);

const fetching = new WeakMap<object, Map<string, Promise<MediaWrite>>>();

/** A product's picture; fetched when first asked for, by one asker for all who wait. Null when there is none. */
export async function showPicture(deps: BareReadDeps, productId: string): Promise<StoredMedia | null> {
  const row = await readPicture(deps.database.pool, productId);
  if (!row?.image_url) return null;
  const named = { version: pictureVersion(row.image_url), lasts: isGiven(row.image_url) };
  if (row.state === "stored" && row.body && row.content_type && row.etag)
    return { ...named, body: row.body, content_type: row.content_type, etag: row.etag };
  if (isGiven(row.image_url)) return null;
  if (row.fetched_at && row.fetched_at > addDays(deps.clock.now(), -1)) return null;
  const address = row.image_url;
  const pending = fetching.get(deps.database) ?? new Map<string, Promise<MediaWrite>>();
  fetching.set(deps.database, pending);
  let promise = pending.get(address);
  if (!promise) {
    promise = fetchImage(deps, address)
      .then(async (media) => {
        if (media.state === "missing" && media.passes) {
          setTimeout(() => pending.delete(address), AGAIN_MS).unref();
          return media;
        }
        await saveMedia(deps.database.db, [media], deps.clock.now());
        pending.delete(address);
        return media;
      })
      .catch((error: unknown) => {
        pending.delete(address);
        throw error;
      });
    pending.set(address, promise);
  }
  const media = await promise;
  return media.state === "stored" ? { ...named, ...media } : null;
}
