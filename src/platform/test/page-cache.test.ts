import { expect, it } from "vitest";
import { PageCache, type Rendered, unpacked } from "../page-cache.ts";

const page = (body: string, cache_seconds = 60): Rendered => ({ status: 200, headers: {}, body, cache_seconds });
const bodyOf = (ready: Parameters<typeof unpacked>[0]) => unpacked(ready).toString();

it("tells who asks after a clearing nothing that began before it, and keeps only what began after it", async () => {
  const cache = new PageCache();
  const before = Promise.withResolvers<Rendered>();
  const first = cache.render("/", () => before.promise);
  cache.clear();
  const after = Promise.withResolvers<Rendered>();
  const second = cache.render("/", () => after.promise);
  before.resolve(page("a coupon that is retired"));
  expect(bodyOf(await first)).toBe("a coupon that is retired");
  // The one that began before does not end the wait of those who ask after it.
  const third = cache.render("/", async () => page("made once too often"));
  after.resolve(page("without it"));
  expect([bodyOf(await second), bodyOf(await third)]).toEqual(["without it", "without it"]);
  const kept = cache.get("/");
  expect(kept && bodyOf(kept.page)).toBe("without it");
});

it("shows a page no longer once it is gone, and an older one while it cannot be made", async () => {
  const cache = new PageCache();
  const make = (status: number) => cache.render("/", async () => ({ ...page(`${status}`, -1), status }));
  await make(200);
  expect(cache.get("/")).toMatchObject({ stale: true });
  await make(503);
  expect(cache.get("/"), "nor tried again by each who asks").toMatchObject({ stale: false });
  await make(404);
  expect(cache.get("/")).toBeNull();
});
