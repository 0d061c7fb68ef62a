/** Stories of messages over the front page and of banners above pages: written, scheduled, over at their minute, taken back. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

type Brand = typeof tuppence;
const message = (code: string, language: "en" | "es" = "en", brand: Brand = tuppence) =>
  world.content.message(code, { brand, language })?.title ?? null;
const banners = (language: "en" | "es" = "en", brand: Brand = tuppence) =>
  world.content.banners({ brand, language }).map(({ on, title }) => `${title} on ${on}`);

const text = (head: Record<string, string>, words: string) =>
  `---\n${Object.entries(head)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n---\n${words}\n`;
const promo = (en = "Spring is here", es = "Llegó la primavera", more: Record<string, string> = {}) => ({
  english: text({ title: en, ...more }, "Stores that you asked for are here."),
  spanish: text({ title: es, ...more }, "Ya están las tiendas que pediste."),
});
const strip = (en: string, es: string, shown_on = "everywhere", more: Record<string, string> = {}) =>
  promo(en, es, { shown_on, dismissible: "true", ...more });

const idIn = (outcome: { ok: boolean; value?: string }) => /edt_[0-9a-f]+/.exec(outcome.value ?? "")?.[0] ?? "";
async function write(of: string, values: Record<string, string>): Promise<string> {
  const outcome = await desk.act("text", of, "write", { values });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await world.advance({ minutes: 1 });
  return idIn(outcome);
}
const whyNot = async (of: string, values: Record<string, string>) => {
  const outcome = await desk.act("text", of, "write", { values });
  return outcome.ok ? "it was kept" : (outcome.detail?.why ?? outcome.code);
};
const inMinutes = (minutes: number) =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 16).replace("T", " ");
const publish = (id: string, from?: number, until?: number) =>
  desk.act("edition", id, "publish", {
    values: {
      ...(from === undefined ? {} : { from: inMinutes(from) }),
      ...(until === undefined ? {} : { until: inMinutes(until) }),
    },
  });

/** What pages were told since it was asked. */
async function hearing(journey: (heard: () => Promise<number>) => Promise<void>) {
  const listener = await world.database.pool.connect();
  let heard = 0;
  listener.on("notification", () => {
    heard += 1;
  });
  await listener.query("listen tuppence_pages");
  await journey(async () => {
    await listener.query("select 1");
    const told = heard;
    heard = 0;
    return told;
  });
  await listener.query("unlisten tuppence_pages");
  listener.release();
}

