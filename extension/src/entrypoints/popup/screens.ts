/** Every state of the popup: a store, one that is on, nothing here, no page of a store, no list yet, signed out. */
import { drawing, h, icon } from "../../dom.ts";
import markSource from "../../mark.svg?raw";
import type { Found, View } from "../../messages.ts";
import { brandLine, type Look, onStamp, ticket, turnOnText } from "../../parts.ts";
import { type PriceWatch, priceParts } from "../../price-view.ts";
import { runParts, statusText } from "../../run-view.ts";
import { dateText, dayText, dollars, rateText } from "../../words.ts";

export type Screen = Look & {
  view: View;
  /** Cents; null for who is signed out, undefined while it is not known. */
  available: number | null | undefined;
  codesOnly: boolean;
  site: string;
  /** Who was signed in by an older version is told why they are asked again. */
  anew: boolean;
  signIn(): void;
  turnOn(): Promise<void>;
  codes(): void;
  search(text: string): Promise<Found[]>;
  settings(): void;
  tryCodes(): void;
  stopCodes(): void;
  /** All codes that were tried are shown. */
  all: boolean;
  showAll(): void;
  /** Null for who is signed out, and until they came. */
  favourites: readonly { name: string; title: string }[] | null;
  /** Makes the store that is open a favourite, or none. */
  mark(on: boolean): void;
  prices: PriceWatch | null;
};

const SHOWN_CODES = 3;
const SHOWN_FAVOURITES = 8;

export function screenOf(screen: Screen): readonly Node[] {
  const { view } = screen;
  if (view.ending?.over)
    return [head({ ...screen, view: { ...view, store: null } }), overPart(screen, view.ending.from)];
  const [top, ...rest] = partsOf(screen);
  return top === undefined ? [] : [top, ...(view.ending ? [endingPart(screen, view.ending.from)] : []), ...rest];
}

const updateLink = ({ t, site }: Screen, look: string): HTMLElement =>
  h("a", { class: look, href: `${site}/extension`, target: "_blank" }, t("How to update it"));

/** Beforehand: nothing is taken away yet. */
const endingPart = (screen: Screen, from: number): HTMLElement =>
  h(
    "p",
    { class: "note", role: "status" },
    screen.t("This version of the extension works until {{day}}.", { day: dateText(from, screen.language) }),
    " ",
    updateLink(screen, "link"),
  );

const overPart = (screen: Screen, from: number): HTMLElement =>
  h(
    "section",
    { class: "sheet pad stack center" },
    drawing(markSource, "coin"),
    h("h1", { class: "title" }, screen.t("This version is too old")),
    h(
      "p",
      { class: "muted" },
      screen.t(
        "Since {{day}}, it no longer finds stores or turns on cash back. Your account and your orders are as they were.",
        {
          day: dateText(from, screen.language),
        },
      ),
    ),
    updateLink(screen, "button primary"),
  );

function partsOf(screen: Screen): readonly Node[] {
  const { view } = screen;
  const body =
    view.state === "store" && view.store
      ? storeParts(screen, view.store)
      : [emptyPart(screen), ...favouritesPart(screen), searchPart(screen)];
  if (view.run && view.store) {
    const look = { ...screen, store: view.store, active: view.active_until !== null, heading: "h1" as const };
    const { stopCodes, showAll, all } = screen;
    const status = h("p", { class: "unseen", role: "status" }, statusText(view.run, look));
    return [head(screen), ...runParts(view.run, look, { stop: stopCodes, showAll, all }), status, foot(screen)];
  }
  const asks = screen.available === null && !screen.codesOnly && view.state === "store";
  return [head(screen), ...body, ...(asks ? [signedOut(screen)] : []), foot(screen)];
}

