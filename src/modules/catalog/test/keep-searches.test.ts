import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Http } from "#platform/http";
import { registerCatalogCalls } from "../http.ts";
import { countable, keepSearch } from "../keep-searches.ts";
import { eraseMemberData, readMemberData } from "../member-data-store.ts";
import { moveMember } from "../member-move-store.ts";
import { searchLists, searchObject } from "../operator-searches.ts";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const [ANN, BOB, CAT] = [1, 2, 3].map((n) => `0198aaaa-0000-7000-8000-00000000000${n}`);
const world = emptyWorld();
let story: Story;
let app: Http;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Nike", url: "https://nike.example", description: "Shoes", rates: [["A", "All", "5"]] },
  ];
  story = await startStory(world);
  await story.catalog.importAll();
  app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler) as Http;
  registerCatalogCalls(app, {
    catalog: story.catalog,
    brandOf: () => story.brand,
    plain: false,
    memberOf: async (request) => {
      const user_id = { "Bearer ann": ANN, "Bearer bob": BOB, "Bearer cat": CAT }[request.headers.authorization ?? ""];
      return user_id ? { user_id } : null;
    },
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await story.stop();
});

const wish = async (name: string, authorization = "Bearer ann") =>
  (
    await app.inject({
      method: "POST",
      url: "/api/user/store-wishes",
      headers: { authorization },
      payload: { name },
    })
  ).statusCode;
const readWishes = (asked: { after: string | null; most: number }) => {
  const list = searchLists(story.base.handle.db).find(({ name }) => name === "wishes");
  if (!list) throw new Error("Operators have a list of wishes.");
  return list.read({ filters: {}, ...asked });
};
const wishes = async () =>
  (await readWishes({ after: null, most: 200 })).rows.map(({ line, facts }) => ({
    name: line,
    members: Number(facts["members who wish"]),
  }));

describe("wishes for stores", () => {
  it("are counted once for each member, however the name is written", async () => {
    expect(await wish("Temu", "")).toBe(401);
    expect(await wish("  ")).toBe(400);
    for (const name of ["Temu", "temu", " TEMU "]) expect(await wish(name)).toBe(200);
    expect(await wish("the temu", "Bearer bob")).toBe(200);
    expect(await wish("Whatnot")).toBe(200);
    expect(await wishes()).toEqual([
      { name: "Temu", members: 2 },
      { name: "Whatnot", members: 1 },
    ]);
  });

  it("stand before operators, the most wanted first and page by page, and each leads to what is said of the name", async () => {
    const first = await readWishes({ after: null, most: 1 });
    expect(first).toEqual({
      rows: [
        {
          ...{ kind: "search", id: "temu", line: "Temu" },
          facts: { store: "Temu", "members who wish": "2", "newest wish": story.clock.now().toISOString() },
        },
      ],
      after: "1",
    });
    const second = await readWishes({ after: first.after, most: 1 });
    expect(second.rows.map(({ line }) => line)).toEqual(["Whatnot"]);
    expect(await readWishes({ after: second.after, most: 1 })).toEqual({ rows: [], after: null });
    const { db } = story.base.handle;
    expect(await searchObject(db, story.catalog.desk).show("temu")).toMatchObject({
      facts: { searched: "not in 90 days", "members who wish for it": "2" },
    });
    // What tells of a person is counted and shown to nobody.
    expect(await wish("ann@example.com", "Bearer cat")).toBe(200);
    expect((await wishes()).map(({ name }) => name)).toEqual(["Temu", "Whatnot"]);
    await story.rows("delete from catalog.store_wishes where user_id = '0198aaaa-0000-7000-8000-000000000003'");
  });

  it("are no more than a hundred of one member", async () => {
    for (let number = 0; number < 98; number += 1) expect(await wish(`Store ${number}`, "Bearer bob")).toBe(200);
    expect(await wish("One more", "Bearer bob")).toBe(200);
    expect(await wish("One too many", "Bearer bob")).toBe(409);
    expect(await wish("STORE 7", "Bearer bob"), "which is one of the hundred").toBe(200);
  });

  it("are no more than a hundred when they come at once", async () => {
    const statuses = await Promise.all(Array.from({ length: 130 }, (_, n) => wish(`Rush ${n}`, "Bearer cat")));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    await story.rows("delete from catalog.store_wishes where user_id = '0198aaaa-0000-7000-8000-000000000003'");
  });

  it("are one line of what can be seen, whatever was sent", async () => {
    const odd = [
      "\u001b]0;owned\u0007Etsy",
      "Et\u202esy\r\nNike: 900 members",
      `${"e".repeat(59)}\u{1f600}`,
      "\u200b\u0007",
    ];
    const statuses = [];
    for (const name of odd) statuses.push(await wish(name, "Bearer cat"));
    expect(statuses).toEqual([200, 200, 200, 400]);
    const names = await story.rows(
      "select name from catalog.store_wishes where user_id = '0198aaaa-0000-7000-8000-000000000003' order by created_at, name",
    );
    expect(names).toHaveLength(3);
    for (const { name } of names as { name: string }[]) expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,60}$/u);
    await story.rows("delete from catalog.store_wishes where user_id = '0198aaaa-0000-7000-8000-000000000003'");
  });

  it("belong to the member's data, go over with the member and end with them", async () => {
    const { database } = { database: story.base.handle };
    expect(await readMemberData(database.db, ANN as string)).toMatchObject({
      stores_wished_for: [{ store: "Temu" }, { store: "Whatnot" }],
    });
    await database.transaction((tx) => moveMember(tx, { from: ANN as string, to: BOB as string }));
    // Bob wished for Temu himself: it is one wish.
    const both = (await wishes()).filter(({ name }) => /temu|whatnot/i.test(name));
    expect(both.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "the temu", members: 1 },
      { name: "Whatnot", members: 1 },
    ]);
    await database.transaction((tx) => eraseMemberData(tx, BOB as string));
    expect(await wishes()).toEqual([]);
  });
});

