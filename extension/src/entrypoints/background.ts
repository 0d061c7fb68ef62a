/** Takes bundles, watches where tabs go, answers the popup and the overlay. It asks our site for bundles, and for nothing else. */
import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { answer, answerOverlay, countShown, putPanel } from "../answer.ts";
import { storeOf } from "../bundle.ts";
import { readChoices, readHosts, readKept, readRules, saveKept } from "../keep.ts";
import { pageCame } from "../keep-runs.ts";
import type { OverlayQuestion, Question } from "../messages.ts";
import { ASK_MINUTES, BRAND, PUBLIC_KEY, SITE } from "../settings.ts";
import { activeUntil, mayPrompt, type State } from "../stand-down.ts";
import { takeBundle } from "../take-bundle.ts";
import { TELL, tellTries } from "../tell-tries.ts";
import { inTurn, watchTabs } from "../watch.ts";
import { rateShort } from "../words.ts";

const ASK = "ask for bundles";

/** Never with cookies, and never with a word of what is open. What is newest is asked of the site and not of the browser's cache. */
const fetching = (address: string) =>
  fetch(address, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: address.endsWith("/manifest.json") ? "no-cache" : "default",
  });

const refresh = () =>
  inTurn(async () => {
    const taken = await takeBundle({
      site: SITE,
      brand: BRAND,
      public_key: PUBLIC_KEY,
      kept: await readKept(),
      fetching,
    });
    if (taken.ok && taken.fetched) await saveKept(taken.kept);
    await browser.storage.local.set({ looked: { at: Date.now(), why: taken.ok ? null : taken.why } });
  });

async function onPage(tab: number, address: string, state: State): Promise<void> {
  const name = storeOf(await readHosts(), address);
  const now = Date.now();
  const on = name !== null && activeUntil(state, name, now) !== null;
  const kept = on ? await readKept() : null;
  const rate = kept?.bundle.stores.find((store) => store.name === name)?.rate;
  await browser.action.setBadgeText({ tabId: tab, text: rate ? rateShort(rate) : "" }).catch(() => undefined);
  // What the shopper began goes on, or says why it does not.
  const underWay = await pageCame(tab, address);
  if (name === null) return;
  if (underWay) {
    await putPanel(tab);
    return;
  }
  const [choices, rules] = await Promise.all([readChoices(), readRules()]);
  if (!rules || !choices.overlay || choices.paused[name] || (choices.closed[name] ?? 0) > now) return;
  if (!mayPrompt(state, name, now, rules.stand_down).allowed) return;
  await countShown(name);
  // Without the permission for this page nothing is put into it.
  await putPanel(tab);
}

export default defineBackground(() => {
  watchTabs((tab, address, state) => void onPage(tab, address, state));
  browser.runtime.onMessage.addListener((question: unknown, sender, reply) => {
    // What comes from a tab is the overlay's; only our own pages ask the rest.
    const own = sender.id === browser.runtime.id && (sender.url ?? "").startsWith(`${location.origin}/`);
    const answering = own
      ? answer(question as Question)
      : sender.tab?.id !== undefined && answerOverlay(question as OverlayQuestion, sender.tab.id, sender.url ?? "");
    if (!answering) return false;
    answering.then(reply, () => reply(null));
    return true;
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ASK) void refresh();
    if (name === TELL) void inTurn(tellTries);
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void browser.alarms.create(ASK, { periodInMinutes: ASK_MINUTES });
    void browser.action.setBadgeBackgroundColor({ color: "#0E4D3A" });
    void refresh();
    if (reason === "install") void browser.tabs.create({ url: `${SITE}/extension?ei=true` });
  });
  browser.runtime.onStartup.addListener(() => void refresh());
  void browser.runtime.setUninstallURL(`${SITE}/uninstall`);
});
