/** Nobody waits for the index of search, not even the first who asks after a start. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { createLog } from "#platform/log";
import { isPortFree } from "#platform/ports";
import { readConfig } from "#settings";
import { createTestDatabase } from "../../../test/support/database.ts";
import { serve } from "../serve.ts";

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

/** Of each time that search was made ready: whether the doors were open by then. */
async function madeReady(role: "web" | "worker", prepared: boolean): Promise<boolean[]> {
  const base = await createTestDatabase({ connections: 2 });
  cleaning.push(() => base.drop());
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: join(tmpdir(), "tuppence-first-search"), ROLE: role });
  const port = await freePort();
  const open: Promise<boolean>[] = [];
  const served = await serve({
    config: { ...config, PORT: port, HOST: "127.0.0.1" },
    databaseUrl: base.url,
    log: createLog({ level: "silent" }),
    build: () => Promise.reject(new Error("no pages are asked for")),
    prepared,
    beforeListen: async ({ catalog }) => {
      const { prepareSearch } = catalog;
      vi.spyOn(catalog, "prepareSearch").mockImplementation(() => {
        open.push(isPortFree(port, "127.0.0.1").then((free) => !free));
        prepareSearch();
      });
    },
  });
  cleaning.push(() => served.close());
  return Promise.all(open);
}

it("is made by a process that takes shoppers in, once its doors are open, and by no other", async () => {
  expect(await madeReady("web", true)).toEqual([true]);
  expect(await madeReady("worker", true)).toEqual([]);
  expect(await madeReady("web", false)).toEqual([]);
});
