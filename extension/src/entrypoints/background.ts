/** Takes bundles, watches where tabs go, answers the popup and the overlay. By itself it asks our site for bundles, and for nothing else. */
import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { answer, answerOverlay, answerSite, countShown, putPanel } from "../answer.ts";
import { storeOf } from "../bundle.ts";
import {
  readBefore,
  readChoices,
  readEnding,
  readHosts,
  readManifest,
  readRules,
  readStore,
  saveKept,
  saveOldest,
  shelveOld,
} from "../keep.ts";
import { pageCame } from "../keep-runs.ts";
import type { OverlayQuestion, Question, SiteQuestion } from "../messages.ts";
import { ANEW } from "../own-session.ts";
import { ASK_MINUTES, BRAND, PUBLIC_KEY, SITE, TELLS_REDIRECTS } from "../settings.ts";
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
    await shelveOld();
    const taken = await takeBundle({
      site: SITE,
      brand: BRAND,
      public_key: PUBLIC_KEY,
      kept: await readManifest(),
      before: readBefore,
      fetching,
    });
    if (taken.ok && taken.fresh) await saveKept(taken.fresh);
    if (taken.ok) await saveOldest(taken.oldest);
    await browser.storage.local.set({ looked: { at: Date.now(), why: taken.ok ? null : taken.why } });
  });

async function onPage(tab: number, address: string, state: State): Promise<void> {
  const name = storeOf(await readHosts(), address);
  const now = Date.now();
  const on = name !== null && activeUntil(state, name, now) !== null;
  const rate = on ? (await readStore(name))?.rate : undefined;
  // A tab's badge goes by itself when the tab goes on.
  if (rate) await browser.action.setBadgeText({ tabId: tab, text: rateShort(rate) }).catch(() => undefined);
  // What the shopper began goes on, or says why it does not.
  const underWay = await pageCame(tab, address);
  if (name === null || (await readEnding())?.over) return;
  if (underWay) {
    await putPanel(tab);
    return;
  }
  const [choices, rules] = await Promise.all([readChoices(), readRules()]);
  if (!TELLS_REDIRECTS || !rules || !choices.overlay || choices.paused[name] || (choices.closed[name] ?? 0) > now)
    return;
  if (!mayPrompt(state, name, now, rules.stand_down).allowed) return;
  await countShown(name);
  // Without the permission for this page nothing is put into it.
  await putPanel(tab);
}

type Sender = { url?: string | undefined; frameId?: number | undefined; tab?: { id?: number | undefined } | undefined };
/** What comes from a tab is the overlay's, or of our site's own pages; only our own pages ask the rest. */
function answerBySender(question: unknown, { url = "", frameId, tab }: Sender): Promise<unknown> | false {
  if (url.startsWith(`${location.origin}/`)) return answer(question as Question);
  if (frameId === 0 && url.startsWith(`${SITE}/`)) return answerSite(question as SiteQuestion);
  return tab?.id !== undefined && answerOverlay(question as OverlayQuestion, tab.id, url);
}

/** The first versions read the balance by the site's cookies, and from here on the extension is signed in by itself. */
const hadNoSession = (version: string | undefined): boolean => version?.startsWith("0.1.") ?? false;

export default defineBackground(() => {
  // Sessions are none of what is put into pages, also where such a page has broken out of its bounds. Firefox does not know this yet.
  void browser.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  watchTabs((tab, address, state) => void onPage(tab, address, state));
  browser.runtime.onMessage.addListener((question: unknown, sender, reply) => {
    const answering = sender.id === browser.runtime.id && answerBySender(question, sender);
    if (!answering) return false;
    answering.then(reply, () => reply(null));
    return true;
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ASK) void refresh();
    if (name === TELL) void inTurn(async () => (await readEnding())?.over || tellTries());
  });
  browser.runtime.onInstalled.addListener(({ reason, previousVersion }) => {
    void browser.alarms.create(ASK, { periodInMinutes: ASK_MINUTES });
    void browser.action.setBadgeBackgroundColor({ color: "#0E4D3A" });
    void refresh();
    if (reason === "update" && hadNoSession(previousVersion)) void browser.storage.local.set({ [ANEW]: true });
    if (reason === "install") void browser.tabs.create({ url: `${SITE}/extension?ei=true` });
  });
  browser.runtime.onStartup.addListener(() => void refresh());
  // Safari has no page for that.
  void browser.runtime.setUninstallURL?.(`${SITE}/uninstall`);
});
