/** A rate of our own, from the console to the click: who may, who agrees, what is kept by who leaves, and what is paid. */
import { expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld } from "../support/world.ts";

it("is set by a person, agreed to by a second where the house pays, kept by clicks, and over by itself", async () => {
  const world = await createWorld({ shops: "programmes" });
  await createShopping(world);
  await world.catalog.refresh();
  const cate = await hireOperator(world, "Cate", ["catalogue"]);
  const olive = await hireOperator(world, "Olive", ["owner"]);
  const ann = await world.member("Ann");
  const day = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { rows: stores } = await world.base.handle.pool.query<{ internal_name: string; id: string }>(
    `select internal_name, 'prg_' || replace(programme_id::text, '-', '') as id from catalog.merchants
     where live and rate_up_to and rate_bps > 0 order by popularity desc, internal_name limit 1`,
  );
  const [store] = stores;
  if (!store) throw new Error("A store has a rate that is up to so much.");
  const decide = async (act: string, values: Record<string, string>) => {
    // What was decided of it in the same instant is another's word.
    await world.advance({ minutes: 1 });
    const outcome = await world.staff.decide(
      await cate.me(),
      { place: "object", name: "programme", item: store.id, act, reason: "the week of cyber", values },
      FROM,
    );
    if (!outcome.ok) throw new Error(outcome.code);
    return outcome.value;
  };
  const carryOut = async () => {
    await world.advance({ minutes: 11 });
    await world.base.handle.pool.query(
      "update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'staff.carry_out'",
    );
    await world.work();
  };
  const leave = async () => {
    world.cashback.forgetDestinations();
    const gone = await world.cashback.go({ ...ann, plus_active: true }, { merchant: store.internal_name }, tuppence);
    if (!gone.ok) throw new Error(gone.code);
    const { rows } = await world.base.handle.pool.query(
      "select rate, share_bps, counts_bps from cashback.clicks where click_id = $1",
      [gone.value.click_id],
    );
    return rows[0];
  };
  const usual = await leave();
  expect(usual).toMatchObject({ share_bps: tuppence.plus_share_bps, counts_bps: 10_000 });
  // Half of it needs nobody else; it waits its ten minutes, in which it can be undone.
  expect(await decide("own rate", { share: "50", until: day(3) })).toMatchObject({ state: "waiting" });
  expect(await leave()).toEqual(usual);
  await carryOut();
  expect(await leave()).toMatchObject({ share_bps: tuppence.plus_share_bps / 2, counts_bps: 5_000 });
  expect(await decide("end own rate", {})).toMatchObject({ state: "waiting" });
  await world.work();
  expect(await leave()).toEqual(usual);
  // More than the network pays: nothing happens before somebody who may give money away agreed.
  await cate.signIn();
  const proposed = await decide("own rate", { share: "150", until: day(3) });
  expect(proposed).toMatchObject({ state: "second" });
  await carryOut();
  expect(await leave()).toEqual(usual);
  await olive.signIn();
  const { id, hash } = proposed;
  expect(await world.staff.second(await olive.me(), { id, agree: true, hash }, FROM)).toMatchObject({ ok: true });
  await carryOut();
  const raised = await leave();
  expect(raised).toMatchObject({ share_bps: (tuppence.plus_share_bps * 3) / 2, counts_bps: 15_000 });
  expect(raised.rate.bps).toBeGreaterThan(usual.rate.bps);
  const page = world.operators.objects.find(({ kind }) => kind === "programme");
  const shown = await page?.show(store.id);
  expect(shown?.facts).toMatchObject({
    "counts for members": "150%",
    "own rates": expect.stringMatching(/^runs: 150%/),
  });
  expect(shown?.timeline.map(({ what }) => what.replace(/ from .*/, ""))).toEqual(
    expect.arrayContaining([
      "own rate: 50% of what the network pays counts,",
      "own rate taken back: the week of cyber",
      "own rate: 150% of what the network pays counts,",
    ]),
  );
  await world.advance({ days: 5 });
  await world.catalog.refresh();
  expect((await leave()).counts_bps).toBe(10_000);
  const list = world.operators.lists.find(({ name }) => name === "own rates");
  const states = async (state: string) =>
    (await list?.read({ filters: { state }, after: null, most: 10 }))?.rows.map(({ facts }) => facts.state);
  expect([await states("all"), await states("over"), await states("runs")]).toEqual([
    ["over", "taken back"],
    ["over"],
    [],
  ]);
  await world.close();
});
