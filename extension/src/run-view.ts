/** Codes being tried, and what came of it: in the panel and in the popup. */
import type { Store } from "./bundle.ts";
import { amountText } from "./codes/amount.ts";
import { bestOf, type Run, type Try } from "./codes/run.ts";
import { h, icon } from "./dom.ts";
import type { Look } from "./parts.ts";
import { endingText, leadText, lostText, tryText } from "./run-words.ts";
import { rateText } from "./words.ts";

type Press = (event?: globalThis.Event) => void;
export type RunActions = {
  stop?: Press;
  /** Close, with what was kept. */
  keep?: Press;
  decline?: Press;
  /** Whether all codes are shown. */
  all: boolean;
  showAll: Press;
};
/** `heading`: the first of its own page, or one among those of a store. */
export type RunLook = Look & { store: Store; active: boolean; heading: "h1" | "h2" };

const SHOWN = 3;

const moneyOf = (run: Run, minor: number, { language }: Look) =>
  amountText(minor, run.base.currency ?? run.start.currency, language);

export function runParts(run: Run, look: RunLook, actions: RunActions): readonly Node[] {
  return run.phase === "over" ? overParts(run, look, actions) : underWay(run, look, actions);
}

/** For who hears the page: one sentence, when something changed. */
export function statusText(run: Run, look: Look): string {
  if (run.phase === "over") return `${leadText(run, look)} ${endingText(run, look, moneyOf)}`;
  const done = run.tries.filter(({ state }) => state === "worked" || state === "refused");
  const last = done.at(-1);
  return last ? `${titleOf(run, look)}. ${last.code}: ${tryText(last, run, look, moneyOf)}` : titleOf(run, look);
}

function titleOf(run: Run, { t }: Look): string {
  const planned = run.tries.filter(({ state, why }) => state !== "skipped" || why === "over");
  const place = planned.filter(({ state }) => state !== "waiting").length;
  if (run.phase === "clearing") return t("Setting {{code}} aside for a moment", { code: run.own[0] ?? "" });
  if (run.phase === "ending") return bestOf(run) ? t("Keeping the best") : t("Putting all back as it was");
  return t("Trying code {{n}} of {{count}}", { n: Math.max(1, place), count: planned.length });
}

function underWay(run: Run, look: RunLook, { stop }: RunActions): readonly Node[] {
  const { t } = look;
  const done = run.tries.filter(({ state }) => state !== "waiting" && state !== "trying").length;
  const share = run.tries.length > 0 ? Math.round((100 * done) / run.tries.length) : 0;
  const best = bestOf(run);
  const bar = h("div", {
    ...{ class: "bar", role: "progressbar", "aria-label": titleOf(run, look) },
    ...{ "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": `${share}` },
  });
  // By the style's own interface: a store's policy may forbid the attribute.
  bar.style.setProperty("--share", `${share}%`);
  return [
    h("section", { class: "sheet pad stack" }, h(look.heading, { class: "title" }, titleOf(run, look)), bar),
    triesList(run, run.tries, look),
    h(
      "section",
      { class: "pad row between" },
      best
        ? h("p", {}, `${t("Best so far")} `, h("b", { class: "saves" }, moneyOf(run, best.saving ?? 0, look)))
        : h("p", { class: "small muted" }, t("We never place the order.")),
      stop
        ? h(
            "button",
            { type: "button", class: "button", "data-key": "stop", disabled: run.phase === "ending", click: stop },
            best ? t("Stop and keep it") : t("Stop"),
          )
        : null,
    ),
  ];
}

function triesList(run: Run, tries: readonly Try[], look: RunLook): HTMLElement {
  const best = bestOf(run);
  const ended = run.phase === "over" ? run.end?.kept : best?.code;
  return h("ul", { class: "tries" }, ...tries.map((one) => tryRow(run, one, one.code === ended, look)));
}

const ICONS = { worked: "check", refused: "x", skipped: "x", waiting: "circle", trying: "busy" } as const;

