/** What a shop's own file lists stays with the shop whose file it is, by whatever program it went while the shop was a part of another. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-of-merged-"));
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
    { id: "3", name: "Third Birch", url: "https://thirdbirch.example", rates: [["A", "All", "5"]] },
  ];
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(async () => {
  await story.stop();
  await rm(folder, { recursive: true, force: true });
});

const by = { by: "opr_ann", reason: "one firm" };
const merge = async (store: string, into: string) =>
  expect(await story.catalog.desk.mergeStores({ store, into, ...by })).toMatchObject({ ok: true });
const part = async (store: string) =>
  expect(await story.catalog.desk.unmergeStore({ store, ...by })).toMatchObject({ ok: true });
async function file(store: string, name: string, price: string): Promise<void> {
  const source = join(folder, "feed");
  await writeFile(
    source,
    `id,title,link,price\n1,${name},https://${store.replace("-", "")}.example/p/1,${price} USD\n`,
  );
  expect(await story.catalog.importShopFeed({ source, store })).toMatchObject({ ok: true });
}
const listed = async (name: string) =>
  (
    await story.rows(
      `select m.internal_name as store, g.network_programme_id as programme, array(select internal_name from catalog.merchants where merchant_id = any(p.sold_by)) as sold, p.from_bps as bps
       from catalog.listings l join catalog.products p using (product_id) join catalog.programmes g using (programme_id)
       join catalog.merchants m on m.merchant_id = l.merchant_id where p.name = $1`,
      [name],
    )
  )[0];

it("leaves the file of the store that stays to it, though it went by a program that goes back", async () => {
  await file("silver-pine", "Vase", "5.00");
  await merge("oak-barrel", "silver-pine");
  await file("silver-pine", "Vase", "6.00");
  expect(await listed("Vase")).toEqual({ store: "silver-pine", programme: "1", sold: ["silver-pine"], bps: 1000 });
  await part("oak-barrel");
  expect(await listed("Vase")).toEqual({ store: "silver-pine", programme: "1", sold: ["silver-pine"], bps: 0 });
});

it("gives the file of the one that goes back to it, though it went by a program that stays", async () => {
  await file("third-birch", "Stool", "7.00");
  await merge("third-birch", "oak-barrel");
  await file("oak-barrel", "Stool", "8.00");
  expect(await listed("Stool")).toEqual({ store: "oak-barrel", programme: "1", sold: ["oak-barrel"], bps: 1000 });
  await part("third-birch");
  expect(await listed("Stool")).toEqual({ store: "third-birch", programme: "1", sold: ["third-birch"], bps: 0 });
});

it("lists first what most stores sell once two of them are one", async () => {
  world.feeds.set("1", { programme: "1", body: feedOf(item("a", { title: "Shared drum" })) });
  world.feeds.set("2", {
    programme: "2",
    body: feedOf(item("a", { title: "Shared drum" }), item("b", { title: "Birch drum" })),
  });
  world.feeds.set("3", { programme: "3", body: feedOf(item("b", { title: "Birch drum" })) });
  await story.catalog.scheduleImports(["products"]);
  for (const id of ["1", "2", "3"])
    expect(await story.catalog.importFeed(`impact.products.${id}`)).toMatchObject({ state: "complete" });
  const drums = async () =>
    (await story.shown.merchant("silver-pine"))?.products
      .map(({ name }) => name)
      .filter((name) => name.endsWith("drum"));
  await merge("oak-barrel", "silver-pine");
  expect(await drums()).toEqual(["Birch drum", "Shared drum"]);
});

it("leaves a program to the store that its list says that it leads to meanwhile", async () => {
  await merge("third-birch", "silver-pine");
  const moved = {
    id: "3",
    name: "Elm",
    url: "https://elm.example",
    rates: [["A", "All", "5"] as [string, string, string]],
  };
  world.impact = world.impact.map((one) => (one.id === "3" ? moved : one));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ state: "complete" });
  await part("third-birch");
  expect(await story.shown.merchant("third-birch")).toBeNull();
  expect(await story.shown.destination({ merchant: "elm" })).toMatchObject({ network_programme_id: "3" });
  story.catalog.growOld();
  const drum = await story.shown.product("birch-drum");
  expect(drum?.listings.find(({ merchant }) => merchant.internal_name === "elm")).toMatchObject({
    cash_back_minor: "35",
  });
});
