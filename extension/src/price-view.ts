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
/** Where the focus goes when the answer came. */
const TOLD = { tabindex: "-1", "data-key": "told" };
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
              { class: "muted", role: "status", ...TOLD },
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
    ? h("p", { class: "small muted center", role: "status", ...TOLD }, t("Our site does not answer. Try again later."))
    : h(
        "p",
        { class: "small faint center" },
        t("Asks us by the product's barcode number. The page's address stays here."),
      ),
];

type Verdict =
  | { kind: "too_early" }
  | { kind: "lowest" }
  /** `more`: how much the page asks above it; null where it says no price. */
  | { kind: "was_lower"; minor: number; day: string; more: number | null };

/** What the page itself asks stands before what its store's feed told. */
export function verdictOf({ product, store }: Pick<PriceWatch, "product" | "store">, prices: Prices): Verdict {
  const { lowest, stores } = prices;
  if (!lowest) return { kind: "too_early" };
  const here = product.minor ?? stores.find(({ name }) => name === store)?.minor ?? null;
  if (here !== null && here <= lowest.minor) return { kind: "lowest" };
  return { kind: "was_lower", ...lowest, more: here === null ? null : here - lowest.minor };
}

/** After cash back at the store that is open; null where its page asks another price than we were told. */
export function hereAfter(
  { product, store }: Pick<PriceWatch, "product" | "store">,
  { stores }: Prices,
): number | null {
  const own = stores.find(({ name }) => name === store);
  return own && (product.minor ?? own.minor) === own.minor ? own.after_minor : null;
}

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

function storesPart(watch: PriceWatch, prices: Prices, others: Prices["stores"], { t }: Look): HTMLElement {
  const here = hereAfter(watch, prices);
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
  const verdict = verdictOf(watch, prices);
  const small = (text: string) => h("p", { class: "small muted" }, text);
  if (verdict.kind === "lowest") return [h("p", { class: "stamp", ...TOLD }, icon("check"), t("Lowest in 90 days"))];
  if (verdict.kind === "too_early") {
    const since = prices.watched_since;
    const early = since && t("Watched since {{day}}: too short to say what is low.", { day: day(since) });
    return [h("b", TOLD, t("No lowest price yet")), ...(early ? [small(early)] : [])];
  }
  const low = { price: dollars(verdict.minor), day: day(verdict.day) };
  const said =
    verdict.more === null
      ? t("That was on {{day}}.", low)
      : t("That was on {{day}}. This page asks {{more}} more.", { ...low, more: dollars(verdict.more) });
  return [h("b", TOLD, t("Lowest in 90 days: {{price}}", low)), small(said)];
}

function alertParts({ alert, askAlert }: PriceWatch, page: string, { t }: Look): readonly Node[] {
  const words = [icon("bell"), t("Alert me when the price drops")];
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
