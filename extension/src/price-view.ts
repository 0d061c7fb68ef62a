/** What is said of the price of the product that is open, in the popup and in the panel. */
import type { Prices, PricesAnswer } from "./ask-prices.ts";
import { h, icon } from "./dom.ts";
import type { Look } from "./parts.ts";
import type { Product } from "./read-product.ts";
import { dollars } from "./words.ts";

export type PriceWatch = {
  product: Product;
  /** Internal name of the store that is open. */
  store: string;
  site: string;
  /** Null before the press. */
  answer: PricesAnswer | "asking" | null;
  /** `link`: our site's page of the product is where it can be asked for. */
  alert: "link" | "none" | "asking" | "asked" | "failed";
  ask(event?: globalThis.Event): void;
  askAlert?(): void;
};

const SHOWN_STORES = 3;
const DAY = { month: "short", day: "numeric", timeZone: "UTC" } as const;

export function priceParts(watch: PriceWatch, look: Look): HTMLElement {
  const { t } = look;
  const { answer } = watch;
  return h(
    "section",
    { class: "pad stack ruled", "aria-label": t("Price of this product") },
    ...(answer === null || answer === "asking" || answer === "failed"
      ? askParts(watch, look)
      : answer === "unknown"
        ? [
            h(
              "p",
              { class: "muted", role: "status" },
              t("No store of ours has this product, so we know no price of it."),
            ),
          ]
        : toldParts(watch, answer, look)),
  );
}

const askParts = ({ answer, ask }: PriceWatch, { t }: Look): readonly Node[] => [
  h(
    "button",
    { type: "button", class: "button wide", "data-key": "prices", disabled: answer === "asking", click: ask },
    icon("trend"),
    answer === "asking" ? t("Looking it up") : t("Is this a good price?"),
  ),
  answer === "failed"
    ? h("p", { class: "small muted center", role: "status" }, t("Our site does not answer. Try again later."))
    : h(
        "p",
        { class: "small faint center" },
        t("Asks us by the product's barcode number. The page's address stays here."),
      ),
];

/** `here`: what this page asks, else what the store's own feed told. */
const hereOf = ({ product, store }: PriceWatch, { stores }: Prices): number | null =>
  product.minor ?? stores.find(({ name }) => name === store)?.minor ?? null;

function toldParts(watch: PriceWatch, prices: Prices, look: Look): readonly Node[] {
  const others = prices.stores.filter(({ name }) => name !== watch.store).slice(0, SHOWN_STORES);
  return [
    // Which product we mean: a page may describe another than it shows.
    h("p", { class: "small muted clip", title: prices.name }, prices.name),
    h("div", { role: "status" }, ...lowestParts(watch, prices, look)),
    others.length > 0
      ? storesPart(watch, prices, others, look)
      : h("p", { class: "small muted" }, look.t("No other store of ours has it now.")),
    ...alertParts(watch, `${watch.site}/${prices.slug}-product`, look),
  ];
}

function storesPart(watch: PriceWatch, { stores }: Prices, others: Prices["stores"], { t }: Look): HTMLElement {
  const own = stores.find(({ name }) => name === watch.store);
  // Where the page asks another price than we were told, what comes back is not known.
  const here = own && (watch.product.minor ?? own.minor) === own.minor ? own.after_minor : null;
  const line = (title: string, minor: number, less: boolean) =>
    h("div", { class: `entry${less ? " less" : ""}` }, h("dt", {}, title), h("dd", {}, h("b", {}, dollars(minor))));
  return h(
    "div",
    {},
    h("p", { class: "small muted" }, here === null ? t("Elsewhere, after cash back") : t("After cash back")),
    h(
      "dl",
      { class: "ledger gap" },
      here === null ? null : line(t("Here"), here, false),
      ...others.map(({ title, after_minor }) => line(title, after_minor, here !== null && after_minor < here)),
    ),
  );
}

function lowestParts(watch: PriceWatch, prices: Prices, { t, language }: Look): readonly Node[] {
  const day = (date: string) =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString(language === "es" ? "es-US" : "en-US", DAY);
  const { lowest, watched_since } = prices;
  const here = hereOf(watch, prices);
  if (!lowest)
    return [
      h("b", { tabindex: "-1", "data-key": "told" }, t("No lowest price yet")),
      watched_since
        ? h(
            "p",
            { class: "small muted" },
            t("Watched since {{day}}: too short to say what is low.", { day: day(watched_since) }),
          )
        : null,
    ].filter((part) => part !== null);
  if (here !== null && here <= lowest.minor)
    return [h("p", { class: "stamp", tabindex: "-1", "data-key": "told" }, icon("check"), t("Lowest in 90 days"))];
  const low = { price: dollars(lowest.minor), day: day(lowest.day) };
  return [
    h("b", { tabindex: "-1", "data-key": "told" }, t("Lowest in 90 days: {{price}}", low)),
    h(
      "p",
      { class: "small muted" },
      here === null
        ? t("That was on {{day}}.", low)
        : t("That was on {{day}}. This page asks {{more}} more.", { ...low, more: dollars(here - lowest.minor) }),
    ),
  ];
}

function alertParts({ alert, askAlert }: PriceWatch, page: string, { t }: Look): readonly Node[] {
  const words = [icon("bell"), t("Tell me when it falls")];
  const ask =
    alert === "asked"
      ? h("p", { class: "row", role: "status" }, icon("check"), t("We will write to you."))
      : alert === "link" || !askAlert
        ? h("a", { class: "button", href: page, target: "_blank" }, ...words)
        : h(
            "button",
            {
              ...{ type: "button", class: "button", "data-key": "alert", disabled: alert === "asking" },
              click: () => askAlert(),
            },
            ...words,
          );
  const all = h("a", { class: "link", href: `${page}#prices`, target: "_blank" }, t("All prices"));
  const row = h("div", { class: "row between" }, ask, all);
  return alert === "failed"
    ? [row, h("p", { class: "small muted", role: "status" }, t("That did not work. Try again."))]
    : [row];
}
