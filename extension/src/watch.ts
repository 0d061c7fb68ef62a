/** Hands what the browser tells of tabs to the pure rule, one event after the other, and keeps what came of it. */
import { browser } from "wxt/browser";
import { storeOf } from "./bundle.ts";
import { readHosts, readLog, readRules, readState, saveLog, saveState } from "./keep.ts";
import { addNotes } from "./log.ts";
import { SITE } from "./settings.ts";
import { type Event, type Rules, type State, step, type Transition } from "./stand-down.ts";

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

type Committed = {
  tabId: number;
  frameId: number;
  url: string;
  timeStamp: number;
  transitionType: string;
  /** Safari tells neither these nor redirects. */
  transitionQualifiers?: readonly string[];
  documentLifecycle?: string;
  documentId?: string;
};

/** Where a tab's page began and by which hops it went, until it is there. */
const ways = new Map<number, string[]>();
/** When a tab's last page was there, and its address: a busy Firefox tells hops of it later still. */
const pages = new Map<number, { at: number; address: string }>();

const TYPED = new Set(["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "start_page"]);

function transitionOf({ transitionType, transitionQualifiers = [] }: Committed): Transition {
  if (transitionQualifiers.includes("forward_back")) return "history";
  if (transitionType === "reload") return "reload";
  if (transitionType === "form_submit") return "form";
  return TYPED.has(transitionType) ? "typed" : "link";
}

function eventOf(details: Committed): Event {
  const way = ways.get(details.tabId) ?? [];
  ways.delete(details.tabId);
  const hops = [...way, details.url].filter((address, place, all) => address !== all[place - 1]);
  const { transitionQualifiers: said = [] } = details;
  return {
    kind: "navigated",
    at: Date.now(),
    tab: details.tabId,
    hops,
    by: transitionOf(details),
    ...(said.includes("client_redirect") && { client: true }),
    ...(said.includes("server_redirect") && hops.length < 2 && { unseen: true }),
    ...(details.transitionQualifiers === undefined && { untold: true }),
    ...(details.documentLifecycle === "prerender" && { prerender: details.documentId ?? details.url }),
  };
}

export function watchTabs(onPage: (tab: number, address: string, state: State) => void): void {
  const { webNavigation, webRequest, tabs } = browser;
  // The hops are told only where pages are allowed. What a page loads beside itself is none.
  webRequest?.onBeforeRedirect.addListener(
    ({ tabId, url, timeStamp }) => {
      const page = pages.get(tabId);
      if (page && timeStamp < page.at) {
        const hops = [url, page.address];
        void happened({ kind: "navigated", at: Date.now(), tab: tabId, hops, by: "link", late: true });
        return;
      }
      ways.set(tabId, [...(ways.get(tabId) ?? []), url]);
    },
    { urls: ["<all_urls>"], types: ["main_frame"] },
  );
  webNavigation.onCreatedNavigationTarget?.addListener(({ sourceTabId, tabId }) => {
    void happened({ kind: "opened", at: Date.now(), tab: tabId, opener: sourceTabId });
  });
  webNavigation.onErrorOccurred.addListener(({ tabId, frameId }) => {
    if (frameId === 0) ways.delete(tabId);
  });
  webNavigation.onCommitted.addListener((details) => {
    const committed = details as Committed;
    const ready = committed.documentLifecycle === "prerender";
    if (committed.frameId !== 0 && !ready) return;
    if (!ready) pages.set(committed.tabId, { at: committed.timeStamp, address: committed.url });
    void happened(eventOf(committed)).then((state) => {
      if (!ready) onPage(committed.tabId, committed.url, state);
    });
  });
  // An app that changes its address in place may have been brought there by a mark, too.
  webNavigation.onHistoryStateUpdated?.addListener(({ tabId, frameId, url }) => {
    if (frameId === 0) void happened({ kind: "navigated", at: Date.now(), tab: tabId, hops: [url], by: "script" });
  });
  askTabs(true);
  tabs.onRemoved.addListener((tab) => {
    ways.delete(tab);
    pages.delete(tab);
    void happened({ kind: "closed", at: Date.now(), tab });
  });
}

/** A page that was made ready becomes the tab's page without being committed anew. */
async function showPrepared(tab: number): Promise<void> {
  const { waiting } = await readState();
  if (Object.keys(waiting).length === 0) return;
  const frame = (await browser.webNavigation.getFrame({ tabId: tab, frameId: 0 })) as { documentId?: string } | null;
  const document = frame?.documentId;
  if (document && Object.hasOwn(waiting, document)) await happened({ kind: "shown", at: Date.now(), tab, document });
}
