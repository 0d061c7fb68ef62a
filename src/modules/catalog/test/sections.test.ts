import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sectionObject } from "../operator-sections.ts";
import { homeParts, inOrder, movedTo } from "../sections.ts";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = ["Oak Barrel", "Silver Pine", "Third Birch"].map((name, at) => ({
    ...{ id: `${at + 1}`, name, url: `https://${name.toLowerCase().replace(" ", "")}.example` },
    rates: [["A", "All", `${10 - at}`]],
  }));
  story = await startStory(world);
  await story.catalog.importAll();
  await story.rows(
    "insert into catalog.sections (section, title_en, title_es, internal_names) values ('begin', 'To begin', 'Para empezar', '{oak-barrel}')",
  );
  story.catalog.growOld();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "for the autumn" };
const move = (section: string, place: "up" | "down" | number) =>
  story.catalog.desk.moveSection({ section, place, ...by });
const hide = (section: string, hidden = true) => story.catalog.desk.hideSection({ section, hidden, ...by });
const pin = (section: string, store: string, place: number | null = null) =>
  story.catalog.desk.pinToSection({ section, store, place, first: true, ...by });
const back = (section: string) => story.catalog.desk.takeBackSection({ section, ...by });
const lists = async () => (await story.shown.stores({})).lists.map(({ section }) => section);
const parts = async () => (await story.shown.home()).parts;
const namesOf = async (section: string) => (await story.shown.section(section))?.stores.map(({ name }) => name);
const BUILT = ["top-stores", "best-cashback", "merchants-we-love", "raised-rates", "begin"];

describe("what the front page and the lists of stores consist of", () => {
  it("stands as it is built, and then as operators move it, at once", async () => {
    expect([await parts(), await lists()]).toEqual([homeParts, BUILT]);
    expect(await move("home.coupons", "up")).toMatchObject({ ok: true });
    expect(await move("home.answers", 1)).toMatchObject({ ok: true });
    expect(await parts()).toEqual(["answers", "rates", "coupons", "cent", "membership", "coins"]);
    expect(await move("begin", 2)).toMatchObject({ ok: true });
    expect(await move("top-stores", "down")).toMatchObject({ ok: true });
    expect(await lists()).toEqual(["begin", "top-stores", "best-cashback", "merchants-we-love", "raised-rates"]);
    expect(await move("begin", "up")).toMatchObject({ code: "no_place" });
    expect(await move("home.rates", 99)).toMatchObject({ code: "no_place" });
    expect(await move("begin", Number.NaN)).toMatchObject({ code: "no_place" });
    expect(await move("most-visited", 1)).toMatchObject({ code: "not_ordered" });
    for (const nobody of ["nobody", "home.nobody", "constructor"])
      expect(await move(nobody, 1)).toMatchObject({ code: "unknown_section" });
    expect(await back("home.rates")).toMatchObject({ ok: true });
    expect(await back("begin")).toMatchObject({ ok: true });
    expect([await parts(), await lists()]).toEqual([homeParts, BUILT]);
    expect(await back("begin")).toMatchObject({ code: "nothing" });
  });

  it("is nowhere when it is hidden: no part, no link, no page, no address in the site map", async () => {
    expect(await story.catalog.sitemap("pages")).toContain("/section/best-cashback<");
    expect(await hide("best-cashback")).toMatchObject({ ok: true });
    expect(await hide("home.cent")).toMatchObject({ ok: true });
    expect(await hide("home.cent")).toMatchObject({ code: "nothing" });
    expect([await namesOf("best-cashback"), (await lists()).includes("best-cashback")]).toEqual([undefined, false]);
    expect(await story.catalog.sitemap("pages")).not.toContain("/section/best-cashback<");
    expect(await parts()).not.toContain("cent");
    await hide("best-cashback", false);
    expect(await back("home.cent")).toMatchObject({ ok: true });
    expect([await namesOf("best-cashback"), await lists(), await parts()]).toEqual([
      ["Oak Barrel", "Silver Pine", "Third Birch"],
      BUILT,
      homeParts,
    ]);
  });

  it("moves by one place, when who takes a killed worker's place is told the same", async () => {
    const acts = sectionObject(story.base.handle.db, story.catalog.desk).acts ?? [];
    const tell = (act: string, section: string, decidedAt: Date, values = {}) =>
      acts.find(({ name }) => name === act)?.run(section, { by: "opr_bob", reason: "for spring", values, decidedAt });
    for (const [act, section] of [
      ["move up", "home.coins"],
      ["move down", "top-stores"],
      ["pin", "top-stores"],
      ["hide", "home.answers"],
    ] as const) {
      story.clock.advance({ minutes: 1 });
      const decided = story.clock.now();
      story.clock.advance({ minutes: 1 });
      const first = await tell(act, section, decided, { store: "oak-barrel" });
      story.clock.advance({ minutes: 1 });
      expect(await tell(act, section, decided, { store: "oak-barrel" })).toEqual(first);
      expect(first).toMatchObject({ ok: true });
    }
    expect(await parts()).toEqual(["rates", "cent", "coupons", "coins", "membership"]);
    expect((await lists()).slice(0, 2)).toEqual(["best-cashback", "top-stores"]);
    story.clock.advance({ minutes: 1 });
    expect(await tell("move up", "home.coins", story.clock.now())).toMatchObject({ ok: true });
    expect(await tell("move up", "home.nobody", story.clock.now())).toMatchObject({ code: "unknown" });
    expect(await parts()).toEqual(["rates", "cent", "coins", "coupons", "membership"]);
    await back("home.answers");
    await back("top-stores");
    expect([await parts(), await lists()]).toEqual([homeParts, BUILT]);
    const kept = await story.rows("select 1 from catalog.section_history where by = 'opr_bob'");
    expect(kept).toHaveLength(5);
  });

  it("keeps every word of operators", async () => {
    const kept = await story.rows<{ what: string }>(
      "select what, by, reason from catalog.section_history where section = 'home.cent' order by entry",
    );
    expect(kept).toMatchObject([
      { what: "is hidden", by: "opr_ann", reason: "for the autumn" },
      { what: "stands as it is built, and its neighbours in their built order" },
    ]);
  });
});

