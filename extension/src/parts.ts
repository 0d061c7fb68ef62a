/** What the popup and the overlay show alike. */
import type { Code, Rate } from "./bundle.ts";
import { drawing, h, icon } from "./dom.ts";
import markSource from "./mark.svg?raw";
import { discountOf, type Language, rateText, type Text, titleOf } from "./words.ts";

export type Look = { t: Text; language: Language };

export const brandLine = (): HTMLElement => h("span", { class: "brand" }, drawing(markSource, "mark"), "Tuppence");

export const turnOnText = (rate: Rate, { t, language }: Look): string =>
  rate.kind === "none"
    ? t("Turn on cash back")
    : t("Turn on {{rate}} back", { rate: rateText({ ...rate, up_to: false }, language) });

/** A badge of a store that is on. */
export const onStamp = (rate: Rate, { t, language }: Look): HTMLElement =>
  h(
    "span",
    { class: "stamp" },
    icon("check"),
    rate.kind === "none"
      ? t("Cash back is on")
      : t("{{rate}} on", { rate: rateText({ ...rate, up_to: false }, language) }),
  );

function knownOf(code: Code, { t, language }: Look): string {
  const day = code.ends
    ? new Date(`${code.ends}T12:00:00Z`).toLocaleDateString(language === "es" ? "es-US" : "en-US", {
        ...{ month: "short", day: "numeric", timeZone: "UTC" },
      })
    : null;
  const tried = code.tried
    ? t("Worked {{worked}} of {{tried}} times", { worked: code.worked ?? 0, tried: code.tried })
    : t("Not tried by members yet");
  // Month and day stay on one line.
  return day ? `${tried} · ${t("Ends {{day}}", { day: day.replaceAll(" ", "\u00a0") })}` : tried;
}

export function ticket(code: Code, look: Look): HTMLElement {
  const { t, language } = look;
  const title = titleOf(code, language);
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": t("Copy code {{code}}", { code: code.code }),
      click: () => {
        void navigator.clipboard.writeText(code.code).then(() => {
          button.textContent = t("Copied");
        });
      },
    },
    t("Copy"),
  );
  return h(
    "li",
    { class: "ticket" },
    h("span", { class: "value" }, discountOf(code, language)),
    h(
      "span",
      {},
      h("span", { lang: title.language }, title.text),
      h("br"),
      h("span", { class: "mono small" }, code.code),
      h("br"),
      h("span", { class: "small faint" }, knownOf(code, look)),
    ),
    button,
  );
}
