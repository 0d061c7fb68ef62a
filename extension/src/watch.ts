/** Hands what the browser tells of tabs to the pure rule, one event after the other, and keeps what came of it. */
import { browser } from "wxt/browser";
import { storeOf } from "./bundle.ts";
import { readHosts, readLog, readRules, readState, saveLog, saveState } from "./keep.ts";
import { addNotes } from "./log.ts";
import { SITE, TELLS_WHO_ASKED } from "./settings.ts";
import { type Event, type Rules, type State, step } from "./stand-down.ts";
import { type Committed, createWays, wasLed } from "./ways.ts";

let queue: Promise<unknown> = Promise.resolve();
/** Storage is read and written by one at a time, so that no event is lost to another. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work, work);
  queue = next.catch(() => undefined);
  return next;
}

export async function rulesNow(): Promise<Rules | null> {
  const [rules, hosts] = await Promise.all([readRules(), readHosts()]);
  return rules && { list: rules.stand_down, own: rules.own, site: SITE, storeOf: (address) => storeOf(hosts, address) };
}

/** A tab that changes is asked about only while a page was made ready that no tab shows yet, or while that is not known yet. */
const onUpdated = (tab: number, { status }: { status?: string | undefined }) => {
  if (status === "complete") void showPrepared(tab);
};
let isAsking = false;
function askTabs(on: boolean): void {
  if (on === isAsking) return;
  isAsking = on;
  if (on) browser.tabs.onUpdated.addListener(onUpdated);
  else browser.tabs.onUpdated.removeListener(onUpdated);
}

export const happened = (event: Event): Promise<State> =>
  inTurn(async () => {
    const [before, rules] = await Promise.all([readState(), rulesNow()]);
    if (!rules) return before;
    const { state, notes } = step(before, event, rules);
    await saveState(state);
    askTabs(Object.keys(state.waiting).length > 0);
    if (notes.length > 0) await saveLog(await addNotes(await readLog(), notes, event.at));
    return state;
  });

export function watchTabs(onPage: (tab: number, address: string, state: State) => void): void {
  const { webNavigation, webRequest, tabs, permissions } = browser;
  let pagesAllowed = true;
  const look = async () => {
    pagesAllowed = await permissions.contains({ origins: ["*://*/*"] });
  };
  void look();
  permissions.onAdded?.addListener(() => void look());
  permissions.onRemoved?.addListener(() => void look());
  const ways = createWays({
    tell: (event, committed) =>
      void happened(event).then((state) => {
        if (committed && committed.documentLifecycle !== "prerender") onPage(committed.tabId, committed.url, state);
      }),
    later: (ms, call) => void setTimeout(call, ms),
    now: () => Date.now(),
    tellsHops: () => pagesAllowed && webRequest !== undefined,
    tellsRequests: TELLS_WHO_ASKED,
  });
  // The hops are told only where pages are allowed. What a page loads beside itself is none.
  const pagesAlone = { urls: ["<all_urls>"], types: ["main_frame" as const] };
  webRequest?.onBeforeRedirect.addListener((hop) => void ways.redirected(hop), pagesAlone);
  if (TELLS_WHO_ASKED)
    webRequest?.onSendHeaders.addListener(
      (asked) => void ways.asked(asked, wasLed(asked.requestHeaders ?? [])),
      pagesAlone,
      ["requestHeaders"],
    );
  webNavigation.onCreatedNavigationTarget?.addListener(({ sourceTabId, tabId }) => ways.opened(tabId, sourceTabId));
  webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url }) => {
    if (frameId === 0) ways.failed(tabId, url);
  });
  webNavigation.onCommitted.addListener((details) => ways.committed(details as Committed));
  // An app that changes its address in place may have been brought there by a mark, too.
  webNavigation.onHistoryStateUpdated?.addListener(({ tabId, frameId, url }) => {
    if (frameId === 0) ways.changed(tabId, url);
  });
  askTabs(true);
  tabs.onRemoved.addListener((tab) => ways.closed(tab));
}

/** A page that was made ready becomes the tab's page without being committed anew. */
async function showPrepared(tab: number): Promise<void> {
  const { waiting } = await readState();
  if (Object.keys(waiting).length === 0) return;
  const frame = (await browser.webNavigation.getFrame({ tabId: tab, frameId: 0 })) as { documentId?: string } | null;
  const document = frame?.documentId;
  if (document && Object.hasOwn(waiting, document)) await happened({ kind: "shown", at: Date.now(), tab, document });
}
