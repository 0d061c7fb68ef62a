/**
 * A partner is a data set: a fourth one is made in the console, holds on calls, in mails and for who joins, is changed at a minute,
 * taken back and closed. What no brand may say is refused with its reason, and two who write at once never undo each other.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPartners } from "#partners";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { listenForNotices } from "../../src/server/serve.ts";
import { createBrandStory } from "../support/brand-packs.ts";
import { otherProcess } from "../support/other-process.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

const STORE = "marlow-finch";
const HOST = "perks.acme.example";

let world: World;
let story: ReturnType<typeof createBrandStory>;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes", expectedErrors: /^name: / });
  await createShopping(world);
  await world.catalog.refresh();
  story = createBrandStory(world);
});
afterAll(() => world.close());
// Two decisions on one thing are never of one instant.
beforeEach(() => world.advance({ minutes: 1 }));

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: "GET", url, headers });
const rateAt = async (host?: string): Promise<number> =>
  (await get(`/api/stores/${STORE}`, host ? { host } : {})).json().merchant.rate.bps;
const tellVisit = (origin: string) =>
  world.app.inject({
    method: "POST",
    url: "/api/check-set-cookie",
    headers: { "content-type": "application/json", origin },
    payload: JSON.stringify({ sid: "1", cid: "2", partner: "acme", website: "acme", url: `${origin}/` }),
  });
const whyOf = (outcome: unknown): string => (outcome as { detail?: { why?: string } }).detail?.why ?? "";

describe("a fourth partner", () => {
  it("is made of data: its rates, amounts, names, hosts and colors are its own from the minute of publishing", async () => {
    const [home, refusedCall] = [await rateAt(), await tellVisit(`https://${HOST}`)];
    expect(refusedCall.statusCode).toBe(403);
    expect(world.partners.named("acme")).toBe(world.partners.home);
    await story.say(
      "acme",
      {
        "say who it is": {
          name: "Acme Perks",
          hosts: `${HOST}\nwww.acme.example`,
          "support email": "help@acme.example",
        },
        "give it a look": { theme: "theme2", primary: "#5A2A82", accent: "#F4B942" },
        "set its plan": { "standard month": "11.49" },
        "set its shares": { "member share": "35", "payout minimum": "3.00" },
      },
      true,
    );
    const acme = world.partners.named("acme");
    expect(acme).toMatchObject({ name: "Acme Perks", run_by: tuppence.name, colors: { primary: "#5A2A82" } });
    expect(acme.plan.monthly_minor).toBe(1149);
    expect(acme.sweepstakes).toBeNull();
    expect(await rateAt(HOST)).toBeLessThan(home * 0.51);
    expect(await rateAt()).toBe(home);
    const heard = await tellVisit(`https://${HOST}`);
    expect([heard.statusCode, heard.headers["access-control-allow-origin"]]).toEqual([200, `https://${HOST}`]);
    expect((await get("/manifest.webmanifest", { host: HOST })).json()).toMatchObject({
      name: "Acme Perks",
      theme_color: "#5A2A82",
    });
    const ann = await world.member("Anna", "en", "acme");
    expect((await world.payouts.withdrawalPage(ann.user_id)).minimum_minor).toBe("300");
    const { rows } = await world.base.handle.pool.query<{ html: string }>(
      "select html from notifications.mails where recipient = $1",
      [ann.email],
    );
    expect(rows.map(({ html }) => html.includes("Acme Perks"))).toEqual(rows.map(() => true));
    expect(rows.length).toBeGreaterThan(0);
    const quote = await world.membership.quote({
      brand: acme,
      tier: "standard",
      zone: acme.zone,
      user_id: ann.user_id,
    });
    expect(quote.monthly_minor).toBe("1149");
    expect((await story.desk.search("acme")).map(({ kind, id }) => `${kind} ${id}`)).toContain("partner acme");
  });

  it("changes at its minute and not before; taken back, what held before holds again", async () => {
    const pack = await story.begin("acme");
    await story.change(pack, "set its shares", { "member share": "70" });
    const [before, home] = [await rateAt(HOST), await rateAt()];
    const at = new Date(world.clock.now().getTime() + 3 * 3_600_000);
    at.setUTCSeconds(0, 0);
    const minute = at.toISOString().slice(0, 16).replace("T", " ");
    expect(await story.publish(pack, minute)).toMatchObject({ ok: true });
    const version = world.partners.version();
    expect(await rateAt(HOST)).toBe(before);
    world.clock.set(new Date(at.getTime() - 1));
    expect(await rateAt(HOST)).toBe(before);
    world.clock.set(at);
    expect(await rateAt(HOST)).toBe(home);
    expect(world.partners.version()).toBeGreaterThan(version);
    await world.advance({ minutes: 1 });
    const back = await story.desk.act("pack", pack, "take back", { reason: "too much" });
    expect(back).toMatchObject({ ok: true });
    expect(await rateAt(HOST)).toBe(before);
  });

  it("is told to every process that keeps pages, at once and at a scheduled minute", async () => {
    const other = createPartners({
      brands: world.partners.all().filter(({ partner_name }) => partner_name !== "acme"),
      data: {
        ...{ database: world.base.handle, clock: world.clock, registry: world.registry },
        ...{ log: world.log, secret: "s" },
      },
    });
    let cleared = 0;
    const notices = await listenForNotices(
      world.base.handle,
      otherProcess(world, { partners: other }),
      () => {
        cleared += 1;
      },
      world.log,
    );
    try {
      expect(other.named("acme").name).toBe("Acme Perks");
      const pack = await story.begin("acme");
      await story.change(pack, "say who it is", { name: "Acme Rewards" });
      const asked = cleared;
      await story.publish(pack);
      await expect.poll(() => other.named("acme").name).toBe("Acme Rewards");
      await expect.poll(() => cleared).toBeGreaterThan(asked);
      const later = await story.begin("acme");
      await story.change(later, "say who it is", { name: "Acme Perks" });
      const at = new Date(world.clock.now().getTime() + 3_600_000);
      at.setUTCSeconds(0, 0);
      await story.publish(later, at.toISOString().slice(0, 16).replace("T", " "));
      await expect.poll(() => other.packs.current().open.length).toBe(4);
      world.clock.set(at);
      const count = cleared;
      await world.work();
      await expect.poll(() => cleared).toBeGreaterThan(count);
      expect([other.named("acme").name, world.partners.named("acme").name]).toEqual(["Acme Perks", "Acme Perks"]);
    } finally {
      await notices.stop();
    }
  });

  it("may be changed by two at once: the second is told, and undoes nothing that they did not see", async () => {
    const [one, other] = [await story.begin("acme"), await story.begin("acme")];
    await story.change(one, "set its shares", { "payout minimum": "2.00" });
    await story.change(other, "say who it is", { "run by": "Somebody" });
    expect(await story.publish(one)).toMatchObject({ ok: true });
    expect(whyOf(await story.publish(other))).toMatch(/published since this draft was begun/);
    expect(world.partners.named("acme")).toMatchObject({ payout_minimum_minor: 200, run_by: tuppence.name });
    // Published twice by one press, it is one.
    const again = await story.begin("acme");
    await world.advance({ minutes: 1 });
    await story.change(again, "set its shares", { "payout minimum": "1.00" });
    const decidedAt = world.clock.now();
    const told = { decidedAt, values: {} };
    const twice = await Promise.all([
      story.desk.act("pack", again, "publish", told),
      story.desk.act("pack", again, "publish", told),
    ]);
    expect(twice.map(({ ok }) => ok)).toEqual([true, true]);
    // A draft that was changed since somebody looked is neither changed nor published by them.
    const draft = await story.begin("acme");
    const seen = (await story.typedOf(draft, "say who it is")).seen ?? "";
    await world.advance({ minutes: 1 });
    await story.change(draft, "say who it is", { name: "Acme Other" });
    expect(whyOf(await story.desk.act("pack", draft, "publish", { values: { seen } }))).toMatch(/changed it meanwhile/);
    expect(await story.desk.act("pack", draft, "drop")).toMatchObject({ ok: true });
    expect(whyOf(await story.desk.act("pack", draft, "publish"))).toMatch(/past that/);
  });

  it("is closed when its last pack is taken back: nobody comes under it any more, and its members keep its name", async () => {
    const rows = await world.partners.packs.of("acme");
    for (const { pack_id } of rows.filter(({ state }) => state === "published").toReversed()) {
      const shown = (await world.partners.packs.list({ state: "published", after: null, most: 50 })).find(
        (row) => row.pack_id === pack_id,
      );
      expect(shown).toBeDefined();
      const { id } =
        (await story.desk.show("partner", "acme")).links?.find(({ line }) => line.includes("published")) ?? {};
      await world.advance({ minutes: 1 });
      expect(await story.desk.act("pack", id ?? "", "take back", { reason: "the contract ended" })).toMatchObject({
        ok: true,
      });
    }
    expect(world.partners.all().map(({ partner_name }) => partner_name)).toEqual([
      "tuppence",
      "shipright",
      "joinsmarty",
    ]);
    expect(await rateAt(HOST)).toBe(await rateAt());
    expect((await tellVisit(`https://${HOST}`)).statusCode).toBe(403);
    expect(world.partners.named("acme").name).toBe("Acme Perks");
    expect(world.partners.select({ partner: "acme", host: "" })).toBe(world.partners.home);
    expect((await story.desk.show("partner", "acme")).facts.state).toMatch(/closed/);
  });
});

describe("what no brand may say", () => {
  it("is refused with its reason before anything is kept", async () => {
    const pack = await story.begin("shipright");
    for (const [group, typed, why] of [
      ["say who it is", { hosts: "joinsmarty.example" }, /joinsmarty\.example belongs to JoinSmarty/],
      ["say who it is", { hosts: new URL(world.config.PUBLIC_URL).hostname }, /hosts/],
      ["say who it is", { hosts: "https://evil.example/" }, /host name/],
      ["say who it is", { name: "<b>Ship</b>" }, /no markup/],
      ["say who it is", { name: "{{brand}}" }, /no markup/],
      ["say who it is", { zone: "Mars/Olympus" }, /time zone/],
      ["say who it is", { "after log out": "javascript:alert(1)" }, /logout_url/],
      ["give it a look", { primary: "#FFE08A", accent: "#F4B942" }, /contrast of \d\.\d\d:1/],
      ["give it a look", { primary: "#163E64", accent: "#222222" }, /lighter accent/],
      ["give it a look", { primary: "#163E64", accent: "" }, /both colors/],
      ["give it a look", { primary: "red}", accent: "#F4B942" }, /#rrggbb/],
      ["give it a look", { theme: "theme9" }, /theme/],
      ["set its plan", { "standard trial days": "3" }, /at least 8 days/],
      ["set its plan", { "plus month": "-1" }, /dollars and cents/],
      ["set its plan", { "standard month": "0.10" }, /at least|nothing/],
      ["set its plan", { "standard month": "3.00", "standard trial": "1.00" }, /the wheel of shipright/],
      ["set its shares", { "member share": "101" }, /member_share_bps|shares/],
      ["set its shares", { "member share": "95" }, /no less than without/],
      ["set its shares", { "coin share": "99" }, /coin shares/],
      ["set its hand-overs", { "plus extra": "https://elsewhere.example/" }, /hosts of its own list/],
      ["set its hand-overs", { callback: "http://shipright.example/" }, /callback/],
      ["set its benefits", { benefits: "{" }, /no JSON/],
      ["set its benefits", { benefits: '{"claims":{"yachts":{}}}' }, /benefits/],
      [
        "set its pixels",
        { pixels: '{"hosts":["*"],"registration":[],"conversion":[],"globaldelayed":[]}' },
        /pixels\.hosts/,
      ],
      [
        "set its pixels",
        {
          pixels: JSON.stringify({
            ...{ hosts: ["https://px.example"], conversion: [], globaldelayed: [] },
            registration: [{ name: "bad", html: '<img src="https://px.example/?e={email}" onload="x({email})">' }],
          }),
        },
        /pixels of shipright/,
      ],
      ["set the rest", { rest: '{"coins_per_dollar":1}' }, /coins_per_dollar is none of/],
      ["set the rest", { rest: '{"partner_name":"tuppence"}' }, /partner_name is none of/],
      ["set the rest", { rest: '{"__proto__":{"name":"x"}}' }, null],
    ] as const) {
      const before = JSON.stringify(await world.partners.packs.find(pack));
      const said = await story.check(pack, group, typed);
      const outcome = await story.change(pack, group, typed);
      const line = `${group} ${JSON.stringify(typed)}: ${said}`;
      if (why === null) continue;
      expect(said, line).toMatch(why);
      expect(outcome, line).toMatchObject({ ok: false, code: "not_possible" });
      expect(JSON.stringify(await world.partners.packs.find(pack)), line).toBe(before);
    }
    expect(world.partners.named("shipright")).toEqual(shipright);
    expect(await story.desk.act("pack", pack, "drop")).toMatchObject({ ok: true });
  });

  it("is refused as a partner's name, and there is no draft of what is none", async () => {
    for (const partner of ["", "new", "A", "acme corp", "../x", "x".repeat(31)])
      expect(await story.desk.act("partner", "new", "begin a draft", { values: { partner } }), partner).toMatchObject({
        ok: false,
      });
    expect(await story.desk.act("partner", "nobody", "begin a draft", { values: { partner: "nobody" } })).toMatchObject(
      {
        code: "unknown",
      },
    );
    for (const act of ["publish", "take back", "drop", "say who it is"])
      expect(await story.desk.act("pack", "pck_nothing", act), act).toMatchObject({ code: "unknown" });
  });

  it("asks a second person for money, hosts and scripts, and for a name or a color nobody", async () => {
    const needed = async (group: string, typed: Record<string, string>) => {
      const pack = await story.begin("shipright");
      expect(await story.change(pack, group, typed)).toMatchObject({ ok: true });
      const asked = await story.desk.actOf("pack", "publish").secondPerson?.needed(pack, story.desk.toldOf({}));
      await world.advance({ minutes: 1 });
      await story.desk.act("pack", pack, "drop");
      return asked;
    };
    expect(await needed("say who it is", { name: "Ship Right" })).toBe(false);
    expect(await needed("give it a look", { primary: "#163E64", accent: "#F4B942" })).toBe(false);
    expect(await needed("say who it is", { hosts: "shipright.example\nnew.example" })).toBe(true);
    expect(await needed("set its shares", { "plus share": "95" })).toBe(true);
    expect(await needed("set its plan", { "standard month": "11.49" })).toBe(true);
    expect(await needed("set its hand-overs", { callback: "https://shipright.example/heard" })).toBe(true);
  });

  it("gives way to what is delivered when a later release cannot read it", async () => {
    const pack = await story.say("joinsmarty", { "say who it is": { name: "Join Smarter" } });
    expect(world.partners.named("joinsmarty").name).toBe("Join Smarter");
    await world.base.handle.pool.query(
      `update partners.packs set changes = changes || '{"name":""}', changed_at = changed_at + interval '1 second'
       where partner_name = 'joinsmarty' and state = 'published'`,
    );
    await world.partners.packs.load();
    expect(world.partners.named("joinsmarty").name).toBe("JoinSmarty");
    await world.advance({ minutes: 1 });
    expect(await story.desk.act("pack", pack, "take back", { reason: "unreadable" })).toMatchObject({ ok: true });
  });
});

describe("a look at a draft", () => {
  it("is for who has its link, for half an hour, and changes no call", async () => {
    const pack = await story.begin("shipright");
    await story.change(pack, "set its shares", { "member share": "10", "plus share": "10" });
    const view = (await story.desk.show("pack", pack)).views?.[0]?.href ?? "";
    const path = view.slice(new URL(view).origin.length);
    const opened = await get(path);
    expect([opened.statusCode, opened.headers.location]).toEqual([303, "/"]);
    const line = String(opened.headers["set-cookie"]);
    expect(line).toMatch(/^pack_preview=pck_[\w.-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax/);
    const cookie = line.split(";")[0] ?? "";
    expect(world.partners.previews.ofRequest({ cookie })).toMatchObject({
      partner_name: "shipright",
      member_share_bps: 1_000,
    });
    // A call says what is true: a click made meanwhile promises what holds.
    const [plain, looked] = [await get(`/api/stores/${STORE}`), await get(`/api/stores/${STORE}`, { cookie })];
    expect(looked.json().merchant.rate).toEqual(plain.json().merchant.rate);
    for (const [what, forged] of [
      ["another pack", cookie.replace(/pck_\w+/, "pck_0000000000000000000000")],
      ["a longer time", cookie.replace(/\.(\d{10})\./, (_all, until: string) => `.${Number(until) + 3_600}.`)],
      ["no signature", cookie.replace(/\.[\w-]+$/, ".")],
    ] as const)
      expect(world.partners.previews.ofRequest({ cookie: forged }), what).toBeNull();
    for (const to of ["//evil.example", "/\\evil.example", "https://evil.example"])
      expect((await get(`${path.split("?")[0]}?to=${encodeURIComponent(to)}`)).headers.location, to).toBe("/");
    await world.advance({ minutes: 31 });
    expect(world.partners.previews.ofRequest({ cookie })).toBeNull();
    expect((await get(path)).statusCode).toBe(404);
    expect(String((await get("/partner-look/end")).headers["set-cookie"])).toMatch(/^pack_preview=; .*Max-Age=0/);
    await story.desk.act("pack", pack, "drop");
  });
});
