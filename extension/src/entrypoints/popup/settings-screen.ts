/** Settings: the panel, a pause at this store, the permission for pages, what may be told of codes, the log. */
import { browser } from "wxt/browser";
import { h, icon } from "../../dom.ts";
import type { Entry } from "../../log.ts";
import type { Question, View } from "../../messages.ts";
import type { Look } from "../../parts.ts";
import { TELLS_REDIRECTS } from "../../settings.ts";

type Settings = Look & { view: View; ask<Answer>(question: Question): Promise<Answer>; back(): void };
const PAGES = { origins: ["*://*/*"] };

export async function settingsScreen(settings: Settings): Promise<readonly Node[]> {
  const { t, view, ask, back } = settings;
  const log = await ask<{ entries: Entry[]; broken: number | null }>({ ask: "log" });
  const choice = (text: string, on: boolean, change: (on: boolean) => Promise<unknown>) => {
    const box = h("input", { type: "checkbox", change: () => void change(box.checked) });
    box.checked = on;
    return h("label", { class: "line" }, text, box);
  };
  const { store } = view;
  return [
    h(
      "header",
      { class: "head" },
      h("h1", { class: "title" }, t("Settings")),
      h("button", { type: "button", class: "button plain", "aria-label": t("Back"), click: back }, icon("back")),
    ),
    h(
      "section",
      { class: "pad stack" },
      h(
        "div",
        {},
        TELLS_REDIRECTS && choice(t("Show a panel at stores"), view.overlay, (on) => ask({ ask: "overlay", on })),
        store &&
          choice(t("Pause at {{store}}", { store: store.title }), view.paused, (on) =>
            ask({ ask: "pause", store: store.name, on }),
          ),
      ),
      TELLS_REDIRECTS ? permission(settings) : null,
      h(
        "div",
        { class: "stack" },
        choice(t("Tell whether codes worked"), view.tell, (on) => allowTelling(on, ask)),
        h(
          "p",
          { class: "small muted" },
          t(
            "After a try we are told the store, the code, whether it worked, what it saved, and the day. No account, no address, nothing of your cart; hours later, and mixed. It makes everybody's figures honest.",
          ),
        ),
      ),
      h(
        "div",
        { class: "stack" },
        h("b", {}, t("Log of decisions")),
        h(
          "p",
          { class: "small muted" },
          log.broken === null
            ? t("{{count}} entries, whole", { count: log.entries.length })
            : t("Entry {{n}} was changed", { n: log.broken }),
        ),
        h("button", { type: "button", class: "button", click: () => saveLog(log.entries) }, t("Save the log")),
      ),
    ),
  ];
}

/** Firefox asks for itself whether anything may be told. */
async function allowTelling(on: boolean, ask: Settings["ask"]): Promise<void> {
  if (on && import.meta.env.BROWSER === "firefox") {
    const wanted = { data_collection: ["websiteActivity"] } as Parameters<typeof browser.permissions.request>[0];
    if (!(await browser.permissions.request(wanted))) return;
  }
  await ask({ ask: "tell", on });
}

/** The browser asks by itself, and only after a press. */
function permission({ t, view, back }: Settings): HTMLElement {
  const change = () =>
    void (view.pages_allowed ? browser.permissions.remove(PAGES) : browser.permissions.request(PAGES)).then(back);
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "small muted" },
      t("The panel needs your permission to see which store is open. Pages are matched on this device and never sent."),
    ),
    view.pages_allowed ? h("p", { class: "stamp" }, icon("check"), t("Allowed on store pages")) : null,
    h(
      "button",
      { type: "button", class: "button", click: change },
      view.pages_allowed ? t("Take permission back") : t("Allow on store pages"),
    ),
  );
}

function saveLog(entries: readonly Entry[]): void {
  const file = new Blob([JSON.stringify(entries, null, 2)], { type: "application/json" });
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: "tuppence-log.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
