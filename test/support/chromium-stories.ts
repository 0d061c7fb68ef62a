/** A real Chromium with the extension, driven as Firefox is, so that one player plays its stories in both. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import type { Chrome, Question } from "../../extension/src/messages.ts";
import { browserPath } from "./browser.ts";
import { buildExtension } from "./extension.ts";
import type { Driven } from "./play-story.ts";
import { until } from "./stage.ts";

/** What the extension's own pages have where these functions run. */
declare const chrome: Chrome;

export async function openChromium(options: {
  site: string;
  public_key: string;
  /** Every host is found by way of this one. */
  proxy_port: number;
}): Promise<Driven & { version: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "tuppence-chromium-"));
  const { site, public_key, proxy_port } = options;
  const built = buildExtension({ site, public_key, folder, allowed: true, browser: "chrome", more: ["sessions"] });
  const browser = await puppeteer.launch({
    ...{ executablePath: browserPath(), headless: true, enableExtensions: [built], acceptInsecureCerts: true },
    ...{ userDataDir: join(folder, "profile"), defaultViewport: { width: 1_280, height: 860 } },
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--lang=en-US", "--ignore-certificate-errors"],
      ...[`--proxy-server=127.0.0.1:${proxy_port}`, "--proxy-bypass-list=<-loopback>"],
    ],
  });
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const target = await browser.waitForTarget((one) => one.type() === "service_worker", { timeout: 60_000 });
    // Who listens to a worker keeps it, and with it a story's clock.
    const worker = await target.worker();
    if (!worker) throw new Error("the extension has no worker");
    const own = await browser.newPage();
    await own.goto(new URL("/popup.html?tab=-1", target.url()).href);
    await until("the list of stores", () =>
      own.evaluate(async () => {
        const { hosts } = (await chrome.storage.local.get("hosts")) as { hosts?: string };
        return hosts !== undefined && hosts !== "";
      }),
    );
    return {
      ...{ browser, own, close, version: await browser.version() },
      setClock: (at) =>
        worker.evaluate((now) => {
          Date.now = () => now;
        }, at),
      ask: <Answer>(question: Question) =>
        own.evaluate(async (asked) => (await chrome.runtime.sendMessage(asked)) as Answer, question),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
