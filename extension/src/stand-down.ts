/**
 * When we keep silent because somebody else brought the shopper, by the strictest rule of all networks: from a foreign hop or
 * mark on for at least `min_minutes`, and until the browser was idle for `idle_minutes`. Our own click is no foreign one, and a
 * press in the toolbar is the shopper's own word. The same for everyone. Pure: no clock, no browser.
 */
import type { OwnLink, StandDownList } from "./bundle.ts";

export type Transition = "typed" | "link" | "form" | "reload" | "history" | "script";
export type Event =
  | { kind: "opened"; at: number; tab: number; opener: number }
  | { kind: "closed"; at: number; tab: number }
  | {
      kind: "navigated";
      at: number;
      tab: number;
      /** Every address on the way, as far as the browser told it; the last is the page. */
      hops: readonly string[];
      by: Transition;
      /** The page before led here by itself: script or meta. */
      client?: boolean;
      /** The server led here, and the browser did not tell by which way. */
      unseen?: boolean;
      /** This browser tells of no redirect, so that none may have been. */
      untold?: true;
      /** A hop that the browser told only after its page, which is judged once more with it. */
      late?: true;
      /** Made ready before anybody wants it: counts when it is shown. */
      prerender?: string;
    }
  | { kind: "shown"; at: number; tab: number; document: string }
  /** The shopper pressed *turn on* in our own popup, in this tab. */
  | { kind: "pressed"; at: number; tab: number; store: string };

export type Rules = {
  list: StandDownList;
  own: readonly OwnLink[];
  /** Our own address: only its `/go/` leads to stores. */
  site: string;
  storeOf(address: string): string | null;
};
export type Reason = "hop" | "mark" | "unseen";
export type Silence = { since: number; reason: Reason; from: string; over: boolean };
type Waiting = Extract<Event, { kind: "navigated" }>;
export type State = {
  last: number;
  trails: Record<string, readonly string[]>;
  /** When a tab's last page came. */
  came: Record<string, number>;
  silences: Record<string, Silence>;
  /** Stores that our own click led to, and when. */
  active: Record<string, number>;
  /** Pages that our own click landed on: opening them again is no foreign click. */
  landings: readonly string[];
  pressed: Record<string, number>;
  waiting: Record<string, Waiting>;
};
export type Note = {
  what: "stood_down" | "own_click" | "overwritten" | "pressed" | "codes_pressed";
  store: string;
  from?: string;
};
export type Decision = { allowed: true } | { allowed: false; reason: Reason; from: string; until: number };

const MINUTE = 60_000;
/** A press leads away within this time, or not at all. */
const PRESS_MS = 2 * MINUTE;
/**
 * Without TLS Firefox tells a page that leads on by script from no press. Who goes on so soon from a page that a network led to may have been led on
 * ([decision 0081](../../docs/decisions/0081-who-goes-on-at-once-was-led-on.md)).
 */
const LED_MS = 30_000;
const MAX_LANDINGS = 100;
const MAX_WAITING = 20;

export const START: State = {
  last: 0,
  trails: {},
  came: {},
  silences: {},
  active: {},
  landings: [],
  pressed: {},
  waiting: {},
};

const below = (host: string, of: string) => host === of || host.endsWith(`.${of}`);

/** Impact's links stand on the hosts of brands, too: their path tells them. */
const IMPACT_PATH = /\/c\/(\d+)\/\d+\/\d+\/?$/;

function networkOf(url: URL, rules: Rules): string | null {
  const listed = rules.list.hops.find(
    ({ hosts, path }) => hosts.some((host) => below(url.hostname, host)) && url.pathname.startsWith(path ?? "/"),
  );
  if (listed) return listed.network;
  if (IMPACT_PATH.test(url.pathname)) return "impact";
  return rules.own.find(({ host, network }) => host === url.hostname && publisherOf(url, network))?.network ?? null;
}

