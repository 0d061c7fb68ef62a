/** Pages and their hops in the order in which a busy Firefox tells them, and what the rule makes of it. */
import { expect, it } from "vitest";
import { activeUntil, type Event, mayPrompt, START, step } from "../src/stand-down.ts";
import { type Committed, createWays, WAIT_MS, wasLed } from "../src/ways.ts";
import { BRIDGE, FOREIGN, LANDING, OURS, RULES, SITE, STORE } from "./story-parts.ts";

const NOW = Date.UTC(2026, 10, 24, 9);
const [hop = "", ours = ""] = [FOREIGN.Awin, OURS.Awin];

function watch(options: { allowed?: boolean; firefox?: boolean } = {}) {
  const events: Event[] = [];
  const waits: { at: number; call(): void }[] = [];
  let passed = 0;
  const ways = createWays({
    tell: (event) => void events.push(event),
    later: (ms, call) => void waits.push({ at: passed + ms, call }),
    now: () => NOW + passed,
    tellsHops: () => options.allowed ?? true,
    tellsRequests: options.firefox ?? true,
  });
  let requests = 0;
  const page = (url: string, at: number, qualifiers: readonly string[] = [], tab = 1, type = "link"): void =>
    ways.committed({
      ...{ tabId: tab, frameId: 0, url, timeStamp: at, transitionType: type, transitionQualifiers: qualifiers },
    } as Committed);
  /** One request of a page, with every hop of its way. */
  function request(way: readonly string[], at: number, led = false, tab = 1): void {
    requests += 1;
    way.forEach((url, place) => {
      const asked = { tabId: tab, requestId: `${requests}`, url, timeStamp: at + place };
      if (options.firefox ?? true) ways.asked(asked, led);
      const redirectUrl = way[place + 1];
      if (redirectUrl !== undefined) ways.redirected({ ...asked, redirectUrl });
    });
  }
  function pass(ms: number): void {
    passed += ms;
    for (const one of waits.splice(0)) one.at <= passed ? one.call() : waits.push(one);
  }
  const judged = () => {
    const state = events.reduce((before, event) => step(before, event, RULES).state, START);
    const now = NOW + passed;
    return { speaks: mayPrompt(state, "shop", now, RULES.list).allowed, on: activeUntil(state, "shop", now) !== null };
  };
  return { ways, events, page, request, pass, judged };
}

it("counts our own click whose hops are all told after its page", () => {
  const { page, request, judged, events } = watch();
  page(LANDING, 100, ["server_redirect"]);
  expect(events).toEqual([]);
  request([`${SITE}/go/shop`, ours, LANDING], 10);
  expect(judged()).toEqual({ speaks: true, on: true });
});

it("counts our own click of which some hops come before its page and some after it, beside a foreign one of before", () => {
  const { ways, page, request, judged } = watch();
  request([hop, STORE], 1);
  page(STORE, 5, ["server_redirect"]);
  ways.redirected({ tabId: 1, requestId: "9", url: `${SITE}/go/shop`, redirectUrl: ours, timeStamp: 10 });
  page(LANDING, 100, ["server_redirect"]);
  ways.redirected({ tabId: 1, requestId: "9", url: ours, redirectUrl: LANDING, timeStamp: 11 });
  expect(judged()).toEqual({ speaks: false, on: true });
});

it("hears a foreign hop that is told after the page, and keeps a later way for the later page", () => {
  const { page, request, judged, events } = watch();
  page(STORE, 100, ["server_redirect"]);
  request([hop, STORE], 10);
  request(["https://blog.example/a", "https://blog.example/b"], 200);
  page("https://blog.example/b", 300, ["server_redirect"]);
  expect(judged()).toEqual({ speaks: false, on: false });
  expect(events.map((event) => event.kind === "navigated" && event.hops.length)).toEqual([2, 2]);
});

it("keeps silent where a way is not whole in time, and judges what waited behind it in its order", () => {
  const { ways, page, pass, judged, events } = watch();
  page(STORE, 100, ["server_redirect"]);
  ways.opened(2, 1);
  ways.closed(2);
  pass(WAIT_MS - 1);
  expect(events).toEqual([]);
  pass(1);
  expect(events.map(({ kind }) => kind)).toEqual(["navigated", "opened", "closed"]);
  expect(judged()).toEqual({ speaks: false, on: false });
  // What comes later still speaks against us alone.
  ways.redirected({ tabId: 1, requestId: "1", url: `${SITE}/go/shop`, redirectUrl: STORE, timeStamp: 10 });
  expect(judged()).toEqual({ speaks: false, on: false });
});

it("names a hop that is known only from where the hop before it led", () => {
  const { ways, page, pass, judged } = watch({ firefox: false });
  ways.redirected({ tabId: 1, requestId: "1", url: `${SITE}/go/shop`, redirectUrl: hop, timeStamp: 10 });
  page(STORE, 100, ["server_redirect"]);
  pass(WAIT_MS);
  expect(judged().speaks).toBe(false);
});

it("waits for nothing that is never told: without the permission for pages, and in the history", () => {
  const without = watch({ allowed: false });
  without.page(STORE, 100, ["server_redirect"]);
  expect(without.events).toMatchObject([{ unseen: true }]);
  const back = watch();
  back.page(STORE, 100, ["forward_back"]);
  back.page("about:blank", 200);
  expect(back.events).toMatchObject([{ by: "history" }, { by: "link" }]);
  const chromium = watch({ firefox: false });
  chromium.page(STORE, 100);
  expect(chromium.events).toHaveLength(1);
});

it("takes what no hand asked for as led on, however long after the page between", () => {
  for (const led of [true, false]) {
    const { page, request, pass, judged } = watch();
    request([hop], 1);
    page(hop, 2);
    request([BRIDGE], 3, true);
    page(BRIDGE, 4);
    pass(120_000);
    page(STORE, 120_010);
    request([STORE], 120_005, led);
    expect(judged().speaks).toBe(!led);
  }
});

it("forgets a way that became no page, and no other", () => {
  const { ways, page, request, judged } = watch({ firefox: false });
  request([hop, "https://files.example/a.zip"], 1);
  request(["http://shop.example/", STORE], 2);
  ways.failed(1, "https://files.example/a.zip");
  page(STORE, 100, ["server_redirect"], 1, "typed");
  expect(judged()).toEqual({ speaks: true, on: false });
});

it("reads from a request whether a hand asked for it", () => {
  const told = (...said: readonly string[]) =>
    wasLed(said.map((one) => ({ name: one.split("=")[0] ?? "", value: one.split("=")[1] })));
  expect(told("Sec-Fetch-Site=cross-site", "Sec-Fetch-User=?1")).toBe(false);
  expect(told("Sec-Fetch-Site=cross-site")).toBe(true);
  expect(told("sec-fetch-site=same-origin")).toBe(true);
  // Typed, restored, from another program, and where the address is not protected.
  expect(told("Sec-Fetch-Site=none")).toBe(false);
  expect(told("Accept=text/html")).toBe(false);
});
