/**
 * `npm run paint [-- address path …]`: when the largest part of each public template is painted, as Lighthouse estimates it for
 * a phone and as a browser that is really slowed down shows it (150 ms, 1.6 Mbit/s, processor four times slower). Of a
 * product that runs, as a first visit, with how long tasks stop a phone (total blocking time). The goals are 1,200, 1,000 and 50 ms.
 */
import type { Browser } from "playwright-core";
import { freePort } from "#platform/embedded-postgres";
import { openBrowser } from "./browser.ts";
import { askLighthouse } from "./lighthouse.ts";

const [origin = "http://localhost:3000", ...named] = process.argv.slice(2);
const TEMPLATES = [
  ...[
    "/",
    "/stores",
    "/stores/electronics",
    "/spstores",
    "/MerchantList",
    "/marlow-finch-coupons",
    "/section/top-stores",
  ],
  ...[
    "/coupons",
    "/products",
    "/products/electronics",
    "/search?q=headphones",
    "/tuppence",
    "/faq",
    "/terms",
    "/contact",
  ],
  ...["/stores?lang=es", "/thankyou", "/spl/spt/1"],
];
type Painted = { largest: number; shift: number };

async function estimated(port: number, address: string) {
  const { audits, categories } = await askLighthouse({ port, address });
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    largest: figure("largest-contentful-paint"),
    blocking: figure("total-blocking-time"),
  };
}

async function really(browser: Browser, address: string): Promise<Painted> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(address, { waitUntil: "load" });
  const painted = await page.evaluate(
    () =>
      new Promise<Painted>((settle) => {
        const seen = { largest: 0, shift: 0 };
        const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
        watch("largest-contentful-paint", ({ startTime }) => {
          seen.largest = startTime;
        });
        watch("layout-shift", (entry) => {
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
        });
        setTimeout(() => settle(seen), 2_500);
      }),
  );
  await context.close();
  return painted;
}

console.log("score  estimated    stopped     really   shift");
for (const path of named.length ? named : TEMPLATES) {
  const address = origin + path;
  // The page is in the cache, as it is for everybody but the first reader.
  await fetch(address);
  // A browser of its own, which knows nothing of the page.
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  const { score, largest, blocking } = await estimated(port, address);
  const painted = await really(browser, address);
  await browser.close();
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(9);
  console.log(
    `${String(score).padStart(5)}  ${ms(largest)}  ${ms(blocking)}  ${ms(painted.largest)}  ${painted.shift.toFixed(4)}  ${path}`,
  );
}
