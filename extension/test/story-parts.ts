/** What stories of standing down are told with: stores, links of ours and of others, and what the browser tells of a tab. */

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
export const HELP = "https://www.shop.example/help";
export const BRIDGE = "https://bridge.example/";
export const BLOG = "https://blog.example/best-shoes";
export const SITE = "https://tuppence.example";
const LIST: StandDownList = STAND_DOWN;
export const OWN = [
  { network: "awin", host: "www.awin1.com", publisher: "45628" },
  { network: "cj", host: "www.anrdoezrs.net", publisher: "8880001" },
  { network: "impact", host: "shop.sjv.io", publisher: "1010" },
  { network: "impact", host: "go.shop.example", publisher: "1010" },
] as const satisfies readonly OwnLink[];
export const HOSTS = hostLines([
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
export const FOREIGN: Readonly<Record<string, string>> = {
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
export const OURS: Readonly<Record<string, string>> = {
  Awin: "https://www.awin1.com/cread.php?awinmid=1&awinaffid=45628&clickref=x",
  CJ: "https://www.anrdoezrs.net/click-8880001-200?sid=x",
  Impact: "https://shop.sjv.io/c/1010/1/2?subId1=x",
  "Impact, a brand's host": "https://go.shop.example/c/1010/1/2?subId1=x",
};
export const MARKED: readonly string[] = [
  ...["afsrc=1", "affsource=1", "foid=5", "cjevent=abc", "cjdata=abc", "utm_source=cj", "ranMID=1", "ranEAID=1"],
  ...["ranSiteID=1", "irgwc=1", "irclickid=abc", "awc=1_2_3", "sscid=1", "a=b&AFSRC=1"],
];

const T = Date.UTC(2026, 10, 24, 9);
export const at = (minutes: number) => T + minutes * 60_000;
type More = { tab?: number; client?: true; unseen?: true; late?: true; prerender?: string };
export const go = (
  minutes: number,
  hops: readonly string[],
  by: Transition = "link",
  { tab = 1, ...more }: More = {},
): Event => ({
  ...{ kind: "navigated", at: at(minutes), tab, hops, by },
  ...more,
});
export const typed = (minutes: number, address = STORE, tab = 1) => go(minutes, [address], "typed", { tab });
export const opened = (minutes: number, tab: number, opener: number): Event => ({
  kind: "opened",
  at: at(minutes),
  tab,
  opener,
});
export const restored = (minutes: number, address = STORE) => go(minutes, [address], "reload", { tab: 2 });
/** Somebody who reads on elsewhere, every half hour. */
export const reading = (from: number, to: number): Event[] =>
  Array.from({ length: Math.floor((to - from) / 30) }, (_, turn) =>
    go(from + 30 * (turn + 1), ["https://news.example/"], "link", { tab: 9 }),
  );
export const LANDING = `${STORE}?awc=1_2_3&irclickid=x&cjevent=y`;
