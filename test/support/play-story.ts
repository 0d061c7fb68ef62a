/** Plays a story of standing down in a real browser: its links are pressed, its forms sent, its redirects answered, its clock set. */
import type { Browser, Page } from "puppeteer-core";
import type { Chrome, Question, View } from "../../extension/src/messages.ts";
import type { Event, State } from "../../extension/src/stand-down.ts";
import { SITE, type Story } from "../../extension/test/stories.ts";
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
  if (events.some((event) => event.kind === "shown" || (event.kind === "navigated" && event.prerender)))
    return browser === "Firefox"
      ? "Firefox makes no page ready before it is wanted"
      : "which page is made ready is Chromium's own choice";
  if (events.some((event) => event.kind === "navigated" && event.unseen))
    return `where pages are allowed ${browser} tells every redirect`;
  if (events.some((event) => event.kind === "navigated" && event.late))
    return "when it tells hops is the browser's own affair";
  // Chromium takes an address that its driver opens for a typed one.
  if (browser === "Chromium") return null;
  return kind === "typed after a hop's page" ? "nobody types into the address bar from outside" : null;
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
      if (following !== undefined) world.leads.set(last, { to: plain(following), by: leadBy });
    });
    const last = way.at(-1);
    const end = plain(last?.hops.at(-1) ?? "");
    await go();
    await until(`${end} to be judged`, async () => {
      const [state, id] = await Promise.all([stateOf(), idOf()]);
      return state !== null && state.last === last?.at && state.trails[String(id)]?.at(-1) === end;
    });
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

    let opener: number | null = null;
    for (let place = 0; place < story.events.length; place += 1) {
      const event = story.events[place] as Event;
      if (event.kind === "closed") {
        await tabs.get(event.tab)?.page.close();
        tabs.delete(event.tab);
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
        if (opener !== null) {
          const { page } = await tab(opener);
          opener = null;
          let opened: { page: Page; id: number } | undefined;
          const press = async () => {
            opened = await open(async () => {
              const popup = new Promise<Page | null>((come) => page.once("popup", come));
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
