/**
 * A real Firefox with the extension installed for a while, as `about:debugging` does it. What only the extension may ask is asked
 * from a page of its own, which its tests open beside the tabs that they mean.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import type { Chrome, Question } from "../../extension/src/messages.ts";
import { buildExtension } from "./extension.ts";
import { until } from "./stage.ts";

/** What the extension's own pages have where these functions run. */
declare const chrome: Chrome;

/** Named beforehand, so that the extension's pages have an address that is known. */
const PLACE = "d56a5b99-51b6-4e83-ab23-796216679614";
const ID = "extension@tuppence.example";

export type Firefox = {
  browser: Browser;
  version: string;
  /** The extension's own page, over no tab. */
  own: Page;
  /** The number by which the extension knows the tab that shows this address. */
  tabAt(address: string): Promise<number>;
  ask<Answer>(question: Question): Promise<Answer>;
  /** Sets the clock of the extension's background. */
  setClock(at: number): Promise<void>;
  /** The popup in a tab of its own, as if it had been opened over that one. */
  popup(over: string): Promise<Page>;
  close(): Promise<void>;
};

/** FIREFOX_PATH, or one on the PATH; null where there is none. */
export function firefoxPath(): string | null {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  for (const name of ["firefox", "firefox-esr"]) {
    const found = spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim();
    if (found) return found;
  }
  return null;
}

export async function openFirefox(options: {
  site: string;
  public_key: string;
  prefs?: Record<string, unknown>;
}): Promise<Firefox> {
  const path = firefoxPath();
  if (!path) throw new Error("There is no Firefox here: FIREFOX_PATH says where one is.");
  const folder = mkdtempSync(join(tmpdir(), "tuppence-firefox-"));
  const { site, public_key } = options;
  const built = buildExtension({ site, public_key, folder, allowed: true, browser: "firefox", more: ["sessions"] });
  const browser = await puppeteer.launch({
    ...{ browser: "firefox", executablePath: path, headless: true, acceptInsecureCerts: true },
    // Else pages of extensions are closed to whoever drives the browser.
    args: ["--remote-allow-system-access"],
    defaultViewport: { width: 1_280, height: 860 },
    extraPrefsFirefox: {
      "extensions.webextensions.uuids": JSON.stringify({ [ID]: PLACE }),
      // The worker stays, so that a story's clock stays with it.
      "extensions.background.idle.timeout": 86_400_000,
      "network.dns.forceResolve": "127.0.0.1",
      "intl.locale.requested": "en-US",
      "intl.accept_languages": "en-US",
      ...options.prefs,
    },
  });
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const installed = await browser.installExtension(built);
    if (installed !== ID) throw new Error(`installed as ${installed}`);
    const own = await openOwn(browser, "-1");
    await until("the list of stores", () =>
      own.evaluate(async () => {
        const { hosts } = (await chrome.storage.local.get("hosts")) as { hosts?: string };
        return hosts !== undefined && hosts !== "";
      }),
    );
    const tabAt = (address: string) =>
      own.evaluate(async (url) => (await chrome.tabs.query({})).find((one) => one.url === url)?.id ?? -1, address);
    return {
      ...{ browser, version: await browser.version(), own, tabAt, close },
      setClock: (at: number) =>
        own.evaluate(async (now) => {
          const background = (await chrome.runtime.getBackgroundPage()) as (Window & { Date: typeof Date }) | null;
          if (!background) throw new Error("the worker is gone");
          background.Date.now = () => now;
        }, at),
      ask: <Answer>(question: Question) =>
        own.evaluate(async (asked) => (await chrome.runtime.sendMessage(asked)) as Answer, question),
      popup: async (over) => openOwn(browser, `${await tabAt(over)}`),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The driver never hears that a page of an extension has loaded: it is asked instead. */
async function openOwn(browser: Browser, tab: string): Promise<Page> {
  const page = await browser.newPage();
  void page.goto(`moz-extension://${PLACE}/popup.html?tab=${tab}`, { timeout: 1_000 }).catch(() => undefined);
  await until("the extension's page", () =>
    page.evaluate(() => document.querySelector("#popup > *") !== null).catch(() => false),
  );
  return page;
}
