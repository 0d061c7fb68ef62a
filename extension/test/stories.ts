/**
 * Ways to a store, each with what must come of it. What is expected is written by the rule of the story's kind and never asked of
 * the code under test: "silent" is that we say nothing of our own accord, "may speak" that we may.
 */

import { storeOf } from "../src/bundle.ts";
import type { Event } from "../src/stand-down.ts";
import { SINGLE_STORIES } from "./single-stories.ts";
import {
  at,
  BLOG,
  BRIDGE,
  FOREIGN,
  go,
  HELP,
  HOSTS,
  LANDING,
  MARKED,
  OTHER_STORE,
  OURS,
  opened,
  reading,
  restored,
  SITE,
  STORE,
  type Story,
  typed,
} from "./story-parts.ts";

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
    kind: "window.open by a hop's page",
    expected: "silent",
    events: (hop) => [go(0, [hop]), opened(0, 2, 1), go(0, [STORE], "link", { tab: 2 })],
  },
  {
    kind: "window.open of a hop",
    expected: "silent",
    events: (hop) => [go(0, [BLOG]), opened(0, 2, 1), go(0, [hop, STORE], "link", { tab: 2 })],
  },
  {
    kind: "closed, then restored",
    expected: "silent",
    events: (hop) => [go(0, [hop, STORE]), { kind: "closed", at: at(5), tab: 1 }, restored(20)],
  },
  {
    kind: "back to the foreign landing",
    expected: "silent",
    events: (hop) => [go(0, [hop, STORE]), go(1, [BLOG]), go(2, [STORE], "history")],
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
    {
      ...base,
      kind: "our click, then closed and restored",
      events: [click, { kind: "closed", at: at(1), tab: 1 }, restored(2, LANDING)],
    },
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
  {
    kind: "a mark in a tab that is restored a day later",
    way: mark,
    expected: "silent",
    events: [go(0, [`${STORE}?${mark}`]), { kind: "closed", at: at(1), tab: 1 }, restored(1_440, `${STORE}?${mark}`)],
  },
  {
    kind: "a mark in a page made ready, then shown",
    way: mark,
    expected: "silent",
    events: [
      typed(0, HELP),
      go(1, [`${STORE}?${mark}`], "link", { prerender: "d" }),
      { kind: "shown", at: at(1), tab: 1, document: "d" },
    ],
  },
  {
    kind: "a mark in a page made ready, never shown",
    way: mark,
    expected: "may speak",
    events: [typed(0, HELP), go(1, [`${STORE}?${mark}`], "link", { prerender: "d" }), typed(1, STORE, 2)],
  },
]);
export const STORIES: readonly Story[] = [...foreign, ...ours, ...marks, ...SINGLE_STORIES];
