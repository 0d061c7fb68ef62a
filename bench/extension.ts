/**
 * What the extension costs where it has nothing to say: a real Chromium, a list of 10,000 stores, all pages allowed, and pages that are no
 * store. Nothing of it is put into such a page, so that its whole work is done in a process of its own, whose processor time the
 * browser tells: a machine that is busy with other things makes it little longer. A second browser without it opens the same pages in turns.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import puppeteer, { type Browser, type CDPSession, type Page } from "puppeteer-core";
import { browserPath } from "../test/support/browser.ts";
import { buildExtension } from "../test/support/extension.ts";
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { below, median, milliseconds, type Result } from "./report.ts";

const ROUNDS = 15;
const PAGES = 20;
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

/** Waits until the list is there, and tells the most that the worker held meanwhile, as far as it answered. */
async function takeList(worker: CDPSession, stores: number): Promise<number> {
  const asked = "chrome.storage.local.get('hosts').then(({ hosts = '' }) => hosts.split('\\n').length - 1)";
  let most = 0;
  for (let turn = 0; turn < 3_000; turn += 1) {
    most = Math.max(most, await memoryOf(worker));
    if (turn % 5 === 0 && (await evaluate<number>(worker, asked)) >= stores)
      return Math.max(most, await memoryOf(worker));
    await setTimeout(10);
  }
  throw new Error("the list of stores did not come");
}

/** Seconds of processor time, by the browser's own account: of the process that the extension has for itself, and of all. */
async function secondsOf(devtools: CDPSession): Promise<{ own: number; all: number }> {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const own = processInfo.filter(({ id }) =>
    readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--extension-process"),
  );
  if (own.length > 1) throw new Error(`${own.length} processes of extensions`);
  return { own: own[0]?.cpuTime ?? 0, all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) };
}

const launch = (folder: string, extension: string | null) =>
  puppeteer.launch({
    ...{ executablePath: browserPath(), headless: true, userDataDir: folder },
    ...(extension !== null && { enableExtensions: [extension] }),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--host-resolver-rules=MAP *.example 127.0.0.1"],
  });

/** An extension of one empty script: what the browser itself needs for any. */
async function emptyWorker(folder: string): Promise<number> {
  const made = join(folder, "empty");
  mkdirSync(made, { recursive: true });
  const background = { service_worker: "nothing.js" };
  writeFileSync(
    join(made, "manifest.json"),
    JSON.stringify({ manifest_version: 3, name: "Empty", version: "1", background }),
  );
  writeFileSync(join(made, "nothing.js"), "chrome.runtime.onInstalled.addListener(() => {});");
  const browser = await launch(join(folder, "empty-profile"), made);
  try {
    const worker = await workerOf(browser);
    await worker.send("HeapProfiler.collectGarbage");
    return await memoryOf(worker);
  } finally {
    await browser.close();
  }
}

async function sideOf(browser: Browser, port: number) {
  const devtools = await browser.target().createCDPSession();
  const page: Page = await browser.newPage();
  let opened = 0;
  /** Milliseconds of processor time for each page of one round, and of the page's own time until it stood. */
  return async () => {
    const [before, began] = [await secondsOf(devtools), performance.now()];
    for (let n = 0; n < PAGES; n += 1) {
      opened += 1;
      await page.goto(`http://bank${opened % 7}.example:${port}/${opened}`);
    }
    const stood = (performance.now() - began) / PAGES;
    // What the last page asked for comes to its end.
    await setTimeout(1_000);
    const after = await secondsOf(devtools);
    if ((await page.$$("tuppence-panel")).length > 0) throw new Error("a page that is no store was spoken at");
    const each = (seconds: number) => (1_000 * seconds) / PAGES;
    return { own: each(after.own - before.own), all: each(after.all - before.all), stood };
  };
}

/** Medians of rounds that alternate between a browser with the extension and one without. */
async function browse(browser: Browser, bare: Browser, worker: CDPSession, port: number) {
  const [withUs, without] = [await sideOf(browser, port), await sideOf(bare, port)];
  await withUs();
  await without();
  let most = await memoryOf(worker);
  const rounds: { own: number; all: number; bare: number; stood: number; bareStood: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await withUs();
    most = Math.max(most, await memoryOf(worker));
    const theirs = await without();
    rounds.push({ ...ours, bare: theirs.all, bareStood: theirs.stood });
  }
  const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]));
  return { most, own: of("own"), all: of("all"), bare: of("bare"), stood: of("stood"), bareStood: of("bareStood") };
}

async function measure(ground: Ground, site: string, told: Manifest) {
  const folder = join(ground.folder, "extension");
  const built = buildExtension({ ...{ site, folder, allowed: true, browser: "chrome" }, public_key: told.public_key });
  const empty = await emptyWorker(folder);
  const pages = createServer((_request, response) => response.setHeader("content-type", "text/html").end(PAGE));
  await new Promise<void>((done) => pages.listen(0, "127.0.0.1", done));
  const browser = await launch(join(folder, "profile"), built);
  const bare = await launch(join(folder, "bare-profile"), null);
  try {
    const worker = await workerOf(browser);
    const taken = await takeList(worker, told.stores);
    await worker.send("HeapProfiler.collectGarbage");
    const rest = await memoryOf(worker);
    // A server that listens on a port has an address of that kind.
    return { empty, rest, taken, ...(await browse(browser, bare, worker, (pages.address() as AddressInfo).port)) };
  } finally {
    await Promise.all([browser.close(), bare.close()]);
    pages.close();
  }
}

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment: { DATABASE_URL: url } });
  try {
    const site = `http://127.0.0.1:${ours.port}`;
    const told = (await (await fetch(`${site}/ext/tuppence/manifest.json`)).json()) as Manifest;
    const is = await measure(ground, site, told);
    const beside = { bench: "extension", beside: "the limit", goal: below(1, "of the limit") };
    const megabytes = (value: number) => `${value.toFixed(1)} MB`;
    return [
      {
        ...{ ...beside, work: "the extension's memory while pages are opened", ours: megabytes(is.most) },
        ...{ peer: `${LIMIT_MB} MB`, value: is.most / LIMIT_MB },
        note: `at rest ${megabytes(is.rest)}; an empty extension's ${megabytes(is.empty)}`,
      },
      {
        ...{ ...beside, work: "the most that it held while it took its list", ours: megabytes(is.taken) },
        ...{ peer: `${LIMIT_MB} MB`, value: is.taken / LIMIT_MB },
      },
      {
        ...{ ...beside, work: `its work for a page that is no store, ${told.stores} stores` },
        ...{ ours: milliseconds(is.own), peer: `${LIMIT_MS} ms`, value: is.own / LIMIT_MS },
        note: `processor time of its process; median of ${ROUNDS} rounds of ${PAGES} pages`,
      },
      {
        ...{ bench: "extension", work: "the whole browser's work for such a page", ours: milliseconds(is.all) },
        ...{ beside: "without it", peer: milliseconds(is.bare), value: is.all / is.bare, goal: null },
        note: `a page stood after ${milliseconds(is.stood)}, without it after ${milliseconds(is.bareStood)}`,
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
