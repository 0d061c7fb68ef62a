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

/** A page of two lines, whose script works when it can be read: as much on every machine, whatever works beside it. */
const STOPS = `<!doctype html><html lang="en"><title>Slow</title><meta name="viewport" content="width=device-width"><h1>Words</h1>
  <script>setTimeout(() => { let x = 1; for (let n = 0; n < 2e8; n += 1) x = (x * 31 + n) | 0; document.title = "Slow " + x; }, 400)</script>`;

it("still tells what works too long, however tasks are counted", async () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(STOPS);
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(faultsOf(await askLighthouse({ port, address })).join("; ")).toContain("(goal 98)");
  server.close();
});
