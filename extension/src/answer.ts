/** What the background answers. Only a press leads anywhere, and only to our own page of departure. */
import { browser } from "wxt/browser";
import { askPrices } from "./ask-prices.ts";
import { type Store, storeOf } from "./bundle.ts";
import type { Run } from "./codes/run.ts";
import {
  readChoices,
  readEnding,
  readHosts,
  readLog,
  readRecipes,
  readRules,
  readState,
  readStore,
  readTitles,
  saveChoices,
  saveLog,
} from "./keep.ts";
import { askToBegin, readRun, saveRun, takeBegin } from "./keep-runs.ts";
import { addNotes, findBroken } from "./log.ts";
import type { Found, Here, OverlayQuestion, Question, SiteQuestion, Told, View } from "./messages.ts";
import { type Product, productIn, productTexts } from "./read-product.ts";
import { SITE } from "./settings.ts";
import { beginSignIn, finishSignIn } from "./sign-in.ts";
import { activeUntil, type Decision, mayPrompt } from "./stand-down.ts";
import { allowTelling } from "./tell-tries.ts";
import { happened, inTurn } from "./watch.ts";

const CLOSED_MS = 86_400_000;
/** No store is spoken at more often while the browser is open, but where codes can be tried. */
const MAX_SHOWN = 2;
const MAX_FOUND = 6;

export const pagesAllowed = () => browser.permissions.contains({ origins: ["*://*/*"] });

const storeNamed = async (name: string | null): Promise<Store | null> => (name === null ? null : readStore(name));

async function readShown(): Promise<Record<string, number>> {
  const { shown = {} } = (await browser.storage.session.get("shown")) as { shown?: Record<string, number> };
  return shown;
}
const isShownEnough = async (store: string) => ((await readShown())[store] ?? 0) > MAX_SHOWN;
/** Counts one more time that the panel came at a store. */
export async function countShown(store: string): Promise<void> {
  const shown = await readShown();
  await browser.storage.session.set({ shown: { ...shown, [store]: (shown[store] ?? 0) + 1 } });
}

async function decisionFor(store: string): Promise<{ decision: Decision; active_until: number | null }> {
  const [state, rules] = await Promise.all([readState(), readRules()]);
  const now = Date.now();
  return {
    decision: rules ? mayPrompt(state, store, now, rules.stand_down) : { allowed: true },
    active_until: activeUntil(state, store, now),
  };
}

/** Reads the page of the press that opened the popup, and tells nobody. */
const productOf = (tab: number): Promise<Product | null> =>
  browser.scripting.executeScript({ target: { tabId: tab }, func: productTexts }).then(
    ([read]) => productIn((read?.result as string[] | undefined) ?? []),
    () => null,
  );

async function view(tab: number): Promise<View> {
  const [page, run, hosts, choices, pages_allowed, ending] = await Promise.all([
    browser.tabs.get(tab).catch(() => null),
    readRun(tab),
    readHosts(),
    readChoices(),
    pagesAllowed(),
    readEnding(),
  ]);
  const url = URL.parse(page?.url ?? "");
  const web = url?.protocol === "https:" || url?.protocol === "http:";
  const store = web && url ? await storeNamed(storeOf(hosts, url.href)) : null;
  const told = store ? await decisionFor(store.name) : { decision: { allowed: true } as const, active_until: null };
  const waiting = hosts === "";
  return {
    state: waiting ? "waiting" : store ? "store" : web ? "nothing" : "no_page",
    host: url?.hostname.replace(/^www\./, "") ?? "",
    store,
    ...told,
    paused: store !== null && Object.hasOwn(choices.paused, store.name),
    overlay: choices.overlay,
    tell: choices.tell,
    pages_allowed,
    ending,
    run: run && run.store === store?.name ? run : null,
    product: store ? await productOf(tab) : null,
  };
}

/** The shopper's own press: noted, and on to our page, which says where it leads and makes the click. */
async function turnOn(tab: number, store: string): Promise<boolean> {
  if (!(await storeNamed(store))) return false;
  await happened({ kind: "pressed", at: Date.now(), tab, store });
  await browser.tabs.update(tab, { url: `${SITE}/${encodeURIComponent(store)}-coupons/redirecting` });
  return true;
}

const tellPanel = (tab: number, told: Told): Promise<boolean> =>
  browser.tabs.sendMessage(tab, told, { frameId: 0 }).then(
    (heard) => heard === true,
    () => false,
  );

/** Puts the panel into a page; false where the shopper or the browser does not allow it. */
export const putPanel = (tab: number): Promise<boolean> =>
  browser.scripting.executeScript({ target: { tabId: tab }, files: ["/overlay.js"] }).then(
    () => true,
    () => false,
  );

