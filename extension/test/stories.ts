/**
 * Ways to a store, each with what must come of it. What is expected is written by the rule of the story's kind and never asked of
 * the code under test: "silent" is that we say nothing of our own accord, "may speak" that we may.
 */

import { STAND_DOWN } from "../../src/modules/extension/stand-down-list.ts";
import { hostLines, type OwnLink, type StandDownList, storeOf } from "../src/bundle.ts";
import type { Event, Rules, Transition } from "../src/stand-down.ts";

export type Story = {
  kind: string;
  way: string;
  expected: "silent" | "may speak";
  on?: boolean;
  events: readonly Event[];
};

export const STORE = "https://www.shop.example/";
export const OTHER_STORE = "https://other.example/";
const BRIDGE = "https://bridge.example/";
const BLOG = "https://blog.example/best-shoes";
export const SITE = "https://tuppence.example";
const LIST: StandDownList = STAND_DOWN;
export const OWN = [
  { network: "awin", host: "www.awin1.com", publisher: "45628" },
  { network: "cj", host: "www.anrdoezrs.net", publisher: "8880001" },
  { network: "impact", host: "shop.sjv.io", publisher: "1010" },
  { network: "impact", host: "go.shop.example", publisher: "1010" },
] as const satisfies readonly OwnLink[];
const HOSTS = hostLines([
  ["shop.example", "shop"],
  ["other.example", "other"],
]);
export const RULES: Rules = {
  list: LIST,
  own: OWN,
  site: SITE,
  storeOf: (address) => storeOf(HOSTS, address),
};

/** One link of somebody else's for each network and way of writing it. */
const FOREIGN: Readonly<Record<string, string>> = {
  Awin: "https://www.awin1.com/cread.php?awinmid=1&awinaffid=777",
  "Awin, old host": "https://www.zenaps.com/rclick.php?mid=1",
  "CJ, click link": "https://www.anrdoezrs.net/click-100-200",
  "CJ, deep link": "https://www.dpbolvw.net/links/100/type/dlg/https://www.shop.example/",
  Rakuten: "https://click.linksynergy.com/deeplink?id=abc&mid=1",
  ShareASale: "https://www.shareasale.com/r.cfm?b=1&u=2&m=3",
  "ShareASale, short": "https://shrsl.com/abcd",
  Impact: "https://nike.sjv.io/c/777/1/2",
  "Impact, a brand's host": "https://go.shop.example/c/777/1/2",
  Partnerize: "https://prf.hn/click/camref:abc",
  eBay: "https://rover.ebay.com/rover/1/711",
  Skimlinks: "https://go.skimresources.com/?id=1&url=x",
  Sovrn: "https://redirect.viglink.com/?key=1&u=x",
  Admitad: "https://ad.admitad.com/g/abc/",
  Tradedoubler: "https://clk.tradedoubler.com/click?p=1&a=2",
  FlexOffers: "https://track.flexlinkspro.com/a.ashx?foid=1",
  Pepperjam: "https://www.pjtra.com/t/1-2-3",
  Webgains: "https://track.webgains.com/click.html?wgcampaignid=1",
  Howl: "https://howl.link/link/abc",
  YouTube: "https://www.youtube.com/redirect?q=x",
};
const OURS: Readonly<Record<string, string>> = {
  Awin: "https://www.awin1.com/cread.php?awinmid=1&awinaffid=45628&clickref=x",
  CJ: "https://www.anrdoezrs.net/click-8880001-200?sid=x",
  Impact: "https://shop.sjv.io/c/1010/1/2?subId1=x",
  "Impact, a brand's host": "https://go.shop.example/c/1010/1/2?subId1=x",
};
const MARKED: readonly string[] = [
  ...["afsrc=1", "affsource=1", "foid=5", "cjevent=abc", "cjdata=abc", "utm_source=cj", "ranMID=1", "ranEAID=1"],
  ...["ranSiteID=1", "irgwc=1", "irclickid=abc", "awc=1_2_3", "sscid=1", "a=b&AFSRC=1"],
];

