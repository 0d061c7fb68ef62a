/** Plays a story of standing down in a real browser: its links are pressed, its forms sent, its redirects answered, its clock set. */
import type { Browser, Page } from "puppeteer-core";
import type { Chrome, Question, View } from "../../extension/src/messages.ts";
import type { Event, State } from "../../extension/src/stand-down.ts";
import { SITE, type Story } from "../../extension/test/story-parts.ts";
import { until } from "./stage.ts";
import type { StoryWorld } from "./story-world.ts";

/** What the extension's own pages have where these functions run. */
declare const chrome: Chrome;

type Navigated = Extract<Event, { kind: "navigated" }>;
export type Played = { outcome: Story["expected"]; on: boolean; panel: boolean };

export type Driven = {
  browser: Browser;
  /** The extension's own page, over no tab. */
  own: Page;
  ask<Answer>(question: Question): Promise<Answer>;
  /** Sets the clock of the extension's worker. */
  setClock(at: number): Promise<unknown>;
};

/** Why a story cannot be played from outside of the browser; null for one that can. */
export function whyNot({ kind, events }: Story, browser: "Chromium" | "Firefox"): string | null {
  if (events.some((event) => event.kind === "navigated" && event.prerender))
    if (browser === "Firefox") return "Firefox makes no page ready before it is wanted";
    else if (!isPreparedAtHome(events)) return "a page may have none made ready but of its own site";
  if (events.some((event) => event.kind === "navigated" && event.unseen))
    return `where pages are allowed ${browser} tells every redirect`;
  if (events.some((event) => event.kind === "navigated" && event.late))
    return "when it tells hops is the browser's own affair";
  // Chromium takes an address that its driver opens for a typed one.
  if (browser === "Chromium") return null;
  return kind === "typed after a hop's page" ? "nobody types into the address bar from outside" : null;
}

/** A page may ask Chromium to make ready what stands at its own address. */
function isPreparedAtHome(events: readonly Event[]): boolean {
  const ways = events.flatMap((event) => (event.kind === "navigated" ? [event] : []));
  return ways.every((way, place) => {
    const hosts = [ways[place - 1]?.hops.at(-1) ?? "", ...way.hops].map((address) => URL.parse(address)?.host);
    return way.prerender === undefined || new Set(hosts).size === 1;
  });
}

const plain = (address: string) => new URL(address).href;