/** Whose link it is, where the address tells. */
function publisherOf(url: URL, network: string): string | null {
  if (network === "awin") return url.searchParams.get("awinaffid");
  if (network === "impact") return IMPACT_PATH.exec(url.pathname)?.[1] ?? null;
  if (network !== "cj") return null;
  const match = /\/(?:click-(\d+)-\d+|links\/(\d+)\/)/.exec(url.pathname);
  return match?.[1] ?? match?.[2] ?? null;
}

function markOf(url: URL, list: StandDownList): string | null {
  const found = [...url.searchParams].map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const mark of list.marks)
    if (!mark.host || url.hostname.includes(mark.host))
      if (found.some(([name, value]) => name === mark.name && (mark.value === undefined || mark.value === value)))
        return mark.name;
  return null;
}

type Verdict = { own: boolean; foreign: { reason: Reason; from: string } | null };

/** Who brought the shopper by this way. One foreign hop is enough, wherever it stands. */
function judge(chain: readonly string[], rules: Rules, landings: readonly string[], trusted: boolean): Verdict {
  const site = new URL(rules.site);
  let own = trusted;
  let foreign: Verdict["foreign"] = null;
  for (const address of chain) {
    const url = URL.parse(address);
    if (!url) continue;
    if (url.host === site.host) {
      own ||= url.pathname.startsWith("/go/");
      continue;
    }
    const network = networkOf(url, rules);
    if (network) {
      const publisher = publisherOf(url, network);
      const ours = rules.own.some((one) => one.network === network && one.publisher === publisher);
      if (ours) own = true;
      // A hop that names nobody is ours only on the way of our own click.
      else if (publisher !== null || !own) foreign ??= { reason: "hop", from: url.hostname };
      continue;
    }
    const mark = markOf(url, rules.list);
    if (mark && !own && !landings.includes(withoutHash(url))) foreign ??= { reason: "mark", from: mark };
  }
  return { own, foreign };
}

const withoutHash = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/** What happened, after what happened before; `notes` are for the log. */
export function step(before: State, event: Event, rules: Rules): { state: State; notes: readonly Note[] } {
  if (event.kind === "navigated" && event.prerender !== undefined) {
    const entries = [...Object.entries(before.waiting), [event.prerender, event] as const].slice(-MAX_WAITING);
    return { state: { ...before, waiting: Object.fromEntries(entries) }, notes: [] };
  }
  if (event.kind === "closed") {
    const { [event.tab]: _gone, ...trails } = before.trails;
    const { [event.tab]: _then, ...came } = before.came;
    return { state: { ...before, trails, came }, notes: [] };
  }
  if (event.kind === "opened") {
    const trail = before.trails[event.opener] ?? [];
    const [pressed, came] = [before.pressed[event.opener], before.came[event.opener]];
    return {
      state: {
        ...before,
        trails: { ...before.trails, [event.tab]: trail },
        came: { ...before.came, ...(came !== undefined && { [event.tab]: came }) },
        pressed: { ...before.pressed, ...(pressed !== undefined && { [event.tab]: pressed }) },
      },
      notes: [],
    };
  }
  const state = afterIdle(before, event.at, rules.list);
  if (event.kind === "pressed")
    return {
      state: { ...state, pressed: { ...state.pressed, [event.tab]: event.at } },
      notes: [{ what: "pressed", store: event.store }],
    };
  if (event.kind === "navigated") return navigate(state, event, rules);
  const { [event.document]: waiting, ...others } = state.waiting;
  const then = { ...state, waiting: others };
  return waiting ? navigate(then, { ...waiting, at: event.at, tab: event.tab }, rules) : { state: then, notes: [] };
}

/** A span without any page ends the session; what is then old enough ends with it. */
function afterIdle(state: State, at: number, list: StandDownList): State {
  const idle = state.last > 0 && at - state.last >= list.idle_minutes * MINUTE;
  const silences = Object.entries(state.silences)
    .map(([store, one]) => [store, idle ? { ...one, over: true } : one] as const)
    .filter(([, one]) => !one.over || at < one.since + list.min_minutes * MINUTE);
  return { ...state, last: Math.max(at, state.last), silences: Object.fromEntries(silences) };
}

