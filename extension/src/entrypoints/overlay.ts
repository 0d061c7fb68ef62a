/** The panel's script, put into a store's page by the background: shows it, goes on with codes, or waits for a checkout. */
import { browser } from "wxt/browser";
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { canTry } from "../codes/begin-run.ts";
import type { Here, Told } from "../messages.ts";
import { ask, openPanel, PANEL } from "../panel.ts";

/** How long a page may take until its checkout stands, and how often it is looked at meanwhile. */
const WATCH_MS = 60_000;
const LOOK_MS = 1_000;

export default defineUnlistedScript(async () => {
  if (window.top !== window || document.querySelector(PANEL)) return;
  const here = await ask<Here>({ ask: "here" });
  if (!here) return;
  const panel = openPanel(here);
  browser.runtime.onMessage.addListener((told: unknown, sender, reply) => {
    if (sender.id !== browser.runtime.id) return;
    if ((told as Told).tell === "begin") void panel.begin();
    if ((told as Told).tell === "stop") panel.stop();
    reply(true);
  });
  if (here.run) panel.goOn(here.run);
  else if (here.begin) void panel.begin();
  else offer(here, panel);
});

/** A checkout may come late, or in place of the page before it. */
function offer(here: NonNullable<Here>, panel: ReturnType<typeof openPanel>): void {
  const found = () => here.store.codes.length > 0 && canTry(document, here.recipes, location.hostname);
  const now = found();
  if (now || here.offer === "all") panel.offer(now);
  if (now || here.store.codes.length === 0) return;
  let looked = performance.now();
  let later: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    later = undefined;
    looked = performance.now();
    if (!found()) return;
    stop();
    panel.offer(true);
  };
  const observer = new MutationObserver(() => {
    later ??= setTimeout(look, Math.max(0, looked + LOOK_MS - performance.now()));
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(later);
  };
  observer.observe(document, { childList: true, subtree: true });
  setTimeout(stop, WATCH_MS);
}
