/**
 * What became of codes, for everybody's figures: only where the shopper allows it, without account, address or cart. It leaves
 * hours later, in no order, and each word has a tag of its own that is tied to no other.
 */
import { browser } from "wxt/browser";
import type { Run, Try, TryWhy } from "./codes/run.ts";
import { readChoices, saveChoices } from "./keep.ts";
import { BRAND, SITE } from "./settings.ts";
import { hashOf } from "./shelve.ts";

export type Told = { store: string; code: string; day: string; tag: string; worked: boolean; saving_minor?: string };

export const TELL = "tell of codes";
const MIN_MINUTES = 30;
const SPREAD_MINUTES = 330;
const MAX_POST = 30;
const MAX_KEPT = 200;
/** These are the code's own fault; a bag too small or goods that do not fit are not. */
const FAILED = new Set<TryWhy | undefined>(["ended", "unknown", "used", "refused", "nothing", "changed"]);

const read = async <T>(key: string, otherwise: T): Promise<T> =>
  ((await browser.storage.local.get(key))[key] as T | undefined) ?? otherwise;

/** A secret for each day, which never leaves the device: without it no two tags can be told to be one browser's. */
async function secretOf(day: string): Promise<string> {
  const kept = await read<{ day: string; secret: string } | null>("telling", null);
  if (kept?.day === day) return kept.secret;
  const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16)).join("-");
  await browser.storage.local.set({ telling: { day, secret } });
  return secret;
}

const isTold = ({ state, why }: Try) => state === "worked" || (state === "refused" && FAILED.has(why));

export async function noteTries(run: Run, now: Date): Promise<void> {
  const { tell } = await readChoices();
  const told = run.tries.filter(isTold);
  if (!tell || told.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  const secret = await secretOf(day);
  const notes = await Promise.all(
    told.map(async ({ code, state, saving }): Promise<Told> => {
      const tag = (await hashOf(JSON.stringify([secret, run.store, code]))).slice(0, 32);
      const worked = state === "worked";
      const dollars = run.base.currency === "USD" && worked && saving !== undefined && saving > 0;
      return { store: run.store, code, day, tag, worked, ...(dollars && { saving_minor: `${saving}` }) };
    }),
  );
  const kept = await read<Told[]>("tries", []);
  await browser.storage.local.set({ tries: [...kept, ...notes].slice(-MAX_KEPT) });
  await plan();
}

/** Once, at a time by chance. */
async function plan(): Promise<void> {
  if (await browser.alarms.get(TELL)) return;
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
  await browser.alarms.create(TELL, { delayInMinutes: MIN_MINUTES + (chance / 2 ** 32) * SPREAD_MINUTES });
}

export async function tellTries(): Promise<void> {
  const { tell } = await readChoices();
  const kept = await read<Told[]>("tries", []);
  if (!tell || kept.length === 0) return;
  // By their tags, which is an order that says nothing.
  const post = [...kept].sort((one, other) => (one.tag < other.tag ? -1 : 1)).slice(0, MAX_POST);
  const response = await fetch(`${SITE}/ext/${BRAND}/tries`, {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tries: post }),
  }).catch(() => null);
  // What the server finds wrong will be wrong the next time; what did not arrive is told later.
  const settled = response !== null && (response.ok || response.status === 400 || response.status === 422);
  const now = await read<Told[]>("tries", []);
  const left = settled ? now.filter((one) => !post.some(({ tag, code }) => tag === one.tag && code === one.code)) : now;
  await browser.storage.local.set({ tries: left });
  if (left.length > 0) await plan();
}

/** No more is told, and what waits is forgotten at once. */
export async function allowTelling(on: boolean): Promise<void> {
  await saveChoices({ ...(await readChoices()), tell: on });
  if (on) return;
  await browser.storage.local.remove(["tries", "telling"]);
  await browser.alarms.clear(TELL);
}
