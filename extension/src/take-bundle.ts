/**
 * Fetches what is newest, by the same addresses as everybody, and takes it only when it is signed, is what was signed, and is no
 * older than what is kept. Whatever fails leaves the last good one.
 */
import { type Difference, type Manifest, type Oldest, type Store, signedText } from "./bundle.ts";
import { looksLikeOldest, oldestText } from "./served.ts";
import { encoded, leadOn, type Rest, type Shelf, shelve, unpacking } from "./shelve.ts";

/** What is kept of the version before: its stores a piece after the other. */
export type Before = { rest: Rest; pieces: AsyncIterable<readonly Store[]> };
export type New = { manifest: Manifest; shelf: Shelf };
export type Fetch = (address: string) => Promise<Response>;
/** `fresh` is null where what is kept is the newest, `oldest` where every version is served. */
export type Taken = { ok: true; fresh: New | null; oldest: Oldest | null } | { ok: false; why: string };

/** Far more than a catalogue needs; what is larger is not unpacked. */
const MAX_BYTES = 4_000_000;
/** A difference is read at once, and one of more bytes would stand in memory for more than the whole does, which is read as it comes. */
const MAX_DIFFERENCE = 100_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function isSigned(said: string, signature: string, publicKey: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), new TextEncoder().encode(said));
  } catch {
    return false;
  }
}

/** What nobody signed ends no version. */
async function oldestOf(manifest: Manifest, publicKey: string): Promise<Oldest | null> {
  const { oldest } = manifest;
  if (!looksLikeOldest(oldest)) return null;
  const { version, from, signature } = oldest;
  return (await isSigned(oldestText(manifest, oldest), signature, publicKey)) ? { version, from } : null;
}

async function ask(fetching: Fetch, address: string): Promise<Blob> {
  const response = await fetching(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const body = await response.blob();
  if (body.size > MAX_BYTES) throw new Error("the bundle is too large");
  return body;
}

const looksRight = (manifest: Manifest): boolean =>
  manifest.format === 1 && Number.isInteger(manifest.version) && /^[0-9a-f]{64}$/.test(manifest.hash);

export async function takeBundle(options: {
  site: string;
  brand: string;
  public_key: string;
  kept: Manifest | null;
  /** Unpacked only where a difference leads on from it. */
  before: () => Promise<Before | null>;
  fetching: Fetch;
}): Promise<Taken> {
  const { site, brand, public_key, kept, before, fetching } = options;
  const at = `${site}/ext/${brand}`;
  let manifest: Manifest;
  try {
    const response = await fetching(`${at}/manifest.json`);
    if (!response.ok) return { ok: false, why: `the manifest answered ${response.status}` };
    manifest = (await response.json()) as Manifest;
  } catch {
    return { ok: false, why: "the manifest cannot be read" };
  }
  if (!looksRight(manifest) || manifest.brand !== brand) return { ok: false, why: "the manifest is not ours" };
  if (!(await isSigned(signedText(manifest), manifest.signature, public_key)))
    return { ok: false, why: "the signature is wrong" };
  const oldest = await oldestOf(manifest, public_key);
  if (kept && manifest.version < kept.version) return { ok: false, why: "the version is older" };
  if (kept && manifest.version === kept.version)
    return manifest.hash === kept.hash
      ? { ok: true, fresh: null, oldest }
      : { ok: false, why: "one version says two things" };
  const led = manifest.differences.some(({ from, bytes }) => from === kept?.version && bytes <= MAX_DIFFERENCE);
  const last = led ? await before() : null;
  const fresh =
    (kept && last && (await byDifference(last, kept.version, manifest, at, fetching))) ??
    (await whole(manifest, at, fetching));
  return fresh ? { ok: true, fresh, oldest } : { ok: false, why: "the bundle is not what was signed" };
}

async function byDifference(
  before: Before,
  from: number,
  manifest: Manifest,
  at: string,
  fetching: Fetch,
): Promise<New | null> {
  try {
    const body = await ask(fetching, `${at}/difference/${from}/${manifest.version}`);
    const stream = body.stream().pipeThrough(new DecompressionStream("gzip"));
    const difference = (await new Response(stream).json()) as Difference;
    return await asSigned(manifest, encoded(leadOn(before.pieces, before.rest, difference)));
  } catch {
    return null;
  }
}

async function whole(manifest: Manifest, at: string, fetching: Fetch): Promise<New | null> {
  try {
    return await asSigned(manifest, unpacking(await ask(fetching, `${at}/bundle/${manifest.version}`)));
  } catch {
    return null;
  }
}

/** Null for what is not what was signed. */
async function asSigned(manifest: Manifest, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<New | null> {
  const { hash, shelf } = await shelve(chunks);
  return hash === manifest.hash ? { manifest, shelf } : null;
}
