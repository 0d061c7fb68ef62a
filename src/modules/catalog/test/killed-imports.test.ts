/** A process may die between what an import wrote last and its settling: nobody asks for the same again, since nothing is new to the next. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emptyWorld, feedOf, item, killedAtSettling, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let folder: string;

const run = (feed: string) => story.catalog.importFeed(feed);
const paying = (percent: string) => [["DEFAULT", "All", percent]] as [string, string, string][];
const list = (percent: string) => {
  world.impact = [{ id: "9001", name: "Marlow", url: "https://marlow.example", rates: paying(percent) }];
};
const terms = (percent: string) => {
  world.awin = [{ id: "77", name: "Bright", url: "https://bright.example", rates: paying(percent) }];
};
/** What lists of products show of a thing's cash back. */
const shownFor = async (name: string) =>
  (
    await story.rows<{ kind: string; bps: number }>(
      "select from_kind as kind, from_bps as bps from catalog.products where name = $1",
      [name],
    )
  )[0];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "killed-imports-"));
  story = await startStory(world);
  list("4");
  terms("3");
  world.feeds.set("1", { programme: "9001", body: feedOf(item("a", { title: "Lamp" })) });
  await run("impact.programmes");
  await run("awin.programmes");
  await story.catalog.scheduleImports(["products"]);
  expect(await run("impact.products.1")).toMatchObject({ state: "complete", added: 1 });
  const source = join(folder, "feed");
  await writeFile(source, "id,title,link,price\n1,Kettle,https://bright.example/p/1,12.50 USD\n");
  expect(await story.catalog.importShopFeed({ source, store: "bright" })).toMatchObject({ ok: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await story.stop();
});

it("leaves products with the rates that a list brought", async () => {
  expect(await shownFor("Lamp")).toEqual({ kind: "percent", bps: 400 });
  list("6");
  await killedAtSettling(story, () => run("impact.programmes"));
  expect(await run("impact.programmes")).toMatchObject({ state: "complete", changed: 0, unchanged: 1 });
  expect(await shownFor("Lamp")).toEqual({ kind: "percent", bps: 600 });
});

it("leaves products with the rates that were read programme by programme", async () => {
  expect(await shownFor("Kettle")).toEqual({ kind: "percent", bps: 300 });
  terms("5");
  story.clock.advance({ days: 8 });
  await killedAtSettling(story, () => story.catalog.readAwinTerms(6));
  await story.catalog.readAwinTerms(6);
  expect(await shownFor("Kettle")).toEqual({ kind: "percent", bps: 500 });
});

it("leaves products with what was decided beside the import", async () => {
  await story.rows(`update catalog.programme_decisions set decision = 'undecided' where proposed = 'allowed'`);
  await story.rows(`update catalog.programmes set cash_back_allowed = false`);
  await story.rows(`update catalog.products set from_kind = 'none', from_bps = 0 where name = 'Lamp'`);
  await killedAtSettling(story, () => run("impact.programmes"));
  expect(await run("impact.programmes")).toMatchObject({ state: "complete", changed: 0 });
  expect(await shownFor("Lamp")).toEqual({ kind: "percent", bps: 600 });
});
