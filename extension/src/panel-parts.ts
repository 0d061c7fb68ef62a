/** What the panel shows: a store that pays, codes that can be tried, codes being tried, what came of it, why it cannot be. */
import type { Trouble } from "./codes/begin-run.ts";
import type { Run } from "./codes/run.ts";
import { h, icon } from "./dom.ts";
import type { Here } from "./messages.ts";
import { brandLine, onStamp, ticket, turnOnText } from "./parts.ts";
import { type PriceWatch, priceParts } from "./price-view.ts";
import { type RunActions, type RunLook, runParts, statusText } from "./run-view.ts";
import { rateText } from "./words.ts";

export type PanelView = {
  words: RunLook;
  here: NonNullable<Here>;
  run: Run | null;
  trouble: Trouble | null;
  /** Codes can be tried on this page. */
  checkout: boolean;
  busy: boolean;
  /** A press did not count, because something of the page lay over the panel. */
  covered: boolean;
  close(): void;
  turnOn(): void;
  begin(): void;
  buttons: RunActions;
  /** Null where the page sells no product that says its number. */
  prices: PriceWatch | null;
};

const SHOWN_CODES = 2;

/** What a page's script makes up is no press. */
const onPress = (act: () => void) => (event?: globalThis.Event) => {
  if (event?.isTrusted) act();
};

/** `status` stays the same element, so that who hears the page hears each change of it. */
export function panelParts(view: PanelView, status: HTMLElement): HTMLElement {
  const { words, run, close } = view;
  const said = run ? statusText(run, words) : "";
  if (status.textContent !== said) status.textContent = said;
  return h(
    "aside",
    { class: "box overlay", "aria-label": words.t("Tuppence extension") },
    h(
      "header",
      { class: "head" },
      brandLine(),
      h(
        "span",
        { class: "row" },
        words.active && onStamp(words.store.rate, words),
        h(
          "button",
          {
            ...{ type: "button", class: "button plain", "data-key": "close", click: onPress(close) },
            "aria-label": words.t("Close this panel"),
          },
          icon("x"),
        ),
      ),
    ),
    view.covered ? coveredPart(view) : null,
    ...(run ? runParts(run, words, pressed(view.buttons)) : view.trouble ? troubleParts(view) : offerParts(view)),
  );
}

const coveredPart = ({ words: { t } }: PanelView): HTMLElement =>
  h(
    "p",
    { class: "pad covered", role: "alert" },
    t("Something on this page lay over this panel, so nothing was done. Look at the panel, then press again."),
  );

const pressed = ({ stop, keep, decline, all, showAll }: RunActions): RunActions => ({
  all,
  showAll: onPress(showAll),
  ...(stop && { stop: onPress(stop) }),
  ...(keep && { keep: onPress(keep) }),
  ...(decline && { decline: onPress(decline) }),
});

function offerParts(view: PanelView): readonly Node[] {
  const { words, checkout, busy } = view;
  const { t, language, store, active } = words;
  // Codes alone were pressed for, perhaps while we stand down: nothing else is offered on the way.
  if (busy)
    return [
      h("section", { class: "sheet pad stack" }, h("h2", { class: "title" }, codesText(view)), tryPart(view, true)),
    ];
  const pays = store.rate.kind !== "none";
  const lead =
    checkout && active
      ? t("Before you order")
      : pays
        ? t("This store pays you back")
        : t("There are codes for this store");
  const title =
    checkout && active ? codesText(view) : pays ? `${store.title}: ${rateText(store.rate, language)}` : store.title;
  return [
    h(
      "section",
      { class: "sheet pad stack" },
      h("div", {}, h("p", { class: "muted" }, lead), h("h2", { class: "title" }, title)),
      pays && !active ? turnOnPart(view) : null,
      checkout ? tryPart(view, !pays || active) : null,
    ),
    view.prices ? priceParts({ ...view.prices, ask: onPress(view.prices.ask) }, words) : null,
    !checkout && store.codes.length > 0
      ? h("ul", { class: "pad codes" }, ...store.codes.slice(0, SHOWN_CODES).map((code) => ticket(code, words)))
      : null,
  ].filter((part) => part !== null);
}

const codesText = ({ words: { t, store } }: PanelView): string =>
  store.codes.length === 1
    ? t("1 code for this store")
    : t("{{count}} codes for this store", { count: store.codes.length });

function turnOnPart({ words, turnOn }: PanelView): HTMLElement {
  const { t, store } = words;
  return h(
    "div",
    {},
    h(
      "button",
      { type: "button", class: "button primary large wide", "data-key": "on", click: onPress(turnOn) },
      turnOnText(store.rate, words),
    ),
    h(
      "p",
      { class: "small faint center gap" },
      t("Opens {{host}} once through our link", { host: location.hostname.replace(/^www\./, "") }),
    ),
    h("p", { class: "small faint center" }, t("We earn a commission and share it with you.")),
  );
}

function tryPart({ words, busy, begin }: PanelView, first: boolean): HTMLElement {
  const { t, store } = words;
  const count = store.codes.length;
  return h(
    "div",
    {},
    h(
      "button",
      {
        ...{ type: "button", "data-key": "begin", disabled: busy, click: onPress(begin) },
        class: `button wide ${first ? "primary large" : ""}`,
      },
      busy ? t("Looking for the box") : count === 1 ? t("Try 1 code") : t("Try {{count}} codes", { count }),
    ),
    h("p", { class: "small faint center gap" }, t("One after the other; the best stays. We never place the order.")),
  );
}

function troubleParts({ words, trouble, begin }: PanelView): readonly Node[] {
  const { t, store } = words;
  const text = {
    no_box: t("There is no box for codes on this page. Open your cart or the checkout, and try there."),
    no_total: t("The total of this page cannot be read, so that no saving could be told. You can copy the codes."),
    locked: t("A code is in use here that cannot be read, so that it could not be put back. We touch nothing."),
    no_codes: t("No codes for this store"),
  }[trouble ?? "no_box"];
  return [
    h(
      "section",
      { class: "sheet pad stack" },
      h("h2", { class: "title", tabindex: "-1", "data-key": "end" }, t("Codes cannot be tried here")),
      h("p", { class: "muted" }, text),
      store.codes.length > 0 && trouble !== "locked"
        ? h("button", { type: "button", class: "button", "data-key": "begin", click: onPress(begin) }, t("Try again"))
        : null,
    ),
    h("ul", { class: "pad codes" }, ...store.codes.map((code) => ticket(code, words))),
  ];
}
