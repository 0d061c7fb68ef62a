/** A browser's subscription to pushes, for journeys. */
import type { BrowserContext } from "playwright-core";
import type { Product } from "./product.ts";

type Made = { token: string; endpoint: string; keys: { p256dh: string; auth: string } };

/** Chromium's own push service cannot be reached here: its subscription is the sandbox's, and what that decrypts is handed to the worker. */
export async function subscribeAtSandbox(context: BrowserContext, product: Product): Promise<Made> {
  const browser = await product.control<Made>("/push/browsers", {});
  await context.addInitScript((made) => {
    const subscription = {
      endpoint: made.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint: made.endpoint, expirationTime: null, keys: made.keys }),
      unsubscribe: async () => true,
    };
    // A browser's own class cannot be made by a page: ours has what the page reads of it, on the pages that follow too.
    let there: typeof subscription | null = null;
    PushManager.prototype.subscribe = async () => {
      there = subscription;
      return subscription as never;
    };
    PushManager.prototype.getSubscription = async () => {
      if (localStorage.getItem("push_bound") !== null) there ??= subscription;
      return there as never;
    };
  }, browser);
  return browser;
}