describe("a store that is put first in a list", () => {
  it("stands there whatever the rule says, and the list tells that it was chosen", async () => {
    expect(await namesOf("best-cashback")).toEqual(["Oak Barrel", "Silver Pine", "Third Birch"]);
    await pin("best-cashback", "third-birch");
    await pin("top-stores", "third-birch");
    expect(await namesOf("best-cashback")).toEqual(["Third Birch", "Oak Barrel", "Silver Pine"]);
    const told = await story.shown.section("best-cashback");
    expect([told?.rule_en.endsWith("The first store was chosen by us."), told?.rule_es.endsWith("nosotros.")]).toEqual([
      true,
      true,
    ]);
    expect((await story.shown.home()).popular[0]?.name).toBe("Third Birch");
    await pin("best-cashback", "silver-pine", 1);
    expect(await namesOf("best-cashback")).toEqual(["Silver Pine", "Third Birch", "Oak Barrel"]);
    expect((await story.shown.section("best-cashback"))?.rule_en).toContain("The first 2 stores were chosen by us.");
    await pin("best-cashback", "third-birch", 1);
    expect(await namesOf("best-cashback")).toEqual(["Third Birch", "Silver Pine", "Oak Barrel"]);
    const off = { section: "best-cashback", store: "silver-pine", place: null, first: false, ...by };
    expect(await story.catalog.desk.pinToSection(off)).toMatchObject({ ok: true });
    expect(await story.catalog.desk.pinToSection(off)).toMatchObject({ code: "not_pinned" });
    expect(await namesOf("best-cashback")).toEqual(["Third Birch", "Oak Barrel", "Silver Pine"]);
    await back("best-cashback");
    await back("top-stores");
    expect(await namesOf("best-cashback")).toEqual(["Oak Barrel", "Silver Pine", "Third Birch"]);
    expect((await story.shown.section("best-cashback"))?.rule_en).not.toContain("chosen by us");
  });

  it("is not there while it is hidden, and is the store that it became a part of", async () => {
    await pin("begin", "third-birch");
    expect(await namesOf("begin")).toEqual(["Third Birch", "Oak Barrel"]);
    const desk = story.catalog.desk;
    await desk.decideStore({ store: "third-birch", field: "hidden", typed: "yes", ...by });
    expect(await namesOf("begin")).toEqual(["Oak Barrel"]);
    await desk.decideStore({ store: "third-birch", field: "hidden", typed: "no", ...by });
    await desk.mergeStores({ store: "third-birch", into: "silver-pine", ...by });
    expect(await namesOf("begin")).toEqual(["Silver Pine", "Oak Barrel"]);
    await pin("begin", "silver-pine");
    expect(await namesOf("begin")).toEqual(["Silver Pine", "Oak Barrel"]);
    const off = { section: "begin", store: "silver-pine", place: null, first: false, ...by };
    expect(await desk.pinToSection(off)).toMatchObject({ ok: true });
    expect(await namesOf("begin")).toEqual(["Oak Barrel"]);
    await pin("begin", "silver-pine");
    await desk.unmergeStore({ store: "third-birch", ...by });
    expect(await namesOf("begin")).toEqual(["Silver Pine", "Oak Barrel"]);
    await pin("begin", "third-birch", 1);
    expect(await namesOf("begin")).toEqual(["Third Birch", "Silver Pine", "Oak Barrel"]);
    await back("begin");
  });

  it("is one that there is, in a list that has stores", async () => {
    expect(await pin("best-cashback", "nobody")).toMatchObject({ code: "unknown_store" });
    expect(await pin("top-products", "oak-barrel")).toMatchObject({ code: "no_stores" });
    expect(await pin("home.rates", "oak-barrel")).toMatchObject({ code: "no_stores" });
    expect(await pin("best-cashback", "oak-barrel", 2)).toMatchObject({ code: "no_place" });
  });
});

it("an order keeps what is known, in the decided order, and what came since at the end", () => {
  expect(inOrder(["a", "b", "c"], ["c", "gone", "a"])).toEqual(["c", "a", "b"]);
  expect(movedTo(["a", "b", "c"], "a", 3)).toEqual(["b", "c", "a"]);
  expect(movedTo(["a", "b", "c"], "c", -4)).toEqual(["c", "a", "b"]);
});