function heart({ t, favourites, mark }: Screen, store: NonNullable<View["store"]>): HTMLElement | null {
  if (!favourites) return null;
  const on = favourites.some(({ name }) => name === store.name);
  return h(
    "button",
    {
      ...{ type: "button", class: `button plain heart${on ? " on" : ""}`, "data-key": "heart", click: () => mark(!on) },
      ...{ "aria-label": t("Keep {{store}} in your stores", { store: store.title }), "aria-pressed": `${on}` },
    },
    icon("heart"),
  );
}

function favouritesPart({ t, favourites, site }: Screen): readonly Node[] {
  if (!favourites?.length) return [];
  const link = ({ name, title }: { name: string; title: string }) =>
    h("li", {}, h("a", { class: "button", href: `${site}/${name}-coupons`, target: "_blank" }, title));
  return [
    h(
      "section",
      { class: "pad ruled stack", "aria-label": t("Your stores") },
      h("b", {}, t("Your stores")),
      h("ul", { class: "chips" }, ...favourites.slice(0, SHOWN_FAVOURITES).map(link)),
    ),
  ];
}

function head(screen: Screen): HTMLElement {
  const { t, view, language, settings } = screen;
  const on = view.store && view.active_until !== null;
  return h(
    "header",
    { class: "head" },
    brandLine(),
    h(
      "span",
      { class: "row" },
      on && view.store && onStamp(view.store.rate, { t, language }),
      view.store && heart(screen, view.store),
      h(
        "button",
        { type: "button", class: "button plain", "aria-label": t("Settings"), click: settings },
        icon("settings"),
      ),
    ),
  );
}

function storeParts(screen: Screen, store: NonNullable<View["store"]>): readonly Node[] {
  const { t, language, view } = screen;
  const pays = store.rate.kind !== "none";
  return [
    h(
      "section",
      { class: "sheet pad stack", "aria-label": store.title },
      h(
        "div",
        { class: "store" },
        h("h1", {}, store.title),
        store.was ? h("span", { class: "tag" }, t("was {{rate}}", { rate: rateText(store.was, language) })) : null,
        h("span", { class: "rate" }, pays ? rateText(store.rate, language) : t("Coupons only")),
        store.plus
          ? h("span", { class: "small muted" }, t("With Plus {{rate}}", { rate: rateText(store.plus, language) }))
          : null,
      ),
      ...(pays ? (view.active_until === null ? offParts(screen, store) : onParts(screen, view.active_until)) : []),
    ),
    ...(screen.prices ? [priceParts(screen.prices, screen)] : []),
    codesPart(screen, store),
  ];
}

function offParts(screen: Screen, store: NonNullable<View["store"]>): readonly Node[] {
  const { t, language, view, turnOn } = screen;
  const { decision } = view;
  const button = h(
    "button",
    {
      type: "button",
      class: "button primary large wide",
      click: () => {
        // A doubled press is one.
        button.disabled = true;
        void turnOn().finally(() => {
          button.disabled = false;
        });
      },
    },
    turnOnText(store.rate, screen),
  );
  return [
    ...(decision.allowed
      ? []
      : [
          h(
            "p",
            { class: "note" },
            t(
              "Another site brought you here, so we stay silent until {{time}} at the earliest. You can still turn it on.",
              {
                time: dayText(decision.until, language),
              },
            ),
          ),
        ]),
    h(
      "div",
      {},
      button,
      h("p", { class: "small faint center gap" }, t("Opens {{host}} once through our link", { host: view.host })),
      h("p", { class: "small faint center" }, t("We earn a commission and share it with you.")),
      store.days
        ? h(
            "p",
            { class: "small faint center" },
            t("Confirmed about {{days}} days after the order", { days: store.days }),
          )
        : null,
    ),
  ];
}

const onParts = ({ t, language }: Screen, until: number): readonly Node[] => [
  h(
    "div",
    { role: "status" },
    h("p", {}, h("b", {}, t("On until {{time}}", { time: dayText(until, language) }))),
    h("p", { class: "small muted gap" }, t("Buy in this tab. The store tells us of your order.")),
  ),
];

