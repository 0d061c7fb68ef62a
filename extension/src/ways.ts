/**
 * By which way a tab's page came. The browser tells hops and pages by two calls, and a busy Firefox tells the hops of a page up to some
 * tenths of a second after it. A page is therefore judged only when its way is whole, or was waited for long enough, and everything
 * that happened after it waits behind it. Pure but for the wait, which is handed in.
 */
import type { Event, Transition } from "./stand-down.ts";

/** So long a way is waited for. Where it is not whole by then, a part of it counts as hidden. */
export const WAIT_MS = 2_000;
const MAX_WAYS = 20;

export type Committed = {
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
type Asked = { tabId: number; requestId: string; url: string; timeStamp: number };
type Way = { request: string; since: number; hops: readonly string[]; to: string; led: boolean };
type Entry = { tab: number; isWhole(): boolean; tell(): void; late: boolean };

export type Watched = {
  /** What happened, in its order; `committed` comes with what may be shown on. */
  tell(event: Event, committed?: Committed): void;
  /** Calls back after so many milliseconds. */
  later(ms: number, call: () => void): void;
  now(): number;
  /** Whether hops are told at all: only where the shopper allowed pages. */
  tellsHops(): boolean;
  /** Whether the browser tells of each page's request and who made it. Only Firefox is asked for it, because it says so nowhere else. */
  tellsRequests: boolean;
};

const TYPED = new Set(["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "start_page"]);

function transitionOf({ transitionType, transitionQualifiers = [] }: Committed): Transition {
  if (transitionQualifiers.includes("forward_back")) return "history";
  if (transitionType === "reload") return "reload";
  if (transitionType === "form_submit") return "form";
  return TYPED.has(transitionType) ? "typed" : "link";
}

const plain = (address: string): string => address.split("#", 1)[0] ?? "";

/** A page asked for it and no hand did: what browsers say of themselves in `Sec-Fetch-Site` and `Sec-Fetch-User`, which no page can set. */
export function wasLed(headers: readonly { name: string; value?: string | undefined }[]): boolean {
  const said = (name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value;
  const from = said("sec-fetch-site");
  return from !== undefined && from !== "none" && said("sec-fetch-user") === undefined;
}

export function createWays(watched: Watched) {
  const ways = new Map<number, readonly Way[]>();
  /** When a tab's last page was there, and its address. */
  const pages = new Map<number, { at: number; address: string }>();
  const line: Entry[] = [];

  function goOn(): void {
    for (let first = line[0]; first && (first.late || first.isWhole()); first = line[0]) {
      line.shift();
      first.tell();
    }
  }
  function queue(tab: number, tell: () => void, isWhole = () => true): void {
    const entry: Entry = { tab, isWhole, tell, late: false };
    line.push(entry);
    goOn();
    if (!line.includes(entry)) return;
    watched.later(WAIT_MS, () => {
      entry.late = true;
      goOn();
    });
  }

  const before = ({ tabId, timeStamp }: Committed) => (ways.get(tabId) ?? []).filter(({ since }) => since <= timeStamp);
  const wayOf = (page: Committed) => before(page).findLast(({ to }) => plain(to) === plain(page.url));

  function isWhole(page: Committed): boolean {
    if (!watched.tellsHops()) return true;
    const { transitionQualifiers: said = [] } = page;
    const way = wayOf(page);
    if (said.includes("server_redirect")) return way !== undefined && way.hops.length > 0;
    if (!watched.tellsRequests || said.includes("client_redirect") || !page.url.startsWith("https://")) return true;
    return way !== undefined || !["link", "form"].includes(transitionOf(page));
  }

  function eventOf(page: Committed, at: number): Event {
    const { transitionQualifiers: said = [] } = page;
    const found = wayOf(page);
    const known = before(page);
    // What came to nothing before this page counts with it: rather too silent than once too loud.
    const taken = found ? known.slice(0, known.indexOf(found) + 1) : known;
    const rest = (ways.get(page.tabId) ?? []).filter((way) => !taken.includes(way));
    ways.set(page.tabId, rest);
    const last = found ? [] : taken.slice(-1).flatMap(({ hops, to }) => (hops.length > 0 ? [to] : []));
    const hops = [...taken.flatMap((way) => way.hops), ...last, page.url].filter(
      (address, place, all) => address !== all[place - 1],
    );
    const by = transitionOf(page);
    const led = found?.led === true && (by === "link" || by === "form");
    return {
      kind: "navigated",
      at,
      tab: page.tabId,
      hops,
      by,
      ...((led || said.includes("client_redirect")) && { client: true }),
      ...(said.includes("server_redirect") && (found?.hops.length ?? 0) === 0 && { unseen: true }),
      ...(page.transitionQualifiers === undefined && { untold: true }),
      ...(page.documentLifecycle === "prerender" && { prerender: page.documentId ?? page.url }),
    };
  }

  function keep(asked: Asked, change: (way: Way) => Way): void {
    const all = ways.get(asked.tabId) ?? [];
    const { requestId: request, timeStamp: since, url } = asked;
    const way = all.find((one) => one.request === request) ?? { request, since, hops: [], to: url, led: false };
    const others = all.filter((one) => one.request !== request);
    ways.set(asked.tabId, [...others, change(way)].slice(-MAX_WAYS));
  }

  return {
    /** A page is asked for; where its way leads on, again for each hop. */
    asked(asked: Asked, led: boolean): void {
      const isNew = !(ways.get(asked.tabId) ?? []).some(({ request }) => request === asked.requestId);
      const page = pages.get(asked.tabId);
      // Of a page that was judged already there is nothing to learn from who asked for it.
      if (isNew && page && asked.timeStamp < page.at && !line.some(({ tab }) => tab === asked.tabId)) return;
      keep(asked, (way) => ({ ...way, to: asked.url, led: isNew ? led : way.led }));
      goOn();
    },
    redirected(hop: Asked & { redirectUrl: string }): void {
      const page = pages.get(hop.tabId);
      if (page && hop.timeStamp < page.at && !line.some(({ tab }) => tab === hop.tabId)) {
        const hops = [hop.url, page.address];
        watched.tell({ kind: "navigated", at: watched.now(), tab: hop.tabId, hops, by: "link", late: true });
        return;
      }
      keep(hop, (way) => ({ ...way, hops: [...way.hops, hop.url], to: hop.redirectUrl }));
      goOn();
    },
    committed(page: Committed): void {
      const isReady = page.documentLifecycle === "prerender";
      if (page.frameId !== 0 && !isReady) return;
      if (!isReady) pages.set(page.tabId, { at: page.timeStamp, address: page.url });
      const at = watched.now();
      queue(
        page.tabId,
        () => watched.tell(eventOf(page, at), page),
        () => isReady || isWhole(page),
      );
    },
    /** What was asked for never became a page. */
    failed(tab: number, url: string): void {
      const left = (ways.get(tab) ?? []).filter(
        ({ hops, to }) => ![...hops, to].some((one) => plain(one) === plain(url)),
      );
      ways.set(tab, left);
    },
    opened(tab: number, opener: number): void {
      const at = watched.now();
      queue(tab, () => watched.tell({ kind: "opened", at, tab, opener }));
    },
    /** A page changed its address in place. */
    changed(tab: number, url: string): void {
      const at = watched.now();
      queue(tab, () => watched.tell({ kind: "navigated", at, tab, hops: [url], by: "script" }));
    },
    closed(tab: number): void {
      const at = watched.now();
      queue(tab, () => {
        ways.delete(tab);
        pages.delete(tab);
        watched.tell({ kind: "closed", at, tab });
      });
    },
  };
}
