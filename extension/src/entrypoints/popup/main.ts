/** The popup: opened by a press, so that from here on our site may be asked; and nothing else is. */
import "@fontsource-variable/besley/index.css";
import "@fontsource-variable/public-sans/index.css";
import "@fontsource-variable/spline-sans-mono/index.css";
import "../../look.css";
import "./popup.css";
import { browser } from "wxt/browser";
import { askForFalls, askPrices, chooseFavourite, readFavourites } from "../../ask-prices.ts";
import { h } from "../../dom.ts";
import { watchRun } from "../../keep-runs.ts";
import type { Question, View } from "../../messages.ts";
import { askAsMember, isAskedAnew, SESSION } from "../../own-session.ts";
import type { PriceWatch } from "../../price-view.ts";
import { SITE } from "../../settings.ts";
import { languageOf, wordsIn } from "../../words.ts";
import { type Screen, screenOf } from "./screens.ts";
import { settingsScreen } from "./settings-screen.ts";

const language = languageOf(browser.i18n.getUILanguage());
const t = wordsIn(language);
document.documentElement.lang = language;

async function ask<Answer>(question: Question): Promise<Answer> {
  return (await browser.runtime.sendMessage(question)) as Answer;
}

/** The tab that the popup was opened over; a popup in a tab of its own is told which by its address. */
async function tabAsked(): Promise<number> {
  const named = Number(new URLSearchParams(location.search).get("tab"));
  if (named > 0) return named;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? -1;
}

/** Available cents, by our own session; null for who is signed out, undefined when nobody answers. */
async function balance(): Promise<number | null | undefined> {
  try {
    const response = await askAsMember("GET", "/api/user/summary");
    if (!response) return null;
    const told = (await response.json()) as { balances: { available_minor: string } };
    return response.ok ? Number(told.balances.available_minor) : undefined;
  } catch {
    return undefined;
  }
}

const place = document.getElementById("popup") ?? document.body.appendChild(h("main", { class: "box" }));
const tab = await tabAsked();
let available: number | null | undefined;
let codesOnly = false;
let all = false;
let inSettings = false;
let anew = false;
let favourites: Screen["favourites"] = null;
/** Of the product with this number. */
let priced = "";
let prices: PriceWatch["answer"] = null;
let alert: PriceWatch["alert"] = "link";

/** Where nobody is signed in, our own page of the product asks who it is for. */
async function lookUp(gtin: string): Promise<void> {
  priced = gtin;
  prices = "asking";
  await show();
  prices = await askPrices(gtin);
  await show();
  place.querySelector<HTMLElement>('[data-key="told"]')?.focus();
}

async function waitForFall(): Promise<void> {
  if (prices === null || typeof prices === "string") return;
  alert = "asking";
  await show();
  const chosen = await askForFalls(prices.slug);
  alert = chosen === "failed" ? "failed" : chosen ? "asked" : "link";
  await show();
}

async function markStore(store: { name: string; title: string }, on: boolean): Promise<void> {
  if ((await chooseFavourite(store.name, on)) === true && favourites) {
    const others = favourites.filter(({ name }) => name !== store.name);
    favourites = on ? [{ name: store.name, title: store.title }, ...others] : others;
  }
  await show();
}

async function show(): Promise<View> {
  const view = await ask<View>({ ask: "view", tab });
  const { product, store } = view;
  const screen: Screen = {
    ...{ t, language, view, available, codesOnly, site: SITE, favourites },
    mark: (on) => void (store && markStore(store, on)),
    prices: product &&
      store && {
        ...{ product, store: store.name, site: SITE, answer: product.gtin === priced ? prices : null, alert },
        ask: () => void lookUp(product.gtin),
        askAlert: () => void waitForFall(),
      },
    anew,
    signIn: () => void ask<boolean>({ ask: "sign_in" }).then((opened) => opened && window.close()),
    turnOn: async () => {
      if (view.store && (await ask<boolean>({ ask: "turn_on", tab, store: view.store.name }))) window.close();
    },
    codes: () => {
      codesOnly = true;
      void show();
    },
    search: (text) => ask({ ask: "search", text }),
    settings: () => void showSettings(view),
    tryCodes: () => void ask<boolean>({ ask: "try_codes", tab }).then((begun) => begun && window.close()),
    stopCodes: () => void ask({ ask: "stop_codes", tab }),
    all,
    showAll: () => {
      all = true;
      void show();
    },
  };
  inSettings = false;
  const had = (document.activeElement as HTMLElement | null)?.dataset.key;
  place.replaceChildren(...screenOf(screen));
  if (had) place.querySelector<HTMLElement>(`[data-key="${had}"]`)?.focus();
  return view;
}

async function showSettings(view: View): Promise<void> {
  inSettings = true;
  place.replaceChildren(...(await settingsScreen({ t, language, view, ask, back: () => void show() })));
  place.querySelector<HTMLElement>("button")?.focus();
}

watchRun(tab, () => {
  if (!inSettings) void show();
});
/** What is only known of who is signed in. */
async function readMine(): Promise<void> {
  [available, favourites, anew] = await Promise.all([balance(), readFavourites(), isAskedAnew()]);
  if (typeof available === "number" && alert === "link") alert = "none";
  if (available !== undefined && !inSettings) await show();
}
browser.storage.local.onChanged.addListener((changes) => {
  if (SESSION in changes) void readMine();
});
// A version that is served no longer asks nobody for anything.
if (!(await show()).ending?.over) await readMine();
