/**
 * Fetches what is newest, by the same addresses as everybody, and takes it only when it is signed, is what was signed, and is no
 * older than what is kept. Whatever fails leaves the last good one.
 */
import { applyDifference, type Bundle, type Difference, type Manifest, signedText } from "./bundle.ts";

export type Kept = { manifest: Manifest; bundle: Bundle };
/** `text`: what was signed, so that nobody has to write the bundle out once more. */
export type New = Kept & { text: string };
export type Fetch = (address: string) => Promise<Response>;
/** `fresh` is null where what is kept is the newest. */
export type Taken = { ok: true; fresh: New | null } | { ok: false; why: string };

/** Far more than a catalogue needs; what is larger is not unpacked. */
const MAX_BYTES = 4_000_000;
const MAX_TEXT = 60_000_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function isSigned(manifest: Manifest, publicKey: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), { name: "Ed25519" }, false, ["verify"]);
    const text = new TextEncoder().encode(signedText(manifest));
    return await crypto.subtle.verify("Ed25519", key, bytesOf(manifest.signature), text);
  } catch {
    return false;
  }
}

export async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function unpack(body: ArrayBuffer): Promise<string> {
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MAX_TEXT) throw new Error("the bundle is too large");
  }
}

async function ask(fetching: Fetch, address: string): Promise<string> {
  const response = await fetching(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const body = await response.arrayBuffer();
  if (body.byteLength > MAX_BYTES) throw new Error("the bundle is too large");
  return unpack(body);
}

const looksRight = (manifest: Manifest): boolean =>
  manifest.format === 1 && Number.isInteger(manifest.version) && /^[0-9a-f]{64}$/.test(manifest.hash);

export async function takeBundle(options: {
  site: string;
  brand: string;
  public_key: string;
  kept: Manifest | null;
  /** Unpacked only where a difference leads on from it: thousands of stores are megabytes. */
  bundle: () => Promise<Bundle | null>;
  fetching: Fetch;
}): Promise<Taken> {
  const { site, brand, public_key, kept, bundle, fetching } = options;
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
  if (!(await isSigned(manifest, public_key))) return { ok: false, why: "the signature is wrong" };
  if (kept && manifest.version < kept.version) return { ok: false, why: "the version is older" };
  if (kept && manifest.version === kept.version)
    return manifest.hash === kept.hash ? { ok: true, fresh: null } : { ok: false, why: "one version says two things" };
  const led = manifest.differences.some(({ from }) => from === kept?.version);
  const before = led ? await bundle() : null;
  const fresh =
    (kept && before && (await byDifference({ manifest: kept, bundle: before }, manifest, at, fetching))) ??
    (await whole(manifest, at, fetching));
  return fresh ? { ok: true, fresh } : { ok: false, why: "the bundle is not what was signed" };
}

async function byDifference(kept: Kept, manifest: Manifest, at: string, fetching: Fetch): Promise<New | null> {
  try {
    const told = await ask(fetching, `${at}/difference/${kept.manifest.version}/${manifest.version}`);
    const bundle = applyDifference(kept.bundle, JSON.parse(told) as Difference);
    const text = JSON.stringify(bundle);
    return (await hashOf(text)) === manifest.hash ? { manifest, bundle, text } : null;
  } catch {
    return null;
  }
}

async function whole(manifest: Manifest, at: string, fetching: Fetch): Promise<New | null> {
  try {
    const text = await ask(fetching, `${at}/bundle/${manifest.version}`);
    return (await hashOf(text)) === manifest.hash ? { manifest, bundle: JSON.parse(text) as Bundle, text } : null;
  } catch {
    return null;
  }
}
