/** What is looked at in a whole small world: each thing that is not as it should be is seen, and nothing else. */
import { expect, it } from "vitest";
import { only } from "../support/earning.ts";
import { createWorld } from "../support/world.ts";

it("sees late feeds, a ledger that was not verified and jobs that failed, and is fine when they are mended", async () => {
  const world = await createWorld();
  const now = async () => Object.fromEntries((await world.health.look()).map(({ name, state }) => [name, state]));
  const line = async (name: string) => (await world.health.look()).find((one) => one.name === name)?.line;
  const query = (text: string) => world.base.handle.pool.query(text);
  await world.catalog.importFeed("impact.programmes");
  await world.ledger.verify();
  expect(Object.entries(await now()).filter(([, state]) => state !== "fine")).toEqual([]);

  await world.advance({ days: 2 });
  expect(await now()).toMatchObject({ feeds: "warn", ledger: "bad" });
  expect([await line("feeds"), await line("ledger")]).toEqual([
    "Impact programs: 1 of 1 late",
    "Not verified for 48 hours",
  ]);
  await world.catalog.importFeed("impact.programmes");
  await world.ledger.verify();
  expect(await now()).toMatchObject({ feeds: "fine", ledger: "fine" });

  // A member's first letter finds no worker, and then fails for good.
  await world.member("Ann");
  await query("update graphile_worker._private_jobs set run_at = now() - interval '20 minutes'");
  expect(await line("jobs")).toMatch(/the oldest for 20 minutes: is a worker running/);
  await query("update graphile_worker._private_jobs set run_at = now(), attempts = max_attempts");
  expect(await line("jobs")).toMatch(/jobs failed for good/);
  for (const { id } of (await query("select id from graphile_worker.jobs")).rows)
    await world.operators.queues
      .find(({ name }) => name === "jobs")
      ?.acts[0]?.run(String(id), { by: "Olga", reason: "", values: {} });
  await world.work();
  expect(await now()).toMatchObject({ jobs: "fine" });
  await world.close();
});

it("says of what nothing showed yet that it is not known, and does not call it fine", async () => {
  const world = await createWorld({ environment: only() });
  const unknown = async () =>
    (await world.health.look()).filter(({ unproven }) => unproven).map(({ name, line }) => `${name}: ${line}`);
  expect(await unknown()).toEqual([
    "providers: None was asked yet",
    "signatures: Nobody has sent us anything yet",
    "ledger: It was never verified",
    "mail: No mail went out in a day",
    "pushes: No push was sent in a day",
    "feeds: None was read yet",
    "offers: No partner of offers is connected",
    "page speed: Too few visits were measured",
    "backups: No backup was ever noted",
  ]);
  // Nobody is told of what is merely not known.
  for (let n = 0; n < 3; n += 1) await world.health.lookAndTell();
  expect(await world.health.alarms(10)).toEqual([]);
  await world.importProgrammes();
  await world.ledger.verify();
  await world.member("Ann");
  await world.work();
  const left = ["signatures", "pushes", "offers", "page speed", "backups"];
  expect((await unknown()).map((line) => line.split(":")[0])).toEqual(left);
  await world.close();
});
