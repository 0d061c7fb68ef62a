import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createImportApart, type ImportApart } from "../import-apart.ts";

let sandbox: Sandbox;
let base: TestDatabase;
let apart: ImportApart;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: null,
    productUrl: "http://127.0.0.1:9",
    payoutDelayMs: 1,
  });
  base = await createTestDatabase({ connections: 2 });
  const environment = { ...process.env, NODE_ENV: "test", SANDBOX_PORT: new URL(sandbox.url).port };
  apart = createImportApart(environment, base.url);
});
afterAll(async () => {
  await base.drop();
  await sandbox.close();
});

it("a feed is imported by a process of its own, which tells how it went", async () => {
  const report = await apart.importFeed("cj.programmes");
  expect(report).toMatchObject({ feed_name: "cj.programmes", state: "complete", problem: null });
  expect(report.added).toBeGreaterThan(10);
  const { rows } = await base.handle.pool.query(
    "select count(*)::int as n from catalog.programmes where network = 'cj'",
  );
  expect(rows[0].n).toBe(report.added);
});

it("an import that cannot be made, or is stopped, fails its job", async () => {
  await expect(apart.importFeed("nobody.programmes")).rejects.toThrow(/ended without a report/);
  const stopped = apart.importFeed("impact.programmes");
  apart.stop();
  await expect(stopped).rejects.toThrow(/SIGTERM/);
});
