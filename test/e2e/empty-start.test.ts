/** `npm start -- --empty`: the shop as it is, and nobody who was played into it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterEach, expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { DEMO_MEMBERS } from "../../src/server/demo/members.ts";
import { createTestDatabase } from "../support/database.ts";
import { findMailPort } from "../support/mail-port.ts";
import { makeOpenFolder } from "../support/open-folder.ts";
import { until } from "../support/stage.ts";
import { PASSWORD } from "./members.ts";

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

it("has the catalogue and takes who signs up, with no demo member, no operator and no rate of theirs", async () => {
  const base = await createTestDatabase();
  cleaning.push(() => base.drop());
  const folder = await makeOpenFolder("tuppence-empty-");
  cleaning.push(() => rm(folder, { recursive: true, force: true }));
  const [port, sandbox, mail] = [await freePort(), await freePort(), await findMailPort()];
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "src/server/cli.ts", "start", "--empty"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...{ PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: base.url, DATABASE_OWNER_URL: base.ownerUrl },
        ...{ PORT: `${port}`, SANDBOX_PORT: `${sandbox}`, SANDBOX_SMTP_PORT: `${mail}`, SANDBOX_PRODUCTS: "0" },
      },
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const ended = once(child, "exit");
  cleaning.push(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await until("it to be up", async () => {
    expect(child.exitCode, said).toBeNull();
    return said.includes("Tuppence is up");
  });
  expect(said).not.toContain("Demo sign-ins");
  expect(said).not.toContain("/console/enrol");

  const origin = `http://localhost:${port}`;
  const stores = (await (await fetch(`${origin}/api/stores`)).json()) as { total: number };
  expect(stores.total).toBeGreaterThan(4_000);
  const count = async (table: string) =>
    (await base.handle.pool.query<{ count: number }>(`select count(*)::integer as count from ${table}`)).rows[0]?.count;
  for (const table of ["identity.users", "staff.people", "catalog.own_rates"])
    expect(await count(table), table).toBe(0);

  const post = (path: string, body: unknown) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify(body),
    });
  const [demo] = DEMO_MEMBERS;
  const refused = await post("/api/web/login", { email: demo?.email, password: demo?.password });
  expect(refused.status).toBe(401);
  const joined = await post("/api/web/register", {
    ...{ name: "Nia Newcomer", email: "nia@example.com" },
    ...{ password: PASSWORD, password_confirmation: PASSWORD },
  });
  expect(joined.status, await joined.text()).toBeLessThan(300);
  expect(await count("identity.users")).toBe(1);
});
