/** What lies in the browser's own storage. Nothing of it leaves the device. */
import { browser } from "wxt/browser";
import { type Bundle, hostLines, type Manifest, type Oldest, type Recipe, type Store } from "./bundle.ts";
import type { Entry } from "./log.ts";
import { type Ending, endingOf } from "./served.ts";
import { blobOf, readPiece, shelve, unpacking } from "./shelve.ts";
import { START, type State } from "./stand-down.ts";
import type { Before, New } from "./take-bundle.ts";

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

const pieceOf = (place: number) => `piece ${place}`;

/** Written at once, so that no reader finds two versions. */
export async function saveKept({ manifest, shelf }: New): Promise<void> {
  const { rest, pieces, firsts, hosts, titles } = shelf;
  const { stand_down, own, recipes } = rest;
  const before = await read<readonly string[]>("firsts", []);
  await write({
    ...{ manifest, firsts, titles, recipes },
    // Apart from the rest: a page that is no store is known without reading anything else.
    ...{ hosts, rules: { stand_down, own } },
    ...Object.fromEntries(pieces.map((piece, place) => [pieceOf(place), piece])),
  });
  known = null;
  const gone = before.map((_first, place) => pieceOf(place)).slice(pieces.length);
  await browser.storage.local.remove(["bundle", ...gone]);
}

/** Versions to 0.2.0 kept the whole list as one text. */
export async function shelveOld(): Promise<void> {
  const [manifest, bundle] = [await readManifest(), await read<string | null>("bundle", null)];
  if (!manifest || !bundle) return;
  const { shelf } = await shelve(unpacking(blobOf(bundle)));
  await saveKept({ manifest, shelf });
}

export const saveOldest = (oldest: Oldest | null) => write({ oldest });
/** Whether this version's time is told to end, or is over. */
export const readEnding = async (): Promise<Ending> =>
  endingOf(browser.runtime.getManifest().version, await read<Oldest | null>("oldest", null), Date.now());
export const readManifest = () => read<Manifest | null>("manifest", null);
export const readRecipes = () => read<readonly Recipe[]>("recipes", []);
/** Lines of name, tab, title. */
export const readTitles = () => read("titles", "");

export async function readBefore(): Promise<Before | null> {
  const [rules, recipes, firsts] = [
    await readRules(),
    await readRecipes(),
    await read<readonly string[]>("firsts", []),
  ];
  async function* pieces() {
    for (const place of firsts.keys()) yield readPiece(await read(pieceOf(place), ""));
  }
  return rules && firsts.length > 0 ? { rest: { ...rules, recipes }, pieces: pieces() } : null;
}

/** One store, by unpacking the piece that it lies in: by the order of names, or wherever it is in a list without order. */
export async function readStore(name: string): Promise<Store | null> {
  for (;;) {
    const { manifest, firsts = [] } = await browser.storage.local.get(["manifest", "firsts"]);
    const all = [...(firsts as readonly string[]).keys()];
    const likely = (firsts as readonly string[]).findLastIndex((first) => first <= name);
    const found = await findIn([...all.filter((one) => one === likely), ...all.filter((one) => one !== likely)], name);
    const now = await readManifest();
    // A new list may have come meanwhile.
    if (now?.version === (manifest as Manifest | undefined)?.version) return found;
  }
}

async function findIn(places: readonly number[], name: string): Promise<Store | null> {
  for (const place of places) {
    const piece = await read(pieceOf(place), "");
    const found = piece ? (await readPiece(piece)).find((store) => store.name === name) : undefined;
    if (found) return found;
  }
  return null;
}

type Signs = Pick<Bundle, "stand_down" | "own"> | null;
/** What every page is held against, read once while the worker lives: only it writes them. */
let known: Promise<{ hosts: string; rules: Signs }> | null = null;
/** Versions to 0.2.0 kept an object, by which an update still knows stores before it shelves them anew. */
const hostsOf = (kept: string | object): string => (typeof kept === "string" ? kept : hostLines(Object.entries(kept)));
async function readKnown() {
  known ??= browser.storage.local
    .get(["hosts", "rules"])
    .then(({ hosts = "", rules = null }) => ({ hosts: hostsOf(hosts as string | object), rules: rules as Signs }));
  try {
    return await known;
  } catch (error) {
    known = null;
    throw error;
  }
}
export const readHosts = async (): Promise<string> => (await readKnown()).hosts;
export const readRules = async (): Promise<Signs> => (await readKnown()).rules;
/** One of an older version may lack what came later. */
export const readState = async (): Promise<State> => ({ ...START, ...(await read<Partial<State>>("state", {})) });
export const saveState = (state: State) => write({ state });
export const readLog = () => read<Entry[]>("log", []);
export const saveLog = (log: readonly Entry[]) => write({ log });
export const readChoices = async (): Promise<Choices> => ({
  ...CHOICES,
  ...(await read<Partial<Choices>>("choices", {})),
});
export const saveChoices = (choices: Choices) => write({ choices });
