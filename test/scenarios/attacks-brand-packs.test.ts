/** What hostile partners, operators without the role and clumsy owners try with brands in data. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createPartners } from "#partners";
import { createBrandStory } from "../support/brand-packs.ts";
import { hireOperator } from "../support/operators.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

const STORE = "marlow-finch";
const HOST = "perks.acme.example";

let world: World;
let story: ReturnType<typeof createBrandStory>;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T12:00:00Z", shops: "programmes" });
  await createShopping(world);
  await world.catalog.refresh();
  story = createBrandStory(world);
  await story.say(
    "acme",
    { "say who it is": { name: "Acme", hosts: HOST }, "set its shares": { "member share": "20", "plus share": "30" } },
    true,
  );
});
afterAll(() => world.close());
beforeEach(() => world.advance({ minutes: 1 }));

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: "GET", url, headers });
const rateAt = async (host: string): Promise<number> =>
  (await get(`/api/stores/${STORE}`, { host })).json().merchant.rate.bps;
const whyOf = (outcome: unknown): string => (outcome as { detail?: { why?: string } }).detail?.why ?? "";
const minuteIn = (hours: number): string => {
  const at = new Date(world.clock.now().getTime() + hours * 3_600_000);
  return at.toISOString().slice(0, 16).replace("T", " ");
};
const goTo = (minute: string) => world.clock.set(new Date(`${minute.replace(" ", "T")}:00Z`));
const drop = async (pack: string) => {
  await world.advance({ minutes: 1 });
  expect(await story.desk.act("pack", pack, "drop")).toMatchObject({ ok: true });
};
const takeBack = async (pack: string) => {
  await world.advance({ minutes: 1 });
  expect(await story.desk.act("pack", pack, "take back", { reason: "a test" })).toMatchObject({ ok: true });
};

/** A service whose console has a host of its own. */
async function createApart() {
  const apart = await createWorld({ environment: { CONSOLE_HOST: "desk.tuppence.example:8443" } });
  return { world: apart, story: createBrandStory(apart), [Symbol.asyncDispose]: () => apart.close() };
}

it("a host is a brand's however it is written, and no other name is", async () => {
  const home = await rateAt("localhost");
  const own = await rateAt(HOST);
  expect(own).toBeLessThan(home);
  for (const host of [HOST.toUpperCase(), `${HOST}.`, `${HOST}:8443`, `${HOST.toUpperCase()}.:443`])
    expect(await rateAt(host), host).toBe(own);
  for (const host of [`x.${HOST}`, `${HOST}.evil.example`, `evil-${HOST}`, `${HOST}@evil.example`])
    expect(await rateAt(host), host).toBe(home);
});

it("no brand takes an address of ours, nor one that is no host name", async () => {
  await using apart = await createApart();
  const pack = await apart.story.begin("shipright");
  const own = new URL(apart.world.config.PUBLIC_URL).hostname;
  for (const host of [
    ...["desk.tuppence.example", `media.${own}`, own, `${HOST}.`, `${HOST}:443`, "tienda.españa.example"],
    ...["127.0.0.1", "[::1]", "*.example.com", "shop_1.example.com", "-a.example", `${"a".repeat(250)}.com`],
  ])
    expect(whyOf(await apart.story.change(pack, "say who it is", { hosts: host })), host).not.toBe("");
  const said = await apart.story.change(pack, "say who it is", { hosts: "DESK.Tuppence.example" });
  expect(whyOf(said)).toMatch(/console/);
});