const T = Date.UTC(2026, 10, 24, 9);
const at = (minutes: number) => T + minutes * 60_000;
type More = { tab?: number; client?: true; unseen?: true; late?: true; prerender?: string };
const go = (
  minutes: number,
  hops: readonly string[],
  by: Transition = "link",
  { tab = 1, ...more }: More = {},
): Event => ({
  ...{ kind: "navigated", at: at(minutes), tab, hops, by },
  ...more,
});
const typed = (minutes: number, address = STORE, tab = 1) => go(minutes, [address], "typed", { tab });
const opened = (minutes: number, tab: number, opener: number): Event => ({
  kind: "opened",
  at: at(minutes),
  tab,
  opener,
});
/** Somebody who reads on elsewhere, every half hour. */
const reading = (from: number, to: number): Event[] =>
  Array.from({ length: Math.floor((to - from) / 30) }, (_, turn) =>
    go(from + 30 * (turn + 1), ["https://news.example/"], "link", { tab: 9 }),
  );

type Kind = { kind: string; expected: Story["expected"]; on?: boolean; events(hop: string): Event[] };
const SILENT: readonly Kind[] = [
  { kind: "server redirect", expected: "silent", events: (hop) => [go(0, [BLOG]), go(1, [hop, STORE])] },
  {
    kind: "script redirect",
    expected: "silent",
    events: (hop) => [go(0, [hop]), go(0, [STORE], "link", { client: true })],
  },
  {
    kind: "meta refresh by a page between",
    expected: "silent",
    events: (hop) => [
      go(0, [hop]),
      go(0, ["https://bridge.example/"], "link", { client: true }),
      go(0, [STORE], "link", { client: true }),
    ],
  },
  {
    kind: "new tab",
    expected: "silent",
    events: (hop) => [go(0, [BLOG]), opened(0, 2, 1), go(0, [hop, STORE], "link", { tab: 2 })],
  },
  {
    kind: "window opened from a hop's page",
    expected: "silent",
    events: (hop) => [go(0, [hop]), opened(0, 2, 1), go(0, [STORE], "link", { tab: 2 })],
  },
  {
    kind: "another tab, later",
    expected: "silent",
    events: (hop) => [go(0, [hop, STORE]), ...reading(0, 60), typed(70, STORE, 2)],
  },
  {
    kind: "a press on the hop's own page",
    expected: "silent",
    events: (hop) => [go(0, [hop]), go(1, [STORE])],
  },
  {
    kind: "the session goes on for hours",
    expected: "silent",
    events: (hop) => [go(0, [hop, STORE]), ...reading(0, 300), typed(310)],
  },
  { kind: "idle, but not 90 minutes", expected: "silent", events: (hop) => [go(0, [hop, STORE]), typed(80)] },
  {
    kind: "made ready, then shown",
    expected: "silent",
    events: (hop) => [
      go(0, [hop, STORE], "link", { prerender: "d" }),
      { kind: "shown", at: at(1), tab: 1, document: "d" },
    ],
  },
  {
    kind: "a page between that leads on at once, as if by a press",
    expected: "silent",
    events: (hop) => [go(0, [hop]), go(0, [BRIDGE]), go(0.2, ["https://second.example/"]), go(0.5, [STORE])],
  },
  { kind: "form sent to a hop", expected: "silent", events: (hop) => [go(0, [BLOG]), go(1, [hop, STORE], "form")] },
  {
    kind: "foreign click, then ours",
    expected: "silent",
    on: true,
    events: (hop) => [go(0, [hop, STORE]), go(5, [`${SITE}/go/shop`, OURS.Awin ?? "", `${STORE}?awc=9_9_9`])],
  },
  {
    kind: "our click, then a foreign one",
    expected: "silent",
    on: false,
    events: (hop) => [go(0, [`${SITE}/go/shop`, OURS.Awin ?? "", `${STORE}?awc=9_9_9`]), go(5, [hop, STORE])],
  },
];
const TYPED_LATER = "typed after a hop's page";
const SPEAKING: readonly Kind[] = [
  {
    kind: "90 minutes and an idle hour later",
    expected: "may speak",
    events: (hop) => [go(0, [hop, STORE]), typed(95)],
  },
  { kind: "another store", expected: "may speak", events: (hop) => [go(0, [hop, OTHER_STORE]), typed(1)] },
  {
    kind: "made ready, never shown",
    expected: "may speak",
    events: (hop) => [go(0, [hop, STORE], "link", { prerender: "d" }), typed(1, STORE, 2)],
  },
  { kind: TYPED_LATER, expected: "may speak", events: (hop) => [go(0, [hop]), typed(1)] },
];
/** A network's page on the store's own host is a page of that store, which it led to. */
const isAtStore = (hop: string) => storeOf(HOSTS, hop) === "shop";
const foreign = Object.entries(FOREIGN).flatMap(([name, hop]): Story[] =>
  [...SILENT, ...SPEAKING].map(({ kind, events, ...rest }) => ({
    ...{ kind, way: name, ...rest, events: events(hop) },
    ...(kind === TYPED_LATER && isAtStore(hop) && { expected: "silent" as const }),
  })),
);
const LANDING = `${STORE}?awc=1_2_3&irclickid=x&cjevent=y`;
const ours = Object.entries(OURS).flatMap(([way, hop]): Story[] => {
  const base = { way, expected: "may speak", on: true } as const;
  const click = go(0, [`${SITE}/go/shop`, hop, LANDING]);
  return [
    { ...base, kind: "our click, by our redirect", events: [click] },
    {
      ...base,
      kind: "our click, by our notice's page",
      events: [
        go(0, [`${SITE}/shop-coupons/redirecting`]),
        go(0, [`${SITE}/go/shop`, hop, LANDING], "link", { client: true }),
      ],
    },
    { ...base, kind: "our link in a mail", events: [go(0, [hop, LANDING])] },
    { ...base, kind: "our click, then reload", events: [click, go(1, [LANDING], "reload")] },
    { ...base, kind: "our click, then back to it", events: [click, go(1, [BLOG]), go(2, [LANDING], "history")] },
    {
      ...base,
      kind: "our click, a network between that names nobody",
      events: [go(0, [`${SITE}/go/shop`, hop, "https://www.zenaps.com/rclick.php", LANDING])],
    },
    {
      ...base,
      kind: "our redirect, then a link that is another's",
      expected: "silent",
      on: false,
      events: [go(0, [`${SITE}/go/shop`, "https://www.awin1.com/cread.php?awinaffid=777", LANDING])],
    },
  ];
});
const marks = MARKED.flatMap((mark): Story[] => [
  { kind: "a mark in the address", way: mark, expected: "silent", events: [go(0, [`${STORE}?${mark}`])] },
  {
    kind: "a mark that the store takes away",
    way: mark,
    expected: "silent",
    events: [go(0, [`${STORE}?${mark}`, STORE])],
  },
  { kind: "a mark in a restored tab", way: mark, expected: "silent", events: [go(0, [`${STORE}?${mark}`], "reload")] },
]);
const others: readonly Story[] = [
  { kind: "typed", way: "direct", expected: "may speak", events: [typed(0)] },
  {
    kind: "a search's link",
    way: "direct",
    expected: "may speak",
    events: [go(0, ["https://search.example/"]), go(1, [STORE])],
  },
  {
    kind: "a store's own redirect, seen",
    way: "direct",
    expected: "may speak",
    events: [go(0, ["http://shop.example/", STORE], "typed")],
  },
  {
    kind: "a redirect that the browser does not tell",
    way: "unseen",
    expected: "silent",
    events: [go(0, [STORE], "link", { unseen: true })],
  },
  {
    kind: "the same after a press of ours in this tab",
    way: "unseen",
    expected: "may speak",
    on: true,
    events: [
      typed(0),
      { kind: "pressed", at: at(1), tab: 1, store: "shop" },
      go(1, [LANDING], "link", { unseen: true }),
    ],
  },
  {
    kind: "the same long after the press",
    way: "unseen",
    expected: "silent",
    events: [{ kind: "pressed", at: at(0), tab: 1, store: "shop" }, go(9, [LANDING], "link", { unseen: true })],
  },
  {
    kind: "a press turns on and lifts no silence",
    way: "toolbar",
    expected: "silent",
    on: true,
    events: [
      go(0, [FOREIGN.Awin ?? "", STORE]),
      { kind: "pressed", at: at(1), tab: 1, store: "shop" },
      go(1, [`${SITE}/go/shop`, OURS.Awin ?? "", LANDING]),
    ],
  },
  {
    kind: "a host that only ends like a network's",
    way: "look-alike",
    expected: "may speak",
    events: [go(0, ["https://notawin1.com/cread.php?awinaffid=777", STORE])],
  },
  {
    kind: "a page between that is no network leads on by script",
    way: "Awin before it",
    expected: "silent",
    events: [
      go(0, [BLOG]),
      go(1, [FOREIGN.Awin ?? ""]),
      go(1, ["https://bridge.example/"], "link", { client: true }),
      go(1, [STORE], "link", { client: true }),
    ],
  },
  {
    kind: "a page that is no network leads on by script",
    way: "no network at all",
    expected: "may speak",
    events: [
      go(0, ["https://search.example/"]),
      go(1, ["https://bridge.example/"]),
      go(1, [STORE], "link", { client: true }),
    ],
  },
  {
    kind: "a page between changes its address in place, then leads on",
    way: "Awin before it",
    expected: "silent",
    events: [
      go(0, [FOREIGN.Awin ?? ""]),
      go(0, [BRIDGE], "link", { client: true }),
      go(0, [`${BRIDGE}?step=2`], "script"),
      go(0.2, [STORE], "link", { client: true }),
    ],
  },
  {
    kind: "a window opened at once from a page between",
    way: "Awin before it",
    expected: "silent",
    events: [
      go(0, [FOREIGN.Awin ?? ""]),
      go(0, [BRIDGE], "link", { client: true }),
      opened(0, 2, 1),
      go(0.3, [STORE], "link", { tab: 2 }),
    ],
  },
  {
    kind: "a press on a page between, a minute later",
    way: "Awin before it",
    expected: "may speak",
    events: [go(0, [FOREIGN.Awin ?? ""]), go(0, [BRIDGE]), go(1, [STORE])],
  },
  {
    kind: "our own click at once from a page between",
    way: "Awin before it",
    expected: "may speak",
    on: true,
    events: [
      go(0, [FOREIGN.Awin ?? ""]),
      go(0, [BRIDGE]),
      go(0.2, [`${SITE}/shop-coupons/redirecting`]),
      go(0.3, [`${SITE}/go/shop`, OURS.Awin ?? "", LANDING]),
    ],
  },
  {
    kind: "a page between that no network led to, left at once",
    way: "no network at all",
    expected: "may speak",
    events: [go(0, [BLOG]), go(0.1, [BRIDGE]), go(0.2, [STORE])],
  },
  {
    kind: "a redirect that the browser tells after its page",
    way: "Awin",
    expected: "silent",
    events: [go(0, [STORE]), go(0, [FOREIGN.Awin ?? "", STORE], "link", { late: true })],
  },
  {
    kind: "a redirect of our own click that is told after its page",
    way: "Awin",
    expected: "may speak",
    on: true,
    events: [go(0, [`${SITE}/go/shop`, LANDING]), go(0, [OURS.Awin ?? "", LANDING], "link", { late: true })],
  },
  {
    kind: "a page of a closed tab",
    way: "tabs",
    expected: "silent",
    events: [go(0, [FOREIGN.Awin ?? "", STORE]), { kind: "closed", at: at(1), tab: 1 }, typed(2, STORE, 2)],
  },
  {
    kind: "back to the foreign landing a day later",
    way: "history",
    expected: "silent",
    events: [go(0, [FOREIGN.Awin ?? "", `${STORE}?awc=7_7_7`]), go(1_440, [`${STORE}?awc=7_7_7`], "history")],
  },
];
export const STORIES: readonly Story[] = [...foreign, ...ours, ...marks, ...others];