function codesPart(screen: Screen, store: NonNullable<View["store"]>): HTMLElement {
  const { t, site, tryCodes } = screen;
  const count = store.codes.length;
  if (count === 0) return h("section", { class: "pad" }, h("p", { class: "muted" }, t("No codes for this store")));
  return h(
    "section",
    { class: "pad" },
    h(
      "div",
      { class: "row between" },
      h("b", {}, count === 1 ? t("1 code") : t("{{count}} codes", { count })),
      h("a", { class: "link", href: `${site}/${store.name}-coupons`, target: "_blank" }, t("See all")),
    ),
    h("ul", {}, ...store.codes.slice(0, SHOWN_CODES).map((code) => ticket(code, screen))),
    h(
      "button",
      { type: "button", class: "button wide gap", "data-key": "begin", click: tryCodes },
      count === 1 ? t("Try 1 code") : t("Try {{count}} codes", { count }),
    ),
    h("p", { class: "small faint center gap" }, t("One after the other; the best stays. We never place the order.")),
  );
}

function emptyPart({ t, view, site }: Screen): HTMLElement {
  const words = {
    nothing: [
      t("Nothing for this store"),
      t("We have no codes and no cash back for {{host}}. We will stay out of the way.", { host: view.host }),
    ],
    no_page: [t("No store on this page"), t("Open a store's page, or search for one.")],
    waiting: [t("The list of stores has not come yet"), t("Check your connection. We try again by ourselves.")],
    store: ["", ""],
  }[view.state];
  return h(
    "section",
    { class: "sheet pad stack center" },
    drawing(markSource, "coin"),
    h("h1", { class: "title" }, words[0]),
    h("p", { class: "muted" }, words[1]),
    view.state === "nothing"
      ? h("a", { class: "button", href: `${site}/stores`, target: "_blank" }, t("Find a similar store"))
      : null,
  );
}

function searchPart({ t, language, search, site }: Screen): HTMLElement {
  const found = h("ul", { class: "found", "aria-live": "polite" });
  let asked = 0;
  const field = h("input", {
    ...{ class: "field", type: "search", placeholder: t("Search stores"), "aria-label": t("Search stores") },
    input: () => {
      const now = ++asked;
      void search(field.value).then((stores) => {
        if (now !== asked) return;
        const lines = stores.map((store) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: `${site}/${store.name}-coupons`, target: "_blank" },
              store.title,
              h("span", { class: "muted" }, rateText(store.rate, language) || t("Coupons only")),
            ),
          ),
        );
        const none = field.value.trim() && lines.length === 0;
        found.replaceChildren(...(none ? [h("li", { class: "muted gap" }, t("No store by this name"))] : lines));
      });
    },
  });
  return h("section", { class: "pad", role: "search" }, field, found);
}

const signedOut = ({ t, anew, signIn, codes }: Screen): HTMLElement =>
  h(
    "section",
    { class: "sheet pad stack", "aria-label": t("You are signed out") },
    h("b", {}, t("You are signed out")),
    anew
      ? h("p", {}, t("The extension has a sign-in of its own now, apart from the site's. Log in here once more."))
      : null,
    h("p", { class: "muted" }, t("Codes still work. Cash back needs an account, so that we know whom to pay.")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button primary wide", click: signIn }, t("Log in")),
      h("button", { type: "button", class: "button wide", click: codes }, t("Codes only")),
    ),
  );

function foot({ t, available, site, view }: Screen): HTMLElement {
  if (view.state === "nothing")
    return h(
      "footer",
      { class: "foot" },
      h("a", { href: `${site}/contact`, target: "_blank" }, icon("plus"), t("Ask us to add this store")),
    );
  const passbook =
    typeof available === "number" ? t("{{amount}} available", { amount: dollars(available) }) : t("Passbook");
  return h(
    "footer",
    { class: "foot" },
    h("a", { href: `${site}/account/purchase-history`, target: "_blank" }, icon("book"), passbook),
    h("a", { href: `${site}/contact`, target: "_blank" }, icon("help"), t("Something wrong?")),
  );
}