it("JSON that is none of a pack's is refused with a sentence, however it is made", async () => {
  const pack = await story.begin("shipright");
  const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
  for (const rest of ["null", "[]", "5", '"chat"', deep, '{"__proto__":{"name":"x"}}', '{"constructor":{}}'])
    expect(whyOf(await story.change(pack, "set the rest", { rest })), rest.slice(0, 40)).toMatch(/^rest/);
  for (const rest of [
    '{"chat":null}',
    '{"offer":{"__proto__":{"prizes":[]}}}',
    `{"chat":{"hours":${"[".repeat(500)}${"]".repeat(500)}}}`,
  ])
    expect(whyOf(await story.change(pack, "set the rest", { rest })), rest.slice(0, 40)).not.toBe("");
  for (const json of ["null", "[]", "0", deep, '{"claims":null}', '{"hosts":{"__proto__":[]}}']) {
    expect(whyOf(await story.change(pack, "set its pixels", { pixels: json })), json.slice(0, 40)).not.toBe("");
    expect(whyOf(await story.change(pack, "set its benefits", { benefits: json })), json.slice(0, 40)).not.toBe("");
  }
  expect(({} as { name?: string }).name).toBeUndefined();
  expect((await world.partners.packs.find(pack))?.changes).toEqual({});
  await drop(pack);
});

it("a pack that is larger than packs may be is refused before the database has to", async () => {
  const pack = await story.begin("shipright");
  const pixels = (size: number) =>
    JSON.stringify({
      ...{ hosts: ["https://px.example"], registration: [], globaldelayed: [] },
      conversion: [{ name: "long", html: `<img src="https://px.example/${"x".repeat(size)}">` }],
    });
  expect(await story.change(pack, "set its pixels", { pixels: pixels(100) })).toMatchObject({ ok: true });
  const many = Array.from({ length: 20 }, (_, at) => ({
    name: `p${at}`,
    html: `<img src="https://px.example/${"x".repeat(15_000)}">`,
  }));
  const outcome = await story.change(pack, "set its pixels", {
    pixels: JSON.stringify({ hosts: ["https://px.example"], registration: [], globaldelayed: [], conversion: many }),
  });
  expect(whyOf(outcome)).toMatch(/more than a pack may say/);
  await drop(pack);
});

it("of two partners who publish one host at once, one has it", async () => {
  const packs = [await story.begin("shipright"), await story.begin("joinsmarty")];
  for (const pack of packs)
    expect(await story.change(pack, "say who it is", { hosts: "one.example.com" })).toMatchObject({ ok: true });
  const outcomes = await Promise.all(packs.map((pack) => story.publish(pack)));
  expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
  expect(outcomes.map(whyOf).join("")).toMatch(/one\.example\.com belongs to/);
  for (const [at, pack] of packs.entries()) await (outcomes[at]?.ok ? takeBack(pack) : drop(pack));
});

it("nobody gets money past a second person by what is scheduled in between", async () => {
  const lower = await story.begin("acme");
  await story.change(lower, "set its shares", { "member share": "10" });
  const minute = minuteIn(2);
  expect(await story.publish(lower, minute)).toMatchObject({ ok: true });
  // It says what holds now, and would undo what holds by then.
  const back = await story.begin("acme");
  await story.change(back, "set its shares", { "member share": "20" });
  const needed = story.desk.actOf("pack", "publish").secondPerson?.needed;
  expect(await needed?.(back, story.desk.toldOf({ values: { from: minuteIn(4) } }))).toBe(true);
  await drop(back);
  await takeBack(lower);
});

it("what was typed and typed back is no change, whatever order its names were kept in", async () => {
  const pack = await story.begin("joinsmarty");
  const before = await story.typedOf(pack, "set its benefits");
  const benefits = JSON.parse(before.benefits ?? "{}") as { auto_month_minor: number };
  const other = JSON.stringify({ ...benefits, auto_month_minor: benefits.auto_month_minor + 100 });
  expect(await story.change(pack, "set its benefits", { benefits: other })).toMatchObject({ ok: true });
  expect(Object.keys(Object((await world.partners.packs.find(pack))?.changes))).toEqual(["benefits"]);
  const typedBack = JSON.stringify(Object.fromEntries(Object.entries(benefits).toReversed()));
  await world.advance({ minutes: 1 });
  expect(await story.change(pack, "set its benefits", { benefits: typedBack })).toMatchObject({ ok: true });
  expect((await world.partners.packs.find(pack))?.changes).toEqual({});
  await drop(pack);
});