function tryRow(run: Run, one: Try, isBest: boolean, look: RunLook): HTMLElement {
  const failed = one.state === "refused" || (one.state === "skipped" && one.why !== "over");
  return h(
    "li",
    { class: `try ${one.state}${isBest ? " best" : ""}` },
    icon(ICONS[one.state]),
    failed ? h("s", { class: "mono" }, one.code) : h("span", { class: "mono" }, one.code),
    h("span", { class: one.state === "worked" ? "saves" : "muted" }, tryText(one, run, look, moneyOf)),
  );
}

function overParts(run: Run, look: RunLook, actions: RunActions): readonly Node[] {
  const { t } = look;
  // What worked first, the best before all.
  const order = (one: Try) => (one.state === "worked" ? (one.total ?? 0) : Number.MAX_SAFE_INTEGER);
  const sorted = [...run.tries].sort((one, other) => order(one) - order(other));
  const hidden = actions.all ? 0 : Math.max(0, sorted.length - SHOWN);
  const kept = run.end?.kept ?? null;
  const lost = lostText(run, look);
  return [
    h(
      "section",
      { class: "sheet pad" },
      h("p", { class: "muted" }, leadText(run, look)),
      h(look.heading, { class: "title", tabindex: "-1", "data-key": "end" }, endingText(run, look, moneyOf)),
      lost ? h("p", { class: "note gap" }, lost) : null,
    ),
    triesList(run, hidden > 1 ? sorted.slice(0, SHOWN) : sorted, look),
    h(
      "section",
      { class: "pad stack" },
      hidden > 1
        ? h(
            "button",
            { type: "button", class: "link bare", "data-key": "all", click: actions.showAll },
            t("Show the {{count}} others", { count: hidden }),
          )
        : null,
      kept ? ledger(run, kept, look) : null,
      actions.keep
        ? h(
            "div",
            { class: "row" },
            h(
              "button",
              { type: "button", class: "button primary wide", "data-key": "keep", click: actions.keep },
              kept ? t("Keep {{code}}", { code: kept }) : t("Close"),
            ),
            kept && actions.decline
              ? h(
                  "button",
                  { type: "button", class: "button wide", "data-key": "decline", click: actions.decline },
                  t("Remove it"),
                )
              : null,
          )
        : null,
      kept && cashBackOf(run, look) !== null ? footnote(look) : null,
    ),
  ];
}

/** Only where it is on, is a share, and the page tells of what. */
function cashBackOf(run: Run, { store, active }: RunLook): number | null {
  const kept = run.tries.find(({ code }) => code === run.end?.kept);
  const { subtotal, currency } = run.base;
  if (!active || store.rate.kind !== "percent" || store.rate.up_to || subtotal === null || currency !== "USD")
    return null;
  const off = (kept?.saving ?? 0) - (kept?.shipping ?? 0);
  return Math.max(0, Math.floor(((subtotal - off) * store.rate.bps) / 10_000));
}

function ledger(run: Run, kept: string, look: RunLook): HTMLElement {
  const { t, language, store } = look;
  const line = (text: string, amount: string, name = "") =>
    h("div", { class: `entry ${name}` }, h("dt", {}, text), h("dd", {}, amount));
  const back = cashBackOf(run, look);
  const total = run.end?.total ?? run.base.total;
  return h(
    "dl",
    { class: "ledger" },
    line(t("Total before"), moneyOf(run, run.start.total, look)),
    line(kept, `(${moneyOf(run, run.start.total - total, look)})`, "less"),
    back !== null && back > 0
      ? line(
          t("Comes back later, {{rate}}", { rate: rateText(store.rate, language) }),
          `(${moneyOf(run, back, look)})`,
          "less",
        )
      : null,
    line(t("Costs you in the end"), moneyOf(run, total - (back ?? 0), look), "sum"),
  );
}

const footnote = ({ t, store }: RunLook): HTMLElement =>
  h(
    "p",
    { class: "small faint" },
    store.days
      ? t("Cash back is counted before tax and shipping, and is pending for about {{days}} days.", { days: store.days })
      : t("Cash back is counted before tax and shipping, and is pending until the store confirms."),
  );
