/**
 * The extension as a shopper has it: built for a product that runs, loaded into a real Chromium. Shops of the outside world stand on
 * hosts of their own, which this browser finds on this machine.
 */
import { execFileSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "playwright-core";
import type { Chrome } from "../../extension/src/messages.ts";
import { browserPath } from "./browser.ts";
import { until } from "./stage.ts";

/** What the worker has where these functions run. */
declare const chrome: Chrome;

/** What it is built for: our own site, or whatever serves its lists. */
type Site = { url: string };
export type Installed = {
  context: BrowserContext;
  worker: Worker;
  id: string;
  /** Closes the browser and tells everything that the extension itself asked for, by the browser's own record, in its order. */
  leave(): Promise<string[]>;
  popup(over: Page): Promise<Page>;
  close(): Promise<void>;
};

/** Built by the same command as the packages that are published; `allowed`: as if the shopper had allowed all pages. */
export function buildExtension(options: {
  site: string;
  public_key: string;
  folder: string;
  allowed: boolean;
  browser: "chrome" | "firefox" | "safari";
  /** What a test needs beside it to do what a hand does: to restore a tab that was closed. */
  more?: readonly string[];
}): string {
  execFileSync(
    process.execPath,
    ["node_modules/wxt/bin/wxt.mjs", "build", "extension", "-b", options.browser, "--mv3"],
    {
      env: {
        ...process.env,
        NODE_ENV: "production",
        EXTENSION_OUT: options.folder,
        WXT_SITE: options.site,
        WXT_PUBLIC_KEY: options.public_key,
      },
      stdio: "pipe",
    },
  );
  const built = join(options.folder, `${options.browser}-mv3`);
  if (options.allowed) {
    // The browser's own question stands outside of every page, where no test can answer it.
    const path = join(built, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.permissions.push(...(options.more ?? []));
    manifest.host_permissions = [...manifest.host_permissions, ...manifest.optional_host_permissions];
    writeFileSync(path, JSON.stringify(manifest));
  }
  return built;
}

/** Of the browser's record of its network the addresses that the extension is named as the origin of. */
function askedBy(id: string, record: string): string[] {
  const asked: string[] = [];
  for (const line of record.split("\n")) {
    if (!line.includes(`"initiator":"chrome-extension://${id}"`)) continue;
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url && !url.startsWith("chrome-extension:")) asked.push(url);
  }
  return asked;
}

export async function installExtension(
  site: Site,
  options: { allowed?: boolean; language?: "en" | "es"; dark?: boolean } = {},
): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), "tuppence-extension-"));
  const { public_key } = (await (await fetch(`${site.url}/ext/tuppence/manifest.json`)).json()) as {
    public_key: string;
  };
  createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" });
  const allowed = options.allowed ?? true;
  const built = buildExtension({ site: site.url, public_key, folder, allowed, browser: "chrome" });
  const record = join(folder, "network.json");
  const locale = options.language === "es" ? "es-US" : "en-US";
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: browserPath(),
    headless: false,
    locale,
    viewport: { width: 1_280, height: 860 },
    colorScheme: options.dark ? "dark" : "light",
    env: { ...process.env, LANGUAGE: options.language === "es" ? "es" : "en" } as Record<string, string>,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      `--log-net-log=${record}`,
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--lang=${locale}`,
      `--disable-extensions-except=${built}`,
      `--load-extension=${built}`,
      "--host-resolver-rules=MAP *.example 127.0.0.1",
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const id = new URL(worker.url()).host;
  await until("the list of stores", () =>
    worker.evaluate(async () => {
      const { hosts } = (await chrome.storage.local.get("hosts")) as { hosts?: string };
      return hosts !== undefined && hosts !== "";
    }),
  );
  return {
    context,
    worker,
    id,
    async popup(over) {
      // Playwright has no toolbar: the popup stands in a tab of its own and is told over which it was opened.
      const tab = await worker.evaluate(async (url) => {
        const all = await chrome.tabs.query({});
        return all.find((one) => one.url === url)?.id ?? -1;
      }, over.url());
      const page = await context.newPage();
      // The popup with the browser's own scroll bar beside it.
      await page.setViewportSize({ width: 387, height: 640 });
      await page.goto(`chrome-extension://${id}/popup.html?tab=${tab}`);
      await page.locator("#popup > *").first().waitFor();
      return page;
    },
    async leave() {
      await context.close();
      return askedBy(id, readFileSync(record, "utf8"));
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