/** The shopper's own press in the popup, which by itself allows this page. */
async function tryCodes(tab: number): Promise<boolean> {
  if (await tellPanel(tab, { tell: "begin" })) return true;
  await askToBegin(tab);
  return putPanel(tab);
}

async function keepRun(tab: number, run: Run, begun: boolean): Promise<boolean> {
  await saveRun(tab, run);
  if (begun)
    await inTurn(async () => {
      const notes = [{ what: "codes_pressed", store: run.store }] as const;
      await saveLog(await addNotes(await readLog(), notes, Date.now()));
    });
  return true;
}

async function search(text: string): Promise<Found[]> {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const found = (await readTitles()).split("\n").flatMap((line) => {
    const [name = "", title = ""] = line.split("\t");
    const place = title.toLowerCase().indexOf(wanted);
    return place < 0 ? [] : [{ name, place, length: title.length }];
  });
  const best = found.sort((one, other) => one.place - other.place || one.length - other.length).slice(0, MAX_FOUND);
  const stores = await Promise.all(best.map(({ name }) => readStore(name)));
  return stores.flatMap((store) => (store ? [{ name: store.name, title: store.title, rate: store.rate }] : []));
}

const change = (how: (choices: Awaited<ReturnType<typeof readChoices>>) => void) =>
  inTurn(async () => {
    const choices = await readChoices();
    how(choices);
    await saveChoices(choices);
    return true;
  });

/** What would ask our site, or make somebody believe that it counts, is done by versions that are served alone. */
const IF_SERVED: ReadonlySet<Question["ask"]> = new Set(["turn_on", "try_codes", "sign_in", "search"]);

export const answer = (question: Question): Promise<unknown> | false =>
  IF_SERVED.has(question.ask)
    ? readEnding().then((ending) => (ending?.over ? false : answerServed(question)))
    : answerServed(question);

function answerServed(question: Question): Promise<unknown> | false {
  if (question.ask === "view") return view(question.tab);
  if (question.ask === "turn_on") return turnOn(question.tab, question.store);
  if (question.ask === "search") return search(question.text);
  if (question.ask === "try_codes") return tryCodes(question.tab);
  if (question.ask === "stop_codes") return tellPanel(question.tab, { tell: "stop" });
  if (question.ask === "overlay")
    return change((choices) => {
      choices.overlay = question.on;
    });
  if (question.ask === "tell") return inTurn(() => allowTelling(question.on));
  if (question.ask === "pause")
    return change((choices) => {
      if (question.on) choices.paused[question.store] = true;
      else delete choices.paused[question.store];
    });
  if (question.ask === "sign_in") return beginSignIn();
  if (question.ask === "log")
    return readLog().then(async (entries) => ({ entries, broken: await findBroken(entries) }));
  return false;
}

async function here(tab: number, address: string): Promise<Here> {
  if ((await readEnding())?.over) return null;
  const store = await storeAt(address);
  if (!store) return null;
  const [{ active_until }, run] = await Promise.all([decisionFor(store.name), readRun(tab)]);
  return {
    ...{ store, active_until, recipes: await readRecipes() },
    offer: active_until !== null || (await isShownEnough(store.name)) ? "codes" : "all",
    run: run?.store === store.name ? run : null,
    begin: await takeBegin(tab),
    tells: (await readChoices()).tell,
  };
}

/** The overlay is asked about the page that it stands in, by the browser's word and not by its own. */
export function answerOverlay(question: OverlayQuestion, tab: number, address: string): Promise<unknown> | false {
  if (question.ask === "here") return here(tab, address);
  if (question.ask === "turn_on_here")
    return servedAt(address).then((store) => store !== null && turnOn(tab, store.name));
  if (question.ask === "prices_here")
    return servedAt(address).then((store) => (store === null ? "failed" : askPrices(question.gtin)));
  if (question.ask === "close_here")
    return storeAt(address).then((store) =>
      store
        ? change((choices) => {
            choices.closed[store.name] = Date.now() + CLOSED_MS;
          })
        : false,
    );
  if (question.ask === "keep_run")
    return storeAt(address).then(
      (store) => store !== null && store.name === question.run.store && keepRun(tab, question.run, question.begun),
    );
  return false;
}

/** Asked by a page of our site, by the browser's word. */
export const answerSite = ({ ask, code, challenge }: SiteQuestion): Promise<unknown> | false =>
  ask === "finish_sign_in" && finishSignIn(code, challenge);

const servedAt = async (address: string) => ((await readEnding())?.over ? null : storeAt(address));
const storeAt = async (address: string) => storeNamed(storeOf(await readHosts(), address));
