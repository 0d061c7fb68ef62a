/**
 * Whom a partner sends sees that partner's page and nothing else; its servers come by keys that are told once; its numbers are its
 * own, each day and month in its place.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let shopping: Awaited<ReturnType<typeof createShopping>>;
let [sam, jo, pat, ada]: Hired[] = [];
beforeAll(async () => {
  world = await createWorld({ shops: "programmes", environment: { RATE_LIMIT_FACTOR: "1" } });
  shopping = await createShopping(world);
  await world.catalog.refresh();
  sam = await hireOperator(world, "Sam Shipright", ["partner"], "shipright");
  jo = await hireOperator(world, "Jo Joinsmarty", ["partner"], "joinsmarty");
  pat = await hireOperator(world, "Pat Partners", ["partners"]);
  ada = await hireOperator(world, "Ada Analyst", ["analyst"]);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const hired of [sam, jo, pat, ada]) await hired?.confirm();
});

const hired = (who: Hired | undefined): Hired => {
  if (!who) throw new Error("They are hired.");
  return who;
};
const post = (who: Hired | undefined, path: string, json: object) =>
  world.app.inject({
    method: "POST",
    url: `/api/console/partner/${path}`,
    headers: { "content-type": "application/json", cookie: hired(who).cookie() },
    payload: JSON.stringify(json),
  });
const sheet = async (who: Hired | undefined, query: string) =>
  world.app.inject({
    method: "GET",
    url: `/api/console/partner/numbers.csv?${query}`,
    headers: { cookie: hired(who).cookie() },
  });
const figures = (key: string, query = "") =>
  world.app.inject({ method: "GET", url: `/api/partner/figures${query}`, headers: { authorization: `Bearer ${key}` } });

describe("who is sent by a partner", () => {
  it("is invited for one partner and is nothing else, and no role makes somebody else one", async () => {
    const asked = { email: "x@staff.example", name: "X" };
    for (const [roles, partner, code] of [
      [["partner"], null, "partner_wrong"],
      [["partner"], "nobody", "partner_wrong"],
      [["partner", "owner"], "shipright", "roles_wrong"],
      [["support"], "shipright", "roles_wrong"],
    ] as const)
      expect(
        await world.staff.inviteByCommand("a story", { ...asked, roles, partner }),
        `${roles} ${partner}`,
      ).toMatchObject({
        ok: false,
        code,
      });
    const owner = await hireOperator(world, "Olga Owner", ["owner"]);
    const me = await owner.me();
    expect(await world.staff.setRoles(me, { id: hired(sam).id, roles: ["owner"] }, FROM)).toMatchObject({
      code: "roles_wrong",
    });
    expect(await world.staff.setRoles(me, { id: hired(ada).id, roles: ["partner"] }, FROM)).toMatchObject({
      code: "roles_wrong",
    });
    expect((await hired(sam).me()).permissions).toEqual(new Set(["partners.own"]));
  });

  it("sees its own page, and neither another's nor anything of the house", async () => {
    const { partnerDesk: desk, overview } = world.staff;
    const [me, other, house, analyst] = await Promise.all([sam, jo, pat, ada].map((who) => hired(who).me()));
    if (!me || !other || !house || !analyst) throw new Error("They are signed in.");
    expect([desk.partnerOf(me, null), desk.partnerOf(me, "shipright"), desk.partnerOf(me, "joinsmarty")]).toEqual([
      "shipright",
      "shipright",
      null,
    ]);
    expect([desk.partnerOf(house, "joinsmarty"), desk.partnerOf(house, "nobody"), desk.partnerOf(house, null)]).toEqual(
      ["joinsmarty", null, null],
    );
    expect(desk.partnerOf(analyst, "shipright")).toBeNull();
    expect((await overview(me)).queues).toEqual([]);
    expect((await sheet(sam, "partner=joinsmarty")).statusCode).toBe(403);
    expect((await sheet(ada, "partner=shipright")).statusCode).toBe(403);
    expect((await sheet(pat, "partner=shipright")).statusCode).toBe(200);
    expect((await post(sam, "keys", { partner: "joinsmarty", name: "Theirs" })).statusCode).toBe(403);
    for (const url of ["/api/console/live", "/api/console/figures.csv", "/api/console/audit.csv"])
      expect(
        (await world.app.inject({ method: "GET", url, headers: { cookie: hired(sam).cookie() } })).statusCode,
        url,
      ).toBe(403);
  });
});

describe("a partner's key", () => {
  it("is told once, opens the partner's own numbers, and is ended by its own people alone", async () => {
    const made = await post(sam, "keys", { name: " Nightly report " });
    expect(made.statusCode).toBe(200);
    const { id, key } = made.json<{ id: string; key: string }>();
    expect(key).toMatch(/^tpk_\w{43}$/);
    const kept = JSON.stringify(await world.partners.keys.list("shipright"));
    expect(kept).toContain("Nightly report");
    expect(kept).not.toContain(key.slice(4));
    const { rows } = await world.base.handle.pool.query("select * from partners.keys");
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    expect((await figures(key)).json()).toMatchObject({ partner: "shipright" });
    const { rows: log } = await world.base.handle.pool.query(
      "select facts from staff.audit where what = 'partner_key_made'",
    );
    expect(JSON.stringify(log)).not.toContain(key.slice(4));
    expect((await post(jo, "keys/end", { id })).statusCode).toBe(404);
    expect((await figures(key)).statusCode).toBe(200);
    expect((await post(sam, "keys/end", { id })).statusCode).toBe(200);
    expect((await post(sam, "keys/end", { id })).statusCode).toBe(404);
    expect((await figures(key)).json()).toMatchObject({ code: "key_wrong" });
  });

  it("is refused when it is none, when its name is, and when there are ten", async () => {
    for (const key of ["", "tpk_", `tpk_${"x".repeat(43)}`, "tpk_' or 1=1", hired(sam).token])
      expect((await figures(key)).statusCode, key).toBe(401);
    for (const name of ["", "   ", "x".repeat(61), "a\nb"])
      expect((await post(jo, "keys", { name })).json(), name).toMatchObject({ code: "key_name_wrong" });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => post(jo, "keys", { name: `Key ${at}` })));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(10);
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBe(4);
    const { key } = answers.find(({ statusCode }) => statusCode === 200)?.json<{ key: string }>() ?? { key: "" };
    const asked = [];
    for (let at = 0; at < 61; at += 1) asked.push((await figures(key, "?days=1")).statusCode);
    expect([asked[0], asked.at(-1)]).toEqual([200, 429]);
  });

  it("needs a fresh sign-in of who makes it", async () => {
    await world.advance({ minutes: 6 });
    expect((await post(sam, "keys", { name: "Late" })).json()).toMatchObject({ code: "confirm_first" });
  });
});

it("a partner's numbers are its own, in their days and months", async () => {
  const before = (await sheet(sam, "days=400")).body;
  world.clock.set("2027-04-02T23:30:00Z");
  await world.advance({ minutes: 0 });
  for (const who of [sam, pat]) await hired(who).signIn();
  const [ann, ben] = [await world.member("Nadia", "en", "shipright"), await world.member("Omar")];
  await world.advance({ minutes: 60 });
  const cleo = await world.member("Petra", "es", "shipright");
  const shipright = world.partners.named("shipright");
  for (const [member, brand] of [
    [ann, shipright],
    [cleo, shipright],
    [cleo, shipright],
    [ben, world.partners.home],
  ] as const)
    expect((await world.cashback.go(member, { merchant: "marlow-finch" }, brand)).ok).toBe(true);
  for (const who of [sam, pat]) await hired(who).signIn();
  const { periods, rows } = await world.staff.partnerDesk.numbers.byMonth("shipright");
  const shown = (name: string, period: string) =>
    rows.find((row) => row.name === name)?.values[periods.indexOf(period)];
  expect([periods.length, periods.at(0), periods.at(-1)]).toEqual([12, "2026-05", "2027-04"]);
  expect([shown("members who joined", "2027-04"), shown("clicks", "2027-04")]).toEqual(["2", "3"]);
  const csv = (await sheet(sam, "days=2")).body.trim().split("\n");
  expect(csv[0]).toContain("members who joined");
  expect(csv.slice(1).map((line) => line.split(",").slice(0, 2).join(" ").trim())).toEqual([
    "2027-04-02 1",
    "2027-04-03 1",
  ]);
  expect(before).not.toContain("2027-04-02");
  expect((await sheet(pat, "partner=joinsmarty&days=2")).body).not.toMatch(/2027-04-0\d,[1-9]/);
  expect(shopping).toBeDefined();
});
