/**
 * Lighthouse with its mobile preset, of a first visit: full marks for accessibility, best practices and SEO, 98 for performance, and
 * the largest part painted within 1.2 s on that phone. Tasks are counted by the processor's time (`processor-time.ts`), so that others may work beside it.
 * Pages that are reached by joining are asked for their other marks (`landing-marks.test.ts`).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { askLighthouse, faultsOf, figuresOf } from "../support/lighthouse.ts";
import { openStage } from "../support/stage.ts";

/** The one in Spanish comes last: its browser remembers the language. */
const PAGES = [
  ...["/", "/marlow-finch-coupons", "/stores", "/products", "/coupons", "/spl/spt/1", "/spl/splandamz"],
  "/stores?lang=es",
];

const port = await freePort();
const stage = openStage({ flags: [`--remote-debugging-port=${port}`], whole_browser: true });

it.each(PAGES)("gives %s full marks", async (path) => {
  // The page is in the cache, as it is for everybody but the first reader.
  await fetch(stage.product.url + path);
  const report = await askLighthouse({ port, address: stage.product.url + path });
  console.info(`\n${path}: ${figuresOf(report)}`);
  expect(faultsOf(report).join("; ")).toBe("");
  expect(report.audits["is-crawlable"]?.score).toBe(1);
});

/** Pages of two lines: one waits a second for its styles, the other's script works for 400 ms when it can be read. */
const SLOW: Readonly<Record<string, string>> = {
  "/late": `<link rel="stylesheet" href="/styles"><h1>Words</h1>`,
  "/stops": `<h1>Words</h1><script>setTimeout(() => { const end = performance.now() + 400; while (performance.now() < end); }, 400)</script>`,
};

it("still tells what comes late and what works too long, however tasks are counted", async () => {
  const server = createServer(({ url = "" }, response) => {
    const body = SLOW[url] ?? "";
    response.setHeader("content-type", body ? "text/html" : "text/css");
    const page = `<!doctype html><html lang="en"><title>Slow</title><meta name="viewport" content="width=device-width">${body}</html>`;
    setTimeout(() => response.end(body && page), body ? 0 : 1_000);
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const faults = async (path: string) =>
    faultsOf(await askLighthouse({ port, address: `${origin}${path}` })).join("; ");
  expect(await faults("/late")).toMatch(/largest paint after \d{4} ms/);
  // Four times 400 ms, without the 50 that a task may take.
  expect(await faults("/stops")).toMatch(/TBT 1,[3-7]\d\d\sms/);
  server.close();
});