export function createPlayer(driven: Driven, world: StoryWorld) {
  const { setClock } = driven;
  const stateOf = () =>
    driven.own.evaluate(async () => {
      const { state } = (await chrome.storage.local.get("state")) as { state?: State };
      return state ?? null;
    });
  async function forget(ids: readonly number[]): Promise<void> {
    await until("the tabs to be forgotten", async () => {
      const trails = (await stateOf())?.trails ?? {};
      return ids.every((id) => !(id in trails));
    });
    await forgetState();
    await driven.own.evaluate(() => chrome.storage.session.clear());
  }
  const forgetState = () => driven.own.evaluate(() => chrome.storage.local.remove(["state", "log", "choices"]));

  /** Goes by this way, and waits until the extension has judged the page at its end. */
  async function navigate(way: readonly Navigated[], go: () => Promise<unknown>, idOf: () => Promise<number>) {
    world.redirects.clear();
    world.leads.clear();
    way.forEach(({ hops }, place) => {
      const addresses = hops.map(plain);
      for (const [index, address] of addresses.entries()) {
        const next = addresses[index + 1];
        if (next !== undefined) world.redirects.set(address, next);
      }
      const following = way[place + 1]?.hops[0];
      const last = addresses.at(-1) ?? "";
      const isLater = (way[place + 1]?.at ?? 0) > (way[place]?.at ?? 0);
      if (following !== undefined)
        world.leads.set(last, { to: plain(following), by: isLater ? "released script" : leadBy });
    });
    const judged = (last: Navigated | undefined) => {
      const end = plain(last?.hops.at(-1) ?? "");
      return until(`${end} to be judged`, async () => {
        const [state, id] = await Promise.all([stateOf(), idOf()]);
        return state !== null && state.last === last?.at && state.trails[String(id)]?.at(-1) === end;
      });
    };
    await go();
    for (const [place, event] of way.entries()) {
      const next = way[place + 1];
      if (next === undefined || next.at > event.at) await judged(event);
      if (next === undefined || next.at === event.at) continue;
      await setClock(next.at);
      await until("the page that waits", async () => world.release());
    }
  }
  let leadBy: "script" | "meta" = "script";

  return async function play(story: Story, by: "script" | "meta" = "script"): Promise<Played> {
    leadBy = by;
    // A story's time is long ago: nothing may be known from later.
    await setClock(story.events[0]?.at ?? 0);
    await forget([]);
    const tabs = new Map<number, { page: Page; id: number }>();
    const ids = () =>
      driven.own.evaluate(async () =>
        (await chrome.tabs.query({})).flatMap(({ id }) => (id === undefined ? [] : [id])),
      );
    async function open(make: () => Promise<Page>) {
      const before = await ids();
      const page = await make();
      const id = await until("the tab", async () => (await ids()).find((one) => !before.includes(one)));
      return { page, id };
    }
    async function tab(number: number) {
      const found = tabs.get(number) ?? (await open(() => driven.browser.newPage()));
      tabs.set(number, found);
      return found;
    }
    /** Links on pages are pressed; where there is no page yet, the address is opened. */
    const follow = (page: Page, address: string) =>
      page.url() === "about:blank"
        ? arrive(page, address)
        : page.evaluate((href) => {
            const link = document.body.appendChild(document.createElement("a"));
            link.href = href;
            link.click();
          }, address);
    const arrive = (page: Page, address: string) =>
      page.goto(address, { waitUntil: "domcontentloaded" }).catch(() => {});
    const send = (page: Page, address: string) =>
      page.evaluate((href) => {
        const form = document.body.appendChild(document.createElement("form"));
        form.method = "post";
        form.action = href;
        form.submit();
      }, address);

    /** What the browser gives back of a tab that was closed, in a tab of its own. */
    const restore = (address: string) =>
      open(async () => {
        const before = await driven.browser.pages();
        await driven.own.evaluate(() => chrome.sessions.restore().then(() => undefined));
        return until("the restored tab", async () =>
          (await driven.browser.pages()).find((page) => !before.includes(page) && page.url() === address),
        );
      });
    /** Made ready beside the page, and shown when its link is pressed. */
    async function prepare(page: Page, address: string) {
      await page.evaluate((to) => {
        const rules = document.createElement("script");
        rules.type = "speculationrules";
        rules.textContent = JSON.stringify({ prerender: [{ source: "list", urls: [to], eagerness: "immediate" }] });
        document.head.append(rules);
      }, address);
      await until(`${address} to be made ready`, async () => Object.keys((await stateOf())?.waiting ?? {}).length > 0);
    }
    async function showPrepared(page: Page, id: number, address: string) {
      await follow(page, address);
      await until(`${address} to be shown`, async () => {
        const state = await stateOf();
        return Object.keys(state?.waiting ?? {}).length === 0 && state?.trails[`${id}`]?.at(-1) === address;
      });
    }

    let opener: number | null = null;
    let prepared = "";
    let wasClosed = false;
    for (let place = 0; place < story.events.length; place += 1) {
      const event = story.events[place] as Event;
      if (event.kind === "closed") {
        await tabs.get(event.tab)?.page.close();
        tabs.delete(event.tab);
        wasClosed = true;
      } else if (event.kind === "shown") {
        await setClock(event.at);
        const { page, id } = await tab(event.tab);
        await showPrepared(page, id, prepared);
      } else if (event.kind === "opened") opener = event.opener;
      else if (event.kind === "pressed") {
        await setClock(event.at);
        const { page, id } = await tab(event.tab);
        await driven.ask({ ask: "turn_on", tab: id, store: event.store });
        await until("our page", async () => page.url() === `${SITE}/${event.store}-coupons/redirecting`);
      } else if (event.kind === "navigated") {
        await setClock(event.at);
        const way = [event];
        for (let next = story.events[place + 1]; next?.kind === "navigated" && next.client; ) {
          way.push(next);
          place += 1;
          next = story.events[place + 1];
        }
        const first = event.hops[0] ?? "";
        if (event.prerender) {
          prepared = plain(first);
          await prepare((await tab(event.tab)).page, prepared);
          continue;
        }
        if (event.by === "reload" && wasClosed) {
          let came: { page: Page; id: number } | undefined;
          const again = async () => {
            came = await restore(plain(first));
            tabs.set(event.tab, came);
          };
          await navigate(way, again, async () => came?.id ?? -1);
          continue;
        }
        if (opener !== null) {
          const { page } = await tab(opener);
          opener = null;
          let opened: { page: Page; id: number } | undefined;
          const press = async () => {
            opened = await open(async () => {
              const popup = new Promise<Page | null>((come) => page.once("popup", come));
              if (story.kind.startsWith("window.open")) await page.evaluate((href) => void window.open(href), first);
              else
                await page.evaluate((href) => {
                  const link = document.body.appendChild(document.createElement("a"));
                  link.href = href;
                  link.target = "_blank";
                  link.rel = "opener";
                  link.click();
                }, first);
              const came = await popup;
              if (!came) throw new Error("no window was opened");
              return came;
            });
            tabs.set(event.tab, opened);
          };
          await navigate(way, press, async () => opened?.id ?? -1);
          continue;
        }
        const { page, id } = await tab(event.tab);
        const here = async () => id;
        const address = await page.evaluate(() => location.href);
        if (event.by === "reload") {
          if (address !== plain(first)) {
            await navigate([{ ...event, by: "link" }], () => arrive(page, first), here);
            await forgetState();
          }
          await navigate(way, () => page.reload(), here);
        } else if (event.by === "history") {
          const away = { ...event, hops: ["https://news.example/"] };
          if (address === plain(first)) await navigate([away], () => follow(page, "https://news.example/"), here);
          await navigate(way, () => page.goBack(), here);
        } else if (event.by === "script") {
          const inPlace = (to: string) =>
            page.evaluate((address) => history.replaceState(null, "", address), to).catch(() => {});
          const next = way[1]?.hops[0];
          await navigate([event], () => inPlace(first), here);
          if (next !== undefined) {
            await setClock(way.at(-1)?.at ?? event.at);
            const lead = (to: string) => page.evaluate((address) => location.replace(address), to).catch(() => {});
            await navigate(way.slice(1), () => lead(plain(next)), here);
          }
        } else if (event.by === "form") await navigate(way, () => send(page, first), here);
        else if (event.by === "typed") await navigate(way, () => arrive(page, first), here);
        else await navigate(way, () => follow(page, first), here);
      }
    }
    const last = story.events.findLast((event) => event.kind === "navigated");
    const { page, id } = await tab(last?.tab ?? 1);
    const { decision, active_until } = await driven.ask<View>({ ask: "view", tab: id });
    // Where it may speak the panel comes by itself; where it must not, it would have come with the page.
    const wanted = decision.allowed && active_until === null;
    const panel = wanted
      ? await page.waitForSelector("tuppence-panel", { timeout: 10_000 }).then(Boolean, () => false)
      : (await page.$("tuppence-panel")) !== null && active_until === null;
    const closing = [...tabs.values()];
    await Promise.all(closing.map((one) => one.page.close()));
    await forget(closing.map((one) => one.id));
    return { outcome: decision.allowed ? "may speak" : "silent", on: active_until !== null, panel };
  };
}
