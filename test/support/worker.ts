/** What a journey does in the site's own worker. */
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";
import { until } from "./stage.ts";

const ANSWER_MS = 10_000;

/**
 * Runs in the worker: a headless browser has no alerts to press, so that what a press tells the worker is told it here. Which windows
 * it asked for; also when it is asked again, because the answer came late. Of an event that no browser sent nothing can be waited for,
 * so that its wait is ours.
 */
export const PRESS_ALERT = `(async () => {
  const [notification] = await self.registration.getNotifications();
  if (notification) {
    const opened = [];
    self.clients.openWindow = async (url) => { opened.push(String(url)); return null; };
    const event = new NotificationEvent("notificationclick", { notification });
    let work;
    event.waitUntil = (promise) => { work = promise; };
    self.dispatchEvent(event);
    self.pressed = work.then(() => opened);
  }
  return self.pressed;
})()`;

/** Runs in the worker: how many alerts of ours are on the screen. */
export const ALERTS_SHOWN = "self.registration.getNotifications().then((all) => all.length)";

/** A worker that its browser has just stopped answers nobody, ever: another one is asked then. */
export async function inWorker(context: BrowserContext, site: string, script: string): Promise<unknown> {
  const { told } = await until("the worker to answer", async () => {
    const worker = context.serviceWorkers().findLast((one) => one.url().startsWith(site));
    const answer = worker?.evaluate(script).then(
      (value: unknown) => ({ told: value }),
      () => null,
    );
    return answer ? Promise.race([answer, pause(ANSWER_MS, null)]) : null;
  });
  return told;
}
