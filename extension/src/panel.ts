/**
 * The panel at a store. It lives in a closed shadow root: the page can neither read nor drive it, and a press counts only when a
 * person made it.
 */
import { browser } from "wxt/browser";
import type { PricesAnswer } from "./ask-prices.ts";
import { prepareRun, type Trouble } from "./codes/begin-run.ts";
import { driveRun } from "./codes/drive-run.ts";
import { guardForms } from "./codes/guard-forms.ts";
import { rootsOf } from "./codes/page-walk.ts";
import { declineRun, type Run } from "./codes/run.ts";
import { openStorePage, wait } from "./codes/store-page.ts";
import { h } from "./dom.ts";
import { addressOf } from "./keep-runs.ts";
import look from "./look.css?inline";
import type { Here, OverlayQuestion } from "./messages.ts";
import overlayLook from "./overlay.css?inline";
import { type PanelView, panelParts } from "./panel-parts.ts";
import type { PriceWatch } from "./price-view.ts";
import { productIn, productTexts } from "./read-product.ts";
import { keepOnTop } from "./seen.ts";
import { SITE } from "./settings.ts";
import { languageOf, wordsIn } from "./words.ts";

export const PANEL = "tuppence-panel";
export const ask = <Answer>(question: OverlayQuestion) => browser.runtime.sendMessage(question) as Promise<Answer>;

export function openPanel(here: NonNullable<Here>) {
  const language = languageOf(browser.i18n.getUILanguage());
  const words = {
    t: wordsIn(language),
    language,
    store: here.store,
    active: here.active_until !== null,
    heading: "h2" as const,
  };
  const page = openStorePage(document, here.recipes, location.hostname);
  const host = document.createElement(PANEL);
  host.lang = language;
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${look}\n${overlayLook}`);
  root.adoptedStyleSheets = [sheet];
  const status = h("p", { class: "unseen", role: "status" });
  root.append(status);
  const top = keepOnTop(host);
  const state: {
    run: Run | null;
    trouble: Trouble | null;
    checkout: boolean;
    all: boolean;
    busy: boolean;
    covered: boolean;
  } = { run: null, trouble: null, checkout: false, all: false, busy: false, covered: false };
  let priced: { gtin: string; answer: PriceWatch["answer"] } | null = null;
  let stopped = false;
  let left = false;

  const shut = () => {
    top.gone();
    host.remove();
  };
  /** What reaches out of the panel is done for who saw what they pressed. */
  const ifSeen = (act: () => unknown, focus: string) => async () => {
    const seen = await top.wasSeen();
    if (state.covered === seen) {
      state.covered = !seen;
      render(focus);
    }
    if (seen) act();
  };
  const close = () => {
    if (state.run && state.run.phase !== "over") return stop();
    shut();
    if (!state.run) void ask({ ask: "close_here" });
  };
  const stop = () => {
    stopped = true;
    render();
  };
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.isTrusted) close();
  });

  function render(focus?: string): void {
    const had = focus ?? (root.activeElement as HTMLElement | null)?.dataset.key;
    const view: PanelView = {
      ...{ words, here, ...state },
      prices: state.run ? null : priceWatch(),
      close,
      turnOn: ifSeen(() => ask({ ask: "turn_on_here" }), "on"),
      begin: ifSeen(begin, "begin"),
      buttons: {
        all: state.all,
        stop,
        keep: shut,
        decline: () => {
          if (state.run) void drive(declineRun(state.run), false, false);
        },
        showAll: () => {
          state.all = true;
          render("end");
        },
      },
    };
    const parts = panelParts(view, status);
    const old = root.querySelector(".overlay");
    if (old) old.replaceWith(parts);
    else root.prepend(parts);
    if (!host.isConnected) {
      document.documentElement.append(host);
      top.placed();
    }
    if (had) root.querySelector<HTMLElement>(`[data-key="${had}"]`)?.focus();
  }

  /** Read anew each time: a page may go on to another product in place. */
  function priceWatch(): PriceWatch | null {
    const product = productIn(productTexts());
    if (!product) return null;
    const answer = priced?.gtin === product.gtin ? priced.answer : null;
    return { product, store: here.store.name, site: SITE, answer, alert: "link", ask: ifSeen(askPrices, "prices") };
  }

  async function askPrices(): Promise<void> {
    const gtin = productIn(productTexts())?.gtin;
    if (!gtin) return render();
    priced = { gtin, answer: "asking" };
    render();
    priced = { gtin, answer: await ask<PricesAnswer>({ ask: "prices_here", gtin }) };
    render("told");
  }

  async function begin(): Promise<void> {
    if (state.busy || (state.run && state.run.phase !== "over")) return;
    state.busy = true;
    Object.assign(state, { run: null, trouble: null, all: false });
    stopped = false;
    left = false;
    render("begin");
    const prepared = await prepareRun(page, here.store, addressOf(location.href), new Date(), here.tells);
    state.busy = false;
    if ("trouble" in prepared) {
      state.trouble = prepared.trouble;
      render("end");
      return;
    }
    await drive(prepared.run, false, true);
  }

  /** `fresh`: this page came in answer to a press of ours. */
  async function drive(run: Run, fresh: boolean, begun: boolean): Promise<void> {
    state.run = run;
    render("stop");
    const views = rootsOf(document).flatMap((one) => ("defaultView" in one && one.defaultView) || []);
    const letGo = views.map((view) =>
      guardForms(view, host, () => {
        left = true;
      }),
    );
    let first = begun;
    try {
      await driveRun(
        run,
        {
          ...{ page, wait, now: () => Date.now(), stopped: () => stopped },
          left: () => left || addressOf(location.href) !== run.address,
          save: async (now) => {
            state.run = now;
            render();
            await ask({ ask: "keep_run", run: now, begun: first });
            first = false;
          },
        },
        fresh,
      );
    } finally {
      for (const go of letGo) go();
      stopped = false;
    }
    render("end");
  }

  return {
    begin,
    stop,
    /** Of its own accord; `checkout`: codes can be tried here. */
    offer(checkout: boolean) {
      if (state.run || state.busy) return;
      state.checkout = checkout;
      render();
    },
    /** A run that came over from the page before. */
    goOn(run: Run) {
      if (run.phase !== "over") return void drive(run, run.pending !== null, false);
      state.run = run;
      render("end");
    },
  };
}
