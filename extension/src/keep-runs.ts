/** Tries of codes by tab, in memory that ends with the browser: they go on when the store answers with a new page. */
import { browser } from "wxt/browser";
import type { Run } from "./codes/run.ts";
import { endNow } from "./codes/run.ts";
import { noteTries } from "./tell-tries.ts";

const runOf = (tab: number) => `run ${tab}`;
const beginOf = (tab: number) => `begin ${tab}`;
/** A store that takes longer to answer with a page has lost its shopper. */
const MAX_ANSWER_MS = 60_000;

/** Whether any tab may have a run; not known to a worker that has just begun, and then no page has to ask. */
let mayRun: boolean | null = null;

export async function readRun(tab: number): Promise<Run | null> {
  const found = await browser.storage.session.get(runOf(tab));
  return (found[runOf(tab)] as Run | undefined) ?? null;
}
/** The first time that it is over its outcomes are noted. */
export async function saveRun(tab: number, run: Run): Promise<void> {
  const before = run.phase === "over" && !run.declined ? await readRun(tab) : null;
  mayRun = true;
  await browser.storage.session.set({ [runOf(tab)]: run });
  if (before && before.phase !== "over") await noteTries(run, new Date());
}
export const forgetRun = (tab: number) => browser.storage.session.remove([runOf(tab), beginOf(tab)]);
export const askToBegin = (tab: number) => browser.storage.session.set({ [beginOf(tab)]: true });
/** A press begins once. */
export async function takeBegin(tab: number): Promise<boolean> {
  const found = await browser.storage.session.get(beginOf(tab));
  if (!found[beginOf(tab)]) return false;
  await browser.storage.session.remove(beginOf(tab));
  return true;
}
/** Calls back whenever this tab's run changes. */
export function watchRun(tab: number, changed: () => void): void {
  browser.storage.session.onChanged.addListener((changes) => {
    if (Object.hasOwn(changes, runOf(tab))) changed();
  });
}

/** The page without its query: stores answer by it. */
export function addressOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, "")}` : "";
}

/** A new page in a tab. True: it is the answer that a run waits for, or where a run was led away. */
export async function pageCame(tab: number, address: string): Promise<boolean> {
  if (mayRun === null) {
    const all = await browser.storage.session.get(null);
    mayRun ??= Object.keys(all).some((key) => key.startsWith("run "));
  }
  const run = mayRun ? await readRun(tab) : null;
  if (!run) return false;
  if (run.phase === "over") {
    await forgetRun(tab);
    return false;
  }
  const goesOn = run.pending !== null && run.address === addressOf(address);
  if (goesOn && Date.now() - run.pressed_at < MAX_ANSWER_MS) return true;
  await saveRun(tab, endNow(run, "left"));
  return true;
}