describe("messages", () => {
  it("of codes that our pages lead to are reworded, in both languages, and are there again when that is taken back", async () => {
    expect([message("welcome"), message("welcome", "es")]).toEqual(["Welcome", "Te damos la bienvenida"]);
    const id = await write("messages:welcome", promo("You are in", "Ya estás dentro"));
    expect(message("welcome")).toBe("Welcome");
    expect(await publish(id)).toMatchObject({ ok: true });
    expect([message("welcome"), message("welcome", "es")]).toEqual(["You are in", "Ya estás dentro"]);
    expect(await desk.act("edition", id, "take back")).toMatchObject({ ok: true });
    expect([message("welcome"), message("welcome", "es")]).toEqual(["Welcome", "Te damos la bienvenida"]);
  });

  it("of a new code appear at their minute and go at their end, on one partner's pages alone", async () => {
    const id = await write("messages:new", {
      ...promo("Spring is here", "Llegó la primavera", { button: "See stores", leads_to: "/stores" }),
      ...{ called: "spring-promo", under: "shipright" },
    });
    const seen = () => [
      message("spring-promo", "en", shipright),
      message("spring-promo", "es", shipright),
      message("spring-promo"),
    ];
    expect(await publish(id, 60, 120)).toMatchObject({ ok: true });
    await hearing(async (told) => {
      await told();
      expect(seen()).toEqual([null, null, null]);
      await world.advance({ minutes: 58 });
      await world.work();
      expect([seen(), await told()]).toEqual([[null, null, null], 0]);
      await world.advance({ minutes: 2 });
      await world.work();
      expect([seen(), await told()]).toEqual([["Spring is here", "Llegó la primavera", null], 1]);
      expect(world.content.message("spring-promo", { brand: shipright, language: "en" })?.button).toEqual({
        text: "See stores",
        href: "/stores",
      });
      await world.advance({ minutes: 59 });
      await world.work();
      expect([seen()[0], await told()]).toEqual(["Spring is here", 0]);
      await world.advance({ minutes: 1 });
      await world.work();
      expect([seen(), await told()]).toEqual([[null, null, null], 1]);
    });
    const { facts, timeline } = await desk.show("edition", id);
    expect(facts.state).toBe("over");
    expect(timeline.at(-1)?.what).toContain("over");
  });

  it("of a code that nobody wrote are none, whatever is asked", () => {
    for (const code of ["nothing", "new", "WELCOME", "__proto__", "constructor", "../about", ""])
      expect(message(code), code).toBeNull();
  });

  it.each(["", "Spring", "a", "-a", "new", "spring promo", "../x", "a".repeat(41), "é-te"])(
    "is not called “%s”",
    async (called) => {
      expect(await whyNot("messages:new", { ...promo(), called })).toMatch(/^Call it by/);
      const told = desk.toldOf({ values: { ...promo(), called } });
      expect(await desk.actOf("text", "write").check?.("messages:new", told)).toMatch(/^Call it by/);
    },
  );

  it("is written where one of its name is, whether that stands or is over", async () => {
    expect(await whyNot("messages:new", { ...promo(), called: "welcome" })).toMatch(/of this name/);
    const id = await write("messages:new", { ...promo(), called: "spring-promo" });
    expect(await whyNot("messages:new", { ...promo(), called: "spring-promo" })).toMatch(/of this name/);
    await publish(id);
    await desk.act("edition", id, "take back");
    expect(message("spring-promo")).toBeNull();
    const begun = await desk
      .actOf("text", "write")
      .asks?.find(({ name }) => name === "spanish")
      ?.begin?.("messages:spring-promo");
    expect(begun).toContain("Llegó la primavera");
    expect(await publish(await write("messages:spring-promo", promo("Spring again", "Otra primavera")))).toMatchObject({
      ok: true,
    });
    expect(message("spring-promo")).toBe("Spring again");
  });
});