describe("figures of searches", () => {
  it("are kept by text and day, without persons, and tell what found nothing", async () => {
    const search = (q: string, kind?: "stores") => story.shown.searchPage({ q, language: "en", kind });
    for (const q of ["Nike", "nike ", "zzzzzz", "zzzzzz", "zzzzzz"]) await search(q);
    // A tab of the same results, a mail address and a telephone number are not counted.
    await search("nike", "stores");
    for (const q of ["ann@example.com", "call 555 123 4567"]) await search(q);
    await story.shown.search("adidas");
    expect(await story.catalog.searches({ days: 7, lost: false })).toEqual([
      { searched: "zzzzzz", language: "en", times: 3, results: 0 },
      { searched: "nike", language: "en", times: 2, results: 1 },
    ]);
    expect(await story.catalog.searches({ days: 7, lost: true })).toHaveLength(1);
    expect(
      (await story.rows("select * from catalog.searches")).flatMap((row) => Object.keys(row as object)),
    ).not.toContain("user_id");
  });

  it("grow by no more new texts a day than people make, and go on counting what is known", async () => {
    const before = (await story.rows("select 1 from catalog.searches")).length;
    // Keeping a search needs these two of the module's parts.
    const deps = { database: story.base.handle, clock: story.clock } as never;
    const keep = (q: string) => keepSearch(deps, { q, language: "en", results: 0 });
    const made = Array.from({ length: 20_050 }, (_, n) => `made up ${n.toString(36)}`);
    for (let from = 0; from < made.length; from += 50) await Promise.all(made.slice(from, from + 50).map(keep));
    const after = (await story.rows("select 1 from catalog.searches")).length;
    expect(after - before).toBeLessThanOrEqual(20_050);
    await keep("one text more");
    await keep("made up 7");
    expect(await story.rows("select times from catalog.searches where searched = 'made up 7'")).toEqual([{ times: 2 }]);
    expect(await story.rows("select 1 from catalog.searches where searched = 'one text more'")).toEqual([]);
    await story.rows("delete from catalog.searches where searched like 'made up %'");
  });

  it("are dropped after 90 days", async () => {
    await story.rows("update catalog.searches set day = day - 89 where searched = 'nike'");
    await story.rows("update catalog.searches set day = day - 91 where searched = 'zzzzzz'");
    await story.catalog.dropOldSearches();
    expect(await story.rows("select searched from catalog.searches")).toEqual([{ searched: "nike" }]);
  });

  it("hold nothing by which a person could be told", () => {
    for (const text of ["ann@example.com", "4111 1111 1111 1111", "(555) 123-4567", "   "])
      expect(countable(text), text).toBeNull();
    expect(countable("Levi's 501")).toBe("levis 501");
    expect(countable("rtx 4070 ti 16 gb")).toBe("rtx 4070 ti 16 gb");
  });
});
