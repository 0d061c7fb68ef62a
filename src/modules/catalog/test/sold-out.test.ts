import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { takeFalls } from "../store/price-alerts.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const sold = (price: string, availability: string) =>
  world.feeds.set("f1", { programme: "1", body: feedOf(item("p", { title: "Clay pot", price, availability })) });
beforeAll(async () => {
  world.impact = [{ id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] }];
  sold("35.00 USD", "out_of_stock");
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

it("a product that is out of stock everywhere is waited for from its last price on, and one that nobody ever had is not", async () => {
  const ann = randomUUID();
  expect((await story.shown.product("clay-pot"))?.listings).toMatchObject([{ availability: "out_of_stock" }]);
  expect(await story.catalog.askForFalls(ann, "clay-pot")).toMatchObject({ ok: true });
  expect(await story.catalog.askForFalls(ann, "no-pot")).toMatchObject({ code: "unknown_product" });
  expect(await story.catalog.priceAlerts(ann)).toMatchObject([{ slug: "clay-pot", now_minor: null }]);
  const falls = () => story.base.handle.transaction((tx) => takeFalls(tx, story.clock.now(), story.clock.now(), 10));
  sold("30.00 USD", "out_of_stock");
  await story.catalog.importAll();
  expect(await falls()).toEqual([]);
  sold("30.00 USD", "in_stock");
  await story.catalog.importAll();
  expect(await falls()).toMatchObject([{ user_id: ann, was_minor: "3500", now_minor: "3000" }]);
});