it("a pack is not taken back where its host comes back to a day on which it is another's", async () => {
  const held = await story.say("shipright", { "say who it is": { hosts: "left.example.com" } });
  await world.advance({ minutes: 1 });
  const without = await story.say("shipright", { "say who it is": { hosts: "shipright.example" } });
  await world.advance({ minutes: 1 });
  const later = await story.begin("joinsmarty");
  await story.change(later, "say who it is", { hosts: "left.example.com" });
  expect(await story.publish(later, minuteIn(3))).toMatchObject({ ok: true });
  await world.advance({ minutes: 1 });
  const outcome = await story.desk.act("pack", without, "take back", { reason: "a test" });
  expect(whyOf(outcome)).toMatch(/left\.example\.com belongs to JoinSmarty/);
  for (const pack of [later, without, held]) await takeBack(pack);
});

it("one that is taken back before its minute never holds, and no process was needed for one whose minute passes", async () => {
  const own = await rateAt(HOST);
  const never = await story.begin("acme");
  await story.change(never, "set its shares", { "member share": "1" });
  const first = minuteIn(1);
  expect(await story.publish(never, first)).toMatchObject({ ok: true });
  await takeBack(never);
  goTo(first);
  await world.work();
  expect(await rateAt(HOST)).toBe(own);

  const later = await story.begin("acme");
  await story.change(later, "say who it is", { name: "Acme Later" });
  const minute = minuteIn(2);
  expect(await story.publish(later, minute)).toMatchObject({ ok: true });
  goTo(minute);
  // A process that starts after it, before any job has run.
  const started = createPartners({
    brands: world.partners.all().filter(({ partner_name }) => partner_name !== "acme"),
    data: { database: world.base.handle, clock: world.clock, registry: world.registry, log: world.log, secret: "s" },
  });
  await started.packs.load();
  expect(started.named("acme").name).toBe("Acme Later");
  await takeBack(later);
});

it("a draft is known to every process, and nothing is made anew for it", async () => {
  const version = world.partners.version();
  const pack = await story.begin("acme");
  await story.change(pack, "say who it is", { name: "Acme Draft" });
  expect(world.partners.version()).toBe(version);
  expect(world.partners.packs.remembered(pack)?.changes).toMatchObject({ name: "Acme Draft" });
  await drop(pack);
  expect(world.partners.packs.remembered(pack)).toBeNull();
  expect(world.partners.version()).toBe(version);
});

it("a partner that is begun is found again before it is published", async () => {
  const pack = await story.begin("zebra", true);
  expect((await story.desk.show("partner", "new")).links?.map(({ id }) => id)).toEqual([pack]);
  const list = world.operators.lists.find(({ name }) => name === "partners");
  const rows = (await list?.read({ filters: {}, after: null, most: 50 }))?.rows ?? [];
  expect(rows.find(({ id }) => id === "zebra")?.facts).toMatchObject({ state: "not published yet" });
  await drop(pack);
  expect((await story.desk.show("partner", "new")).links).toEqual([]);
});

it("the home brand in data is the home brand everywhere at once", async () => {
  const pack = await story.say("tuppence", {
    "say who it is": { name: "Two Pence", "support email": "two@tuppence.example" },
  });
  expect(world.partners.home.name).toBe("Two Pence");
  expect((await get("/manifest.webmanifest")).json()).toMatchObject({ name: "Two Pence" });
  expect((await get("/.well-known/security.txt")).body).toContain("two@tuppence.example");
  expect(world.partners.named(null)).toBe(world.partners.home);
  expect(world.partners.named("acme").name).toBe("Acme");
  const ann = await world.member("Anna");
  const { rows } = await world.base.handle.pool.query<{ html: string }>(
    "select html from notifications.mails where recipient = $1",
    [ann.email],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { html } of rows) expect(html).toContain("Two Pence");
  await takeBack(pack);
  expect((await get("/manifest.webmanifest")).json()).toMatchObject({ name: "Tuppence" });
});

