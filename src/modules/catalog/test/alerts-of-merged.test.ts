import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { likeAnotherProcess } from "#platform/database";
import { joinProducts } from "../store/product-merges.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const [ann, ben, both, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const [pot, kettle, can] = ["clay-pot", "steel-kettle", "water-can"];
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "10"]] },
  ];
  const sold = (id: string, title: string, gtin: string, price: string) => item(id, { title, gtin, price });
  world.feeds.set("f1", {
    programme: "1",
    body: feedOf(
      sold("p", "Clay pot", "0012345678905", "35.00 USD"),
      sold("c", "Water can", "4006381333931", "50.00 USD"),
    ),
  });
  world.feeds.set("f2", {
    programme: "2",
    body: feedOf(sold("k", "Steel kettle", "5901234123457", "40.00 USD")),
  });
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "the same vessel" };
const join = async (product: string, into: string) =>
  expect(await story.catalog.desk.mergeProducts({ product, into, ...by })).toMatchObject({ ok: true });
const part = async (product: string) =>
  expect(await story.catalog.desk.unmergeProduct({ product, ...by })).toMatchObject({ ok: true });
const asked = async (user: string) => (await story.catalog.priceAlerts(user)).map(({ slug }) => slug).toSorted();
const seen = async (user: string) =>
  (await story.rows<{ seen_minor: bigint }>("select seen_minor from catalog.price_alerts where user_id = $1", [user]))
    .map(({ seen_minor }) => seen_minor)
    .toSorted();
beforeEach(async () => {
  await story.rows("delete from catalog.price_alerts");
  await story.catalog.askForFalls(ann, pot);
  await story.catalog.askForFalls(ben, kettle);
  for (const slug of [pot, kettle]) await story.catalog.askForFalls(both, slug);
});

it("an alert by the address of a product that became a part of another is one of the other", async () => {
  await join(pot, kettle);
  expect(await story.catalog.changeAlert(ann, { slug: pot, below: "$20" })).toMatchObject({ ok: true });
  expect(await story.catalog.priceAlerts(ann)).toMatchObject([{ slug: kettle, below_minor: "2000" }]);
  expect(await story.catalog.askForFalls(late, pot)).toMatchObject({ ok: true });
  expect(await asked(late)).toEqual([kettle]);
  for (const member of [ann, late]) await story.catalog.stopAlert(member, pot);
  expect([await asked(ann), await asked(late), await asked(ben)]).toEqual([[], [], [kettle]]);
  await part(pot);
  expect([await asked(late), await asked(both)]).toEqual([[], [pot, kettle].toSorted()]);
});

it("a price that is lower by joining alone is no fall, but for who named a price that it reaches", async () => {
  await story.catalog.changeAlert(ben, { slug: kettle, below: "$34" });
  await story.catalog.askForFalls(late, kettle);
  await story.catalog.changeAlert(late, { slug: kettle, below: "$36" });
  expect([await seen(ben), await seen(late), await seen(both)]).toEqual([[4000n], [4000n], [3500n, 4000n]]);
  await join(pot, kettle);
  expect([await seen(ann), await seen(ben), await seen(late), await seen(both)]).toEqual([
    [3500n],
    [3500n],
    [4000n],
    [3500n],
  ]);
  await part(pot);
  expect([await seen(ann), await seen(ben), await seen(late), await seen(both)]).toEqual([
    [3500n],
    [4000n],
    [4000n],
    [3500n, 4000n],
  ]);
});

it("an alert goes over by two joins and comes back from the second, as it was asked", async () => {
  await join(pot, kettle);
  const before = await story.rows(
    "select user_id, product_id, seen_minor, came_from, chosen from catalog.price_alerts order by user_id",
  );
  await join(kettle, can);
  for (const member of [ann, ben, both]) expect(await asked(member)).toEqual([can]);
  await part(kettle);
  for (const member of [ann, ben, both]) expect(await asked(member)).toEqual([kettle]);
  expect(
    await story.rows(
      "select user_id, product_id, seen_minor, came_from, chosen from catalog.price_alerts order by user_id",
    ),
  ).toEqual(before);
});

it("an alert that is asked for while its product becomes a part of another is one of the other", async () => {
  const idOf = async (slug: string) =>
    (await story.rows<{ id: string }>("select product_id as id from catalog.products where slug = $1", [slug]))[0]
      ?.id ?? "";
  const ids = { merged: await idOf(kettle), kept: await idOf(can) };
  const { pool } = story.base.handle;
  const { asking } = await story.base.handle.transaction(async (tx) => {
    await joinProducts(tx, { ...ids, ...by, at: story.clock.now() });
    const asking = likeAnotherProcess(() => story.catalog.askForFalls(late, kettle));
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await likeAnotherProcess(() => pool.query(waits))).rowCount).toBe(1), 20_000);
    return { asking };
  });
  expect(await asking).toMatchObject({ ok: true });
  expect(await asked(late)).toEqual([can]);
  await part(kettle);
});