describe("banners", () => {
  it("appear at their minute and go at their end, for one partner alone, in both languages", async () => {
    const id = await write("banners:new", {
      ...strip("New stores", "Tiendas nuevas"),
      called: "new-stores",
      under: "shipright",
    });
    expect(await publish(id, 30, 90)).toMatchObject({ ok: true });
    const seen = () => [banners("en", shipright), banners("es", shipright), banners()].flat();
    await hearing(async (told) => {
      await told();
      expect(seen()).toEqual([]);
      await world.advance({ minutes: 30 });
      await world.work();
      expect([seen(), await told()]).toEqual([["New stores on everywhere", "Tiendas nuevas on everywhere"], 1]);
      await world.advance({ minutes: 60 });
      await world.work();
      expect([seen(), await told()]).toEqual([[], 1]);
    });
  });

  it("is taken back at once, also before its minute", async () => {
    const [now, later] = [
      await write("banners:new", { ...strip("One", "Uno"), called: "one" }),
      await write("banners:new", { ...strip("Two", "Dos"), called: "two" }),
    ];
    await publish(now, undefined, 60);
    await publish(later, 30, 90);
    await hearing(async (told) => {
      await told();
      expect(await desk.act("edition", now, "take back")).toMatchObject({ ok: true });
      expect([banners(), await told()]).toEqual([[], 1]);
    });
    await desk.act("edition", later, "take back");
    await world.advance({ minutes: 31 });
    await world.work();
    expect(banners()).toEqual([]);
  });

  it("says until when, after its beginning and within a year; other texts do not end", async () => {
    const id = await write("banners:new", { ...strip("One", "Uno"), called: "one" });
    for (const [from, until] of [
      [undefined, undefined],
      [30, undefined],
      [30, 30],
      [30, 10],
      [undefined, -5],
      [0, 367 * 24 * 60],
    ] as const)
      expect(await publish(id, from, until), `${from} ${until}`).toMatchObject({ ok: false, code: "not_possible" });
    expect(await desk.act("edition", id, "publish", { values: { until: "soon" } })).toMatchObject({ ok: false });
    expect(await publish(id, 30, 31)).toMatchObject({ ok: true });
    const about = {
      english:
        (await desk
          .actOf("text", "write")
          .asks?.find(({ name }) => name === "english")
          ?.begin?.("pages:about")) ?? "",
      spanish:
        (await desk
          .actOf("text", "write")
          .asks?.find(({ name }) => name === "spanish")
          ?.begin?.("pages:about")) ?? "",
    };
    const page = await write("pages:about", about);
    expect(await publish(page, undefined, 60)).toMatchObject({
      ok: false,
      detail: { why: expect.stringContaining("only messages and banners") },
    });
  });

  it("are one at a time on a page: a partner's own, then the page's own, then the newest, as the console says", async () => {
    const put = async (name: string, on: string, under?: string) => {
      const id = await write("banners:new", {
        ...strip(name, `${name} es`, on),
        called: name.toLowerCase(),
        ...(under ? { under } : {}),
      });
      expect(await publish(id, undefined, 600)).toMatchObject({ ok: true });
      return id;
    };
    const old = await put("Old", "everywhere");
    const stores = await put("Stores", "stores");
    expect(banners()).toEqual(["Stores on stores", "Old on everywhere"]);
    const newer = await put("Newer", "everywhere");
    expect(banners()).toEqual(["Stores on stores", "Newer on everywhere"]);
    await put("Partner", "everywhere", "shipright");
    expect(banners("en", shipright)).toEqual(["Partner on everywhere"]);
    expect(banners()).toEqual(["Stores on stores", "Newer on everywhere"]);
    const shown = async (id: string) => (await desk.show("edition", id)).facts["shown now"] ?? "";
    expect(await shown(newer)).toContain("tuppence: behind stores on stores and coupons;");
    expect(await shown(newer)).toMatch(/shipright: behind partner on the front page/);
    expect(await shown(stores)).toMatch(/tuppence: first on all its pages/);
    expect(await shown(old)).toMatch(/tuppence: behind newer on the front page/);
    await desk.act("edition", newer, "take back");
    expect(await shown(newer)).toBe("on no page");
    expect(banners()).toEqual(["Stores on stores", "Old on everywhere"]);
  });

  it("is reworded for one partner, whose readers read that one", async () => {
    const id = await write("banners:new", { ...strip("For all", "Para todos"), called: "one" });
    await publish(id, undefined, 600);
    const own = await write("banners:one", { ...strip("For yours", "Para los tuyos"), under: "shipright" });
    await publish(own, undefined, 60);
    expect([banners(), banners("en", shipright)].flat()).toEqual(["For all on everywhere", "For yours on everywhere"]);
    await world.advance({ minutes: 60 });
    expect(banners("en", shipright)).toEqual(["For all on everywhere"]);
  });
});

it("what cannot stand is refused with the reason, and nothing is kept", async () => {
  const priced = strip("Cheap", "Barato").english.replace("Stores that", "For $5, stores that");
  const values = { english: priced, spanish: strip("Cheap", "Barato").spanish, called: "one" };
  expect(await whyNot("banners:new", values)).toMatch(/price of its own/);
  expect(await desk.actOf("text", "write").check?.("banners:new", desk.toldOf({ values }))).toMatch(/price of its own/);
  const led = promo("A title", "Otro", { button: "Go", leads_to: "https://evil.example" });
  expect(await whyNot("messages:new", { ...led, called: "one" })).toMatch(/of our own site/);
  expect(await whyNot("messages:new", { ...promo(), called: "one", country: "GB" })).toMatch(/only of a legal text/);
  expect(await whyNot("messages:nothing", promo())).toMatch(/no text of this name/);
  expect((await desk.show("text", "banners:new")).links).toEqual([]);
});

