/**
 * What the extension costs where it has nothing to say: a real Chromium, a list of 10,000 stores, all pages allowed, and pages that are no
 * store. Nothing of it is put into such a page, so that its whole work is done in a process of its own, whose processor time the
 * browser tells: a machine that is busy with other things makes it no longer.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import puppeteer, { type Browser, type CDPSession } from "puppeteer-core";
import { browserPath } from "../test/support/browser.ts";
import { buildExtension } from "../test/support/extension.ts";
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { below, milliseconds, type Result } from "./report.ts";

const PAGES = 100;
const LIMIT_MB = 30;
const LIMIT_MS = 5;
const LIMIT_BYTES = 1_500_000;
const PAGE = "<!doctype html><title>No store</title><p>Nothing is sold here.";
const MB = 1_000_000;

type Manifest = { public_key: string; bytes: number; stores: number };

/** As the worker is asked by the developer tools. */
async function workerOf(browser: Browser): Promise<CDPSession> {
  const target = await browser.waitForTarget((one) => one.type() === "service_worker", { timeout: 30_000 });
  const worker = await target.worker();
  if (!worker) throw new Error("the extension has no worker");
  return worker.client;
}

async function evaluate<T>(worker: CDPSession, expression: string): Promise<T> {
  const { result } = await worker.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return result.value as T;
}

/** JavaScript's heap as it is reserved, what stands outside of it in buffers, and the page engine's part. */
async function memoryOf(worker: CDPSession): Promise<number> {
  const { totalSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await worker.send("Runtime.getHeapUsage");
  return (totalSize + embedderHeapUsedSize + backingStorageSize) / MB;
}

async function waitForList(worker: CDPSession, stores: number): Promise<void> {
  const asked = "chrome.storage.local.get('hosts').then(({ hosts = {} }) => Object.keys(hosts).length)";
  for (let turn = 0; turn < 300; turn += 1) {
    if ((await evaluate<number>(worker, asked)) >= stores) return;
    await setTimeout(100);
  }
  throw new Error("the list of stores did not come");
}

/** Seconds of processor time of the process that the extension has for itself, by the browser's own account. */
async function secondsOf(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const own = processInfo.filter(({ id }) =>
    readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--extension-process"),
  );
  if (own.length !== 1) throw new Error(`${own.length} processes of extensions`);
  return own[0]?.cpuTime ?? 0;
}

/** Milliseconds of processor time for each page, and the most that the worker held meanwhile. */
async function browse(browser: Browser, worker: CDPSession, port: number) {
  const devtools = await browser.target().createCDPSession();
  const page = await browser.newPage();
  const open = (n: number) => page.goto(`http://bank${n % 7}.example:${port}/${n}`);
  for (let n = 0; n < 10; n += 1) await open(n);
  let most = await memoryOf(worker);
  const before = await secondsOf(devtools);
  for (let n = 0; n < PAGES; n += 1) {
    await open(n);
    if (n % 10 === 0) most = Math.max(most, await memoryOf(worker));
  }
  // What the last page asked for comes to its end.
  await setTimeout(1_000);
  const each = (1_000 * ((await secondsOf(devtools)) - before)) / PAGES;
  most = Math.max(most, await memoryOf(worker));
  const inPage = await page.evaluate(() => document.querySelectorAll("tuppence-panel").length);
  if (inPage > 0) throw new Error("a page that is no store was spoken at");
  await page.close();
  return { most, each };
}

async function measure(ground: Ground, site: string, told: Manifest) {
  const folder = join(ground.folder, "extension");
  const built = buildExtension({ ...{ site, folder, allowed: true, browser: "chrome" }, public_key: told.public_key });
  const pages = createServer((_request, response) => response.setHeader("content-type", "text/html").end(PAGE));
  await new Promise<void>((done) => pages.listen(0, "127.0.0.1", done));
  const browser = await puppeteer.launch({
    ...{
      executablePath: browserPath(),
      headless: true,
      enableExtensions: [built],
      userDataDir: join(folder, "profile"),
    },
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--host-resolver-rules=MAP *.example 127.0.0.1"],
  });
  try {
    const worker = await workerOf(browser);
    await waitForList(worker, told.stores);
    const taken = await memoryOf(worker);
    await worker.send("HeapProfiler.collectGarbage");
    const rest = await memoryOf(worker);
    // A server that listens on a port has an address of that kind.
    return { rest, taken, ...(await browse(browser, worker, (pages.address() as AddressInfo).port)) };
  } finally {
    await browser.close();
    pages.close();
  }
}

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment: { DATABASE_URL: url } });
  try {
    const site = `http://127.0.0.1:${ours.port}`;
    const told = (await (await fetch(`${site}/ext/tuppence/manifest.json`)).json()) as Manifest;
    const { rest, taken, most, each } = await measure(ground, site, told);
    const beside = { bench: "extension", beside: "the limit", goal: below(1, "of the limit") };
    return [
      {
        ...{ ...beside, work: "the extension's memory while pages are opened", ours: `${most.toFixed(1)} MB` },
        ...{ peer: `${LIMIT_MB} MB`, value: most / LIMIT_MB, note: `at rest ${rest.toFixed(1)} MB` },
      },
      {
        ...{ ...beside, work: "the same, just when it took its list", ours: `${taken.toFixed(1)} MB` },
        ...{ peer: `${LIMIT_MB} MB`, value: taken / LIMIT_MB },
      },
      {
        ...{ ...beside, work: `its work for a page that is no store, ${told.stores} stores` },
        ...{ ours: milliseconds(each), peer: `${LIMIT_MS} ms`, value: each / LIMIT_MS, note: `${PAGES} pages` },
      },
      {
        ...{ ...beside, work: `its list of ${told.stores} stores`, ours: `${Math.round(told.bytes / 1_000)} kB` },
        ...{ peer: `${LIMIT_BYTES / 1_000} kB`, value: told.bytes / LIMIT_BYTES },
      },
    ];
  } finally {
    await ours.stop();
  }
}