function navigate(state: State, event: Waiting, rules: Rules): { state: State; notes: readonly Note[] } {
  const trail = state.trails[event.tab] ?? [];
  const chain = goesOn(state, event, rules) ? [...trail, ...event.hops] : event.hops;
  const then: State = {
    ...state,
    trails: { ...state.trails, [event.tab]: chain.slice(-20) },
    came: { ...state.came, [event.tab]: event.at },
  };
  const page = event.hops.at(-1) ?? "";
  const store = rules.storeOf(page);
  if (store === null) return { state: then, notes: [] };
  const pressed = event.at - (state.pressed[event.tab] ?? Number.NEGATIVE_INFINITY) < PRESS_MS;
  const trusted = pressed && (event.unseen === true || event.untold === true);
  const verdict = judge(chain, rules, state.landings, trusted);
  const hidden = event.unseen && !verdict.own ? ({ reason: "unseen", from: "" } as const) : null;
  const foreign = verdict.foreign ?? hidden;
  if (foreign) return standDown(then, { ...event, store, ...foreign });
  // A late hop only speaks against us: a click of ours was known before it.
  if (!verdict.own || event.late) return { state: then, notes: [] };
  const landing = URL.parse(page);
  return {
    state: {
      ...then,
      active: { ...then.active, [store]: event.at },
      landings: [...then.landings, ...(landing ? [withoutHash(landing)] : [])].slice(-MAX_LANDINGS),
    },
    notes: [{ what: "own_click", store }],
  };
}

/** Whether the way of the tab leads on: by itself, or from a page that is itself a hop. A typed address begins anew. */
function goesOn(state: State, event: Waiting, rules: Rules): boolean {
  const trail = state.trails[event.tab] ?? [];
  if (event.by === "reload" || event.by === "history") return false;
  if (event.client || event.late) return true;
  if (event.by === "typed") return false;
  const url = URL.parse(trail.at(-1) ?? "");
  if (url === null) return false;
  if (networkOf(url, rules)) return true;
  // At a store it was judged, and our own pages say themselves where they lead.
  const site = new URL(rules.site).host;
  if (rules.storeOf(url.href) !== null || url.host === site) return false;
  // It is the same page under another address.
  if (event.by === "script") return true;
  const ours = URL.parse(event.hops[0] ?? "")?.host === site;
  const soon = event.at - (state.came[event.tab] ?? Number.NEGATIVE_INFINITY) < LED_MS;
  return soon && !ours && judge(trail, rules, state.landings, false).foreign !== null;
}

function standDown(state: State, found: { at: number; store: string; reason: Reason; from: string }) {
  const { at, store, reason, from } = found;
  const { [store]: was, ...active } = state.active;
  const what = was === undefined ? "stood_down" : "overwritten";
  return {
    state: { ...state, active, silences: { ...state.silences, [store]: { since: at, reason, from, over: false } } },
    notes: [{ what, store, from: from || reason } as Note],
  };
}

/** Whether we may say something at this store of our own accord. */
export function mayPrompt(state: State, store: string, at: number, list: StandDownList): Decision {
  const silence = afterIdle({ ...state }, at, list).silences[store];
  if (!silence) return { allowed: true };
  const floor = silence.since + list.min_minutes * MINUTE;
  const until = silence.over ? floor : Math.max(floor, state.last + list.idle_minutes * MINUTE);
  return { allowed: false, reason: silence.reason, from: silence.from, until };
}

/** So long after our own click a store is shown as turned on. */
export const ACTIVE_MS = 24 * 60 * MINUTE;
export function activeUntil(state: State, store: string, at: number): number | null {
  const since = state.active[store];
  return since !== undefined && at < since + ACTIVE_MS ? since + ACTIVE_MS : null;
}