it("two operators: what one changed the other does not publish, and what is pressed twice is published once", async () => {
  const cleo = await hireOperator(world, "Cleo", ["content"]);
  const ada = await hireOperator(world, "Ada", ["analyst"]);
  const id = await write("banners:new", { ...strip("First", "Primero"), called: "one" });
  const seen =
    (await desk
      .actOf("edition", "publish")
      .asks?.find(({ name }) => name === "seen")
      ?.begin?.(id)) ?? "";
  expect(await desk.act("edition", id, "change", { values: { ...strip("Second", "Segundo"), seen } })).toMatchObject({
    ok: true,
  });
  await world.advance({ minutes: 1 });
  const until = inMinutes(60);
  const decide = {
    place: "object",
    name: "edition",
    item: id,
    act: "publish",
    reason: "",
    values: { until, seen },
  } as const;
  expect(await world.staff.decide(await ada.me(), decide, FROM)).toMatchObject({ ok: false });
  const stale = await desk.act("edition", id, "publish", { values: { until, seen } });
  expect(stale).toMatchObject({ ok: false, detail: { why: expect.stringContaining("changed it meanwhile") } });
  expect(banners()).toEqual([]);
  const fresh = { ...decide, values: { until } };
  await world.advance({ minutes: 1 });
  const both = await Promise.all([
    world.staff.decide(await cleo.me(), fresh, FROM),
    world.staff.decide(await cleo.me(), fresh, FROM),
  ]);
  expect(both.some(({ ok }) => ok)).toBe(true);
  expect(banners()).toEqual(["Second on everywhere"]);
  const { timeline } = await desk.show("edition", id);
  expect(timeline.filter(({ what }) => what.startsWith("published"))).toHaveLength(1);
});

it("a deed carried out once more by who takes a killed worker's place is done once", async () => {
  const decidedAt = world.clock.now();
  const values = { ...strip("Once", "Una vez"), called: "once" };
  const written = await desk.act("text", "banners:new", "write", { values, decidedAt });
  await world.advance({ minutes: 1 });
  expect(await desk.act("text", "banners:new", "write", { values, decidedAt })).toEqual(written);
  const deed = { values: { until: inMinutes(60) }, decidedAt: world.clock.now() };
  const done = await desk.act("edition", idIn(written), "publish", deed);
  await world.advance({ minutes: 1 });
  expect(await desk.act("edition", idIn(written), "publish", deed)).toEqual(done);
  expect(done).toMatchObject({ ok: true });
});

it("lists tell of each: what stands, whose it is, from when until when", async () => {
  const id = await write("banners:new", {
    ...strip("New stores", "Tiendas nuevas", "stores"),
    called: "new-stores",
    under: "shipright",
  });
  await publish(id, 30, 90);
  const list = async (name: string, filters = {}) => {
    const found = world.operators.lists.find((one) => one.name === name);
    return (await found?.read({ filters, after: null, most: 20 }))?.rows ?? [];
  };
  expect((await list("banners")).map(({ facts }) => [facts.title, facts.state, facts.above, facts.under])).toEqual([
    ["Write a new banner", undefined, undefined, undefined],
    ["New stores", "scheduled", "stores and coupons", "shipright"],
  ]);
  expect(await list("banners", { state: "draft" })).toEqual([]);
  const messages = await list("home messages");
  expect(messages.map(({ facts }) => facts.stands ?? facts.title).slice(0, 2)).toEqual([
    "Write a new message",
    expect.stringMatching(/^at \/msg\//),
  ]);
  expect(messages).toHaveLength(8);
});
