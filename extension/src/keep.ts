/** What lies in the browser's own storage. Nothing of it leaves the device. */
import { browser } from "wxt/browser";
import { type Bundle, hostsOf, type Manifest } from "./bundle.ts";
import type { Entry } from "./log.ts";
import { START, type State } from "./stand-down.ts";
import { type Kept, type New, unpack } from "./take-bundle.ts";

export type Choices = {
  /** Stores at which nothing is shown by itself. */
  paused: Record<string, true>;
  /** Until when a store's overlay stays closed. */
  closed: Record<string, number>;
  overlay: boolean;
  /** Whether codes' outcomes may be told to our site. */
  tell: boolean;
};
const CHOICES: Choices = { paused: {}, closed: {}, overlay: true, tell: false };

async function read<T>(key: string, otherwise: T): Promise<T> {
  const found = await browser.storage.local.get(key);
  return (found[key] as T | undefined) ?? otherwise;
}
const write = (values: Record<string, unknown>) => browser.storage.local.set(values);

const base64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  return btoa(text);
};

export async function saveKept({ manifest, bundle, text }: New): Promise<void> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const body = base64(new Uint8Array(await new Response(stream).arrayBuffer()));
  // Apart from the bundle: a page that is no store is known without unpacking anything.
  await write({
    manifest,
    bundle: body,
    hosts: hostsOf(bundle),
    rules: { stand_down: bundle.stand_down, own: bundle.own },
  });
  known = null;
}

export const readManifest = () => read<Manifest | null>("manifest", null);

export async function readKept(): Promise<Kept | null> {
  const manifest = await readManifest();
  const body = await read<string | null>("bundle", null);
  if (!manifest || !body) return null;
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return { manifest, bundle: JSON.parse(await unpack(bytes.buffer)) as Bundle };
}

type Hosts = Record<string, string>;
type Signs = Pick<Bundle, "stand_down" | "own"> | null;
/** What every page is held against, read once while the worker lives: only it writes them. */
let known: Promise<{ hosts: Hosts; rules: Signs }> | null = null;
async function readKnown() {
  known ??= browser.storage.local
    .get(["hosts", "rules"])
    .then(({ hosts = {}, rules = null }) => ({ hosts: hosts as Hosts, rules: rules as Signs }));
  try {
    return await known;
  } catch (error) {
    known = null;
    throw error;
  }
}
export const readHosts = async (): Promise<Hosts> => (await readKnown()).hosts;
export const readRules = async (): Promise<Signs> => (await readKnown()).rules;
export const readState = () => read<State>("state", START);
export const saveState = (state: State) => write({ state });
export const readLog = () => read<Entry[]>("log", []);
export const saveLog = (log: readonly Entry[]) => write({ log });
export const readChoices = async (): Promise<Choices> => ({
  ...CHOICES,
  ...(await read<Partial<Choices>>("choices", {})),
});
export const saveChoices = (choices: Choices) => write({ choices });
