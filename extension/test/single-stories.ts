/** Ways that there is one of each: direct ones, what browsers do not tell or tell late, pages between, single tabs. */
import { at, BLOG, BRIDGE, FOREIGN, go, LANDING, OURS, opened, SITE, STORE, type Story, typed } from "./story-parts.ts";

export const SINGLE_STORIES: readonly Story[] = [
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
    kind: "a page between leads on by script, a minute later",
    way: "Awin before it",
    expected: "silent",
    events: [
      go(0, [FOREIGN.Awin ?? ""]),
      go(0, [BRIDGE], "link", { client: true }),
      go(1, [STORE], "link", { client: true }),
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
