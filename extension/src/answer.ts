/** What the background answers. Only a press leads anywhere, and only to our own page of departure. */
import { browser } from "wxt/browser";
import { type Store, storeOf } from "./bundle.ts";
import { readChoices, readHosts, readKept, readLog, readRules, readState, saveChoices } from "./keep.ts";
import { findBroken } from "./log.ts";
import type { Found, Here, OverlayQuestion, Question, View } from "./messages.ts";
import { SITE } from "./settings.ts";
import { activeUntil, type Decision, mayPrompt } from "./stand-down.ts";
import { happened, inTurn } from "./watch.ts";

const CLOSED_MS = 86_400_000;
const MAX_FOUND = 6;

export const pagesAllowed = () => browser.permissions.contains({ origins: ["*://*/*"] });

async function storeNamed(name: string | null): Promise<Store | null> {
  if (name === null) return null;
  return (await readKept())?.bundle.stores.find((store) => store.name === name) ?? null;
}

async function decisionFor(store: string): Promise<{ decision: Decision; active_until: number | null }> {
  const [state, rules] = await Promise.all([readState(), readRules()]);
  const now = Date.now();
  return {
    decision: rules ? mayPrompt(state, store, now, rules.stand_down) : { allowed: true },
    active_until: activeUntil(state, store, now),
  };
}

async function view(tab: number): Promise<View> {
  const [page, hosts, choices, pages_allowed] = await Promise.all([
    browser.tabs.get(tab).catch(() => null),
    readHosts(),
    readChoices(),
    pagesAllowed(),
  ]);
  const url = URL.parse(page?.url ?? "");
  const web = url?.protocol === "https:" || url?.protocol === "http:";
  const store = web && url ? await storeNamed(storeOf(hosts, url.href)) : null;
  const told = store ? await decisionFor(store.name) : { decision: { allowed: true } as const, active_until: null };
  const waiting = Object.keys(hosts).length === 0;
  return {
    state: waiting ? "waiting" : store ? "store" : web ? "nothing" : "no_page",
    host: url?.hostname.replace(/^www\./, "") ?? "",
    store,
    ...told,
    paused: store !== null && Object.hasOwn(choices.paused, store.name),
    overlay: choices.overlay,
    pages_allowed,
  };
}

/** The shopper's own press: noted, and on to our page, which says where it leads and makes the click. */
async function turnOn(tab: number, store: string): Promise<boolean> {
  if (!(await storeNamed(store))) return false;
  await happened({ kind: "pressed", at: Date.now(), tab, store });
  await browser.tabs.update(tab, { url: `${SITE}/${encodeURIComponent(store)}-coupons/redirecting` });
  return true;
}

async function search(text: string): Promise<Found[]> {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const stores = (await readKept())?.bundle.stores ?? [];
  const place = ({ title }: Store) => title.toLowerCase().indexOf(wanted);
  return stores
    .filter((store) => place(store) >= 0)
    .sort((one, other) => place(one) - place(other) || one.title.length - other.title.length)
    .slice(0, MAX_FOUND)
    .map(({ name, title, rate }) => ({ name, title, rate }));
}

const change = (how: (choices: Awaited<ReturnType<typeof readChoices>>) => void) =>
  inTurn(async () => {
    const choices = await readChoices();
    how(choices);
    await saveChoices(choices);
    return true;
  });

export function answer(question: Question): Promise<unknown> | false {
  if (question.ask === "view") return view(question.tab);
  if (question.ask === "turn_on") return turnOn(question.tab, question.store);
  if (question.ask === "search") return search(question.text);
  if (question.ask === "overlay")
    return change((choices) => {
      choices.overlay = question.on;
    });
  if (question.ask === "pause")
    return change((choices) => {
      if (question.on) choices.paused[question.store] = true;
      else delete choices.paused[question.store];
    });
  if (question.ask === "log")
    return readLog().then(async (entries) => ({ entries, broken: await findBroken(entries) }));
  return false;
}

async function here(address: string): Promise<Here> {
  const name = storeOf(await readHosts(), address);
  const kept = name === null ? null : await readKept();
  const store = kept?.bundle.stores.find((one) => one.name === name);
  if (!kept || !store) return null;
  const { active_until } = await decisionFor(store.name);
  return { store, active_until, recipes: kept.bundle.recipes };
}

/** The overlay is asked about the page that it stands in, by the browser's word and not by its own. */
export function answerOverlay(question: OverlayQuestion, tab: number, address: string): Promise<unknown> | false {
  if (question.ask === "here") return here(address);
  if (question.ask === "turn_on_here")
    return here(address).then((found) => found !== null && turnOn(tab, found.store.name));
  if (question.ask === "close_here")
    return here(address).then((found) =>
      found
        ? change((choices) => {
            choices.closed[found.store.name] = Date.now() + CLOSED_MS;
          })
        : false,
    );
  return false;
}