it("whoever lacks the role decides nothing of a brand, whoever sent them", async () => {
  const pack = await story.begin("shipright");
  const [sam, ada] = [
    await hireOperator(world, "Sam", ["partner"], "acme"),
    await hireOperator(world, "Ada", ["analyst", "support"]),
  ];
  for (const who of [sam, ada]) {
    const asked = (item: string, act: string, values: object, name = "pack") =>
      world.app.inject({
        method: "POST",
        url: "/api/console/decisions",
        headers: { "content-type": "application/json", cookie: who.cookie() },
        payload: JSON.stringify({ place: "object", name, item, act, reason: "x", values }),
      });
    for (const [item, act, name] of [
      [pack, "publish", "pack"],
      [pack, "drop", "pack"],
      [pack, "take back", "pack"],
      ["acme", "begin a draft", "partner"],
      ["new", "begin a draft", "partner"],
    ] as const) {
      const answer = await asked(item, act, { partner: "acme", from: "" }, name);
      expect([answer.statusCode, answer.json().code], `${act} of ${item}`).toEqual([403, "not_allowed"]);
    }
  }
  expect((await world.partners.packs.find(pack))?.state).toBe("draft");
  await drop(pack);
});

it("browsers' bundles follow a brand that opens, changes and closes", async () => {
  const bundleOf = async () => {
    await world.work();
    return (await get("/ext/acme/manifest.json")).json<{ version?: number }>().version ?? 0;
  };
  const before = await bundleOf();
  expect(before).toBeGreaterThan(0);
  const pack = await story.begin("acme");
  await story.change(pack, "set its shares", { "member share": "25" });
  expect(await story.publish(pack)).toMatchObject({ ok: true });
  const after = await bundleOf();
  expect(after).toBeGreaterThan(before);
  await takeBack(pack);
  expect(await bundleOf()).toBeGreaterThan(after);
});

it("a draw is held as it was announced, for a brand that ended it or closed since", async () => {
  const rest = (await story.typedOf(await story.begin("acme"), "set the rest")).rest ?? "";
  const withDraw = JSON.stringify({ ...JSON.parse(rest), sweepstakes: { prize_minor: 5_000, winners: 1 } });
  const opened = await story.say("acme", { "set the rest": { rest: withDraw } });
  const acme = world.partners.named("acme");
  expect(acme.sweepstakes).toEqual({ prize_minor: 5_000, winners: 1 });
  await world.landing.enterDraw(acme, "en", {
    ...{ month: "5", year: "1990", country: "US", address: "203.0.113.7", email: "nia@example.com" },
  });
  await world.work();
  const { mails } = await world.control<{ mails: { text: string }[] }>("/mails?to=nia%40example.com");
  const token = /\/sweepstakes\/verify\?t=(\w+)/.exec(mails.map(({ text }) => text).join("\n"))?.[1] ?? "";
  expect(await world.landing.confirmDrawEntry(token)).toMatchObject({ state: "confirmed" });
  await world.advance({ minutes: 1 });
  // Taken back out of order: what its members keep is what held last, not what was written last.
  const wrong = await story.say("acme", { "set its shares": { "member share": "90", "plus share": "95" } });
  await takeBack(wrong);
  await takeBack(opened);
  for (const { id } of (await story.desk.show("partner", "acme")).links ?? []) {
    const row = await world.partners.packs.find(id);
    if (row?.state === "published") await takeBack(id);
    if (row?.state === "draft") await drop(id);
  }
  expect(world.partners.all().some(({ partner_name }) => partner_name === "acme")).toBe(false);
  expect(world.partners.named("acme")).toMatchObject({ name: "Acme", member_share_bps: 2_000 });
  world.clock.set("2027-04-02T07:00:00Z");
  await world.landing.runDraws();
  const { rows } = await world.base.handle.pool.query(
    "select brand, entries, prize_minor from landing.monthly_draws where brand = 'acme'",
  );
  expect(rows).toMatchObject([{ brand: "acme", entries: 1 }]);
});
