/**
 * The panel at a store, put there by the background where nobody else brought the shopper. It lives in a closed shadow root: the
 * page can neither read nor drive it, and a press counts only when a person made it.
 */
import { browser } from "wxt/browser";
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { h, icon } from "../dom.ts";
import look from "../look.css?inline";
import type { Here, OverlayQuestion } from "../messages.ts";
import overlayLook from "../overlay.css?inline";
import { brandLine, type Look, ticket, turnOnText } from "../parts.ts";
import { languageOf, rateText, wordsIn } from "../words.ts";

const NAME = "tuppence-panel";
const SHOWN_CODES = 2;
const ask = <Answer>(question: OverlayQuestion) => browser.runtime.sendMessage(question) as Promise<Answer>;

export default defineUnlistedScript(async () => {
  if (window.top !== window || document.querySelector(NAME)) return;
  const here = await ask<Here>({ ask: "here" });
  if (!here || here.active_until !== null) return;
  const language = languageOf(browser.i18n.getUILanguage());
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${look}\n${overlayLook}`);
  root.adoptedStyleSheets = [sheet];
  const close = () => {
    host.remove();
    void ask({ ask: "close_here" });
  };
  root.append(panel(here, { t: wordsIn(language), language }, close));
  host.lang = language;
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.isTrusted) close();
  });
  document.documentElement.append(host);
});

/** What a page's script makes up is no press. */
const onPress = (act: () => void) => (event: globalThis.Event) => {
  if (event.isTrusted) act();
};

function panel({ store }: NonNullable<Here>, look: Look, close: () => void): HTMLElement {
  const { t, language } = look;
  const pays = store.rate.kind !== "none";
  return h(
    "aside",
    { class: "box overlay", "aria-label": t("Tuppence extension") },
    h(
      "header",
      { class: "head" },
      brandLine(),
      h(
        "button",
        { type: "button", class: "button plain", "aria-label": t("Close this panel"), click: onPress(close) },
        icon("x"),
      ),
    ),
    h(
      "section",
      { class: "sheet pad stack" },
      h(
        "div",
        {},
        h("p", { class: "muted" }, pays ? t("This store pays you back") : t("There are codes for this store")),
        h("p", { class: "title" }, pays ? `${store.title}: ${rateText(store.rate, language)}` : store.title),
      ),
      pays
        ? h(
            "div",
            {},
            h(
              "button",
              {
                ...{ type: "button", class: "button primary large wide" },
                click: onPress(() => void ask({ ask: "turn_on_here" })),
              },
              turnOnText(store.rate, look),
            ),
            h(
              "p",
              { class: "small faint center gap" },
              t("Opens {{host}} once through our link", { host: location.hostname.replace(/^www\./, "") }),
            ),
            h("p", { class: "small faint center" }, t("We earn a commission and share it with you.")),
          )
        : null,
    ),
    store.codes.length > 0
      ? h("ul", { class: "pad codes" }, ...store.codes.slice(0, SHOWN_CODES).map((code) => ticket(code, look)))
      : null,
  );
}
