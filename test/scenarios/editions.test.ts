/** Stories of texts that operators write: a draft that nobody sees, a minute from which it stands, and the way back. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPartners } from "#partners";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { createEditions } from "../../src/modules/content/content.server.ts";
import { listenForNotices } from "../../src/server/serve.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { otherProcess } from "../support/other-process.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
let notices: Awaited<ReturnType<typeof listenForNotices>> | null = null;
beforeEach(async () => {
  // Of the one text that no release could read.
  world = await createWorld({ expectedErrors: /begins with a head/ });
  desk = createOperators(world);
});
afterEach(async () => {
  await notices?.stop();
  notices = null;
  await world.close();
});

const titleOf = (name: string, language: "en" | "es" = "en", brand = tuppence) =>
  world.content.page(name, { brand, language })?.title;
const begins = async (act: string, kind: string, id: string, name: string) => {
  const ask = desk.actOf(kind, act).asks?.find((one) => one.name === name);
  return (await ask?.begin?.(id)) ?? "";
};
const retitled = (text: string, title: string) => text.replace(/^title: .*$/m, `title: ${title}`);

/** A draft of a page that differs in its titles alone. */
async function draft(id: string, titles: { en: string; es: string }, under?: string): Promise<string> {
  const values = {
    english: retitled(await begins("write", "text", id, "english"), titles.en),
    spanish: retitled(await begins("write", "text", id, "spanish"), titles.es),
    ...(under ? { under } : {}),
  };
  const written = await desk.act("text", id, "write", { values });
  if (!written.ok) throw new Error(JSON.stringify(written));
  return /edt_[0-9a-f]+/.exec(written.value)?.[0] ?? "";
}

it("a draft is seen by nobody, then by everybody in both languages, and taken back what stood before stands", async () => {
  const before = [titleOf("about"), titleOf("about", "es")];
  const first = await draft("pages:about", { en: "Who we are", es: "Quiénes somos hoy" });
  expect([titleOf("about"), titleOf("about", "es")]).toEqual(before);
  expect(await desk.act("edition", first, "publish")).toMatchObject({ ok: true });
  expect([titleOf("about"), titleOf("about", "es")]).toEqual(["Who we are", "Quiénes somos hoy"]);

  await world.advance({ minutes: 5 });
  const second = await draft("pages:about", { en: "Who we are now", es: "Quiénes somos ahora" });
  expect(await desk.act("edition", second, "publish")).toMatchObject({ ok: true });
  expect(titleOf("about")).toBe("Who we are now");
  // The newest of two that stand; one after the other is taken back.
  await world.advance({ minutes: 5 });
  expect(await desk.act("edition", second, "take back")).toMatchObject({ ok: true });
  expect(titleOf("about")).toBe("Who we are");
  expect(await desk.act("edition", first, "take back")).toMatchObject({ ok: true });
  expect([titleOf("about"), titleOf("about", "es")]).toEqual(before);

  const { timeline, links } = await desk.show("text", "pages:about");
  expect(timeline.map(({ what }) => what.split(",")[0])).toEqual([
    "a draft was written",
    "published",
    "a draft was written",
    "published",
    "withdrawn: because",
    "withdrawn: because",
  ]);
  expect(links).toHaveLength(2);
  for (const act of ["publish", "take back", "drop"])
    expect(await desk.act("edition", first, act)).toMatchObject({ ok: false, code: "not_possible" });
});

it("what is scheduled stands from its minute, and has the pages made anew then", async () => {
  const before = titleOf("careers");
  const edition = await draft("pages:careers", { en: "Work with us", es: "Trabaja con nosotros" });
  const from = new Date(world.clock.now().getTime() + 90 * 60_000).toISOString().slice(0, 16).replace("T", " ");
  for (const wrong of ["soon", "2020-01-01 10:00", "2099-01-01 10:00"])
    expect(await desk.act("edition", edition, "publish", { values: { from: wrong } })).toMatchObject({ ok: false });
  expect(await desk.act("edition", edition, "publish", { values: { from } })).toMatchObject({ ok: true });
  expect((await desk.show("edition", edition)).facts.state).toBe("scheduled");

  const listener = await world.database.pool.connect();
  const heard: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => heard.push(payload));
  await listener.query("listen tuppence_pages");
  await world.advance({ minutes: 88 });
  await world.work();
  expect([titleOf("careers"), heard]).toEqual([before, []]);
  await world.advance({ minutes: 2 });
  await world.work();
  await listener.query("select 1");
  expect([titleOf("careers"), heard]).toEqual(["Work with us", ["content"]]);
  await listener.query("unlisten tuppence_pages");
  listener.release();
});

it("a partner's own text stands on its pages alone", async () => {
  const ours = titleOf("about");
  const edition = await draft("pages:about", { en: "About ShipRight", es: "Acerca de ShipRight" }, "shipright");
  expect(await desk.act("edition", edition, "publish")).toMatchObject({ ok: true });
  expect([titleOf("about"), titleOf("about", "en", shipright)]).toEqual([ours, "About ShipRight"]);
});

it("news and answers are found as soon as they stand", async () => {
  const reader = { brand: tuppence, language: "en" as const };
  const news = await draft("news:new", { en: "Quokkas pay back", es: "Los quokkas devuelven" });
  expect(await desk.act("edition", news, "publish")).toMatchObject({ ok: true });
  const [newest] = world.content.news(reader);
  expect(newest).toMatchObject({ title: "Quokkas pay back" });
  expect(world.content.newsItem(newest?.name ?? "", reader)?.title).toBe("Quokkas pay back");
  expect(await world.catalog.sitemap("pages")).toContain(`/news/${newest?.name}<`);
  expect((await desk.search("quokkas")).map(({ kind }) => kind)).toEqual(["text"]);

  expect(world.content.findAnswers("quokka", reader, 5)).toEqual([]);
  const part = (title: string, words: string) => `\n\n## ${title} {#quokkas}\n${words}\n`;
  const answers = await desk.act("text", "faq:2-payouts", "write", {
    values: {
      english:
        (await begins("write", "text", "faq:2-payouts", "english")) + part("What is a quokka?", "A small friend."),
      spanish:
        (await begins("write", "text", "faq:2-payouts", "spanish")) + part("¿Qué es un quokka?", "Un amigo pequeño."),
    },
  });
  if (!answers.ok) throw new Error(answers.code);
  await desk.act("edition", /edt_[0-9a-f]+/.exec(answers.value)?.[0] ?? "", "publish");
  expect(world.content.findAnswers("quokka", reader, 5)).toMatchObject([{ href: "/faq#quokkas" }]);
  expect(world.content.isQuestion("quokkas")).toBe(true);
});

it.each([
  [
    "another part in one language",
    (text: string) => `${text}\n\n## More {#more}\nMore.\n`,
    /English and Spanish need the same parts/,
  ],
  ["a part without an id", (text: string) => `${text}\n\n## More\nMore.\n`, /heading without an id/],
  ["a script", (text: string) => `${text}\n<script>alert(1)</script>\n`, /raw HTML/],
  ["a price of its own", (text: string) => `${text}\nIt costs $9.\n`, /No text says a price/],
  ["a fact that nobody gives", (text: string) => `${text}\n{{nothing}}\n`, /nobody gives/],
  ["no head", () => "Just words", /begins with a head/],
  ["a head that lies", (text: string) => text.replace(/^date: .*$/m, "date: soon"), /date/],
  [
    "a link that a brand's own facts lead astray",
    (text: string) => `${text}\n[Terms](javascript://{{brand}})\n`,
    /leads nowhere good|same links/,
  ],
  ["a brand's name where markup would be", (text: string) => `${text}\n<{{brand}}>\n`, /raw HTML/],
  [
    "two parts of one id",
    (text: string) => `${text}\n\n## One {#one}\nA.\n\n## Two {#one}\nB.\n`,
    /two parts with the id one/,
  ],
  [
    "a partner in its head",
    (text: string) => text.replace(/^title:/m, "partner: shipright\ntitle:"),
    /country are chosen/,
  ],
])("says why a text with %s cannot stand, and keeps nothing", async (_what, spoil, why) => {
  const values = {
    english: spoil(await begins("write", "text", "pages:about", "english")),
    spanish: await begins("write", "text", "pages:about", "spanish"),
  };
  const outcome = await desk.act("text", "pages:about", "write", { values });
  expect(outcome).toMatchObject({ ok: false, code: "not_possible" });
  expect(outcome.ok ? "" : outcome.detail?.why).toMatch(why);
  expect((await desk.show("text", "pages:about")).timeline).toEqual([]);
});

it("writers of words may, others may not; what was changed says the draft's last words", async () => {
  const [cleo, ada] = [await hireOperator(world, "Cleo", ["content"]), await hireOperator(world, "Ada", ["analyst"])];
  const edition = await draft("pages:about", { en: "First words", es: "Primeras palabras" });
  const values = {
    english: retitled(await begins("change", "edition", edition, "english"), "Second words"),
    spanish: await begins("change", "edition", edition, "spanish"),
  };
  const change = { place: "object", name: "edition", item: edition, act: "change", reason: "", values } as const;
  expect(await world.staff.decide(await ada.me(), change, FROM)).toMatchObject({ ok: false });
  expect(await world.staff.decide(await cleo.me(), change, FROM)).toMatchObject({ ok: true });
  expect((await desk.show("edition", edition)).facts["title in English"]).toBe("Second words");
  await world.advance({ minutes: 1 });
  const publish = { ...change, act: "publish", values: {} };
  // Pressed twice it is published once.
  expect(await world.staff.decide(await cleo.me(), publish, FROM)).toMatchObject({ ok: true });
  await world.staff.decide(await cleo.me(), publish, FROM);
  expect(titleOf("about")).toBe("Second words");
  const { timeline } = await desk.show("edition", edition);
  expect(timeline.map(({ what }) => what.split(",")[0])).toEqual([
    "a draft was written",
    "the draft was changed last",
    "published",
  ]);
});

it("an answer's id is its own among all answers", async () => {
  const part = (text: string) => `${text}\n\n## Another {#how-paid}\nAnother.\n`;
  const taken = (await begins("write", "text", "faq:2-payouts", "english")).match(/\{#([a-z0-9-]+)\}/)?.[1] ?? "";
  const values = {
    english: part(await begins("write", "text", "faq:1-cash-back", "english")).replace("how-paid", taken),
    spanish: part(await begins("write", "text", "faq:1-cash-back", "spanish")).replace("how-paid", taken),
  };
  const outcome = await desk.act("text", "faq:1-cash-back", "write", { values });
  expect(outcome.ok ? "" : outcome.detail?.why).toBe(`Another text of this page has a part with the id ${taken}.`);
});

it("what one writer changed is not changed or published by who looked before", async () => {
  const edition = await draft("pages:about", { en: "First words", es: "Primeras palabras" });
  const words = async (title: string) => ({
    english: retitled(await begins("change", "edition", edition, "english"), title),
    spanish: await begins("change", "edition", edition, "spanish"),
    seen: await begins("change", "edition", edition, "seen"),
  });
  const [ann, ben] = [await words("Ann's words"), await words("Ben's words")];
  await world.advance({ minutes: 1 });
  expect(await desk.act("edition", edition, "change", { values: ann })).toMatchObject({ ok: true });
  const meanwhile = {
    ok: false,
    code: "not_possible",
    detail: { why: expect.stringContaining("changed it meanwhile") },
  };
  expect(await desk.act("edition", edition, "change", { values: ben })).toMatchObject(meanwhile);
  expect(await desk.actOf("edition", "change").check?.(edition, desk.toldOf({ values: ben }))).toContain("meanwhile");
  expect(await desk.act("edition", edition, "publish", { values: { seen: ben.seen } })).toMatchObject(meanwhile);
  const { seen } = await words("");
  expect(await desk.act("edition", edition, "publish", { values: { seen } })).toMatchObject({ ok: true });
  expect(titleOf("about")).toBe("Ann's words");
});

it("a deed carried out once more, by who takes a killed worker's place, is done once and answers the same", async () => {
  const decidedAt = world.clock.now();
  const values = {
    english: retitled(await begins("write", "text", "news:new", "english"), "Once"),
    spanish: retitled(await begins("write", "text", "news:new", "spanish"), "Una vez"),
  };
  const written = await desk.act("text", "news:new", "write", { values, decidedAt });
  await world.advance({ minutes: 1 });
  expect(await desk.act("text", "news:new", "write", { values, decidedAt })).toEqual(written);
  const edition = /edt_[0-9a-f]+/.exec(written.ok ? written.value : "")?.[0] ?? "";
  for (const [act, told] of [
    ["change", { values }],
    ["publish", {}],
    ["take back", {}],
  ] as const) {
    const deed = { ...told, decidedAt: world.clock.now() };
    const done = await desk.act("edition", edition, act, deed);
    expect(done).toMatchObject({ ok: true });
    await world.advance({ minutes: 1 });
    expect(await desk.act("edition", edition, act, deed)).toEqual(done);
    // The same press of another minute is another deed.
    if (act !== "change") expect(await desk.act("edition", edition, act, told)).toMatchObject({ ok: false });
  }
  const { timeline } = await desk.show("edition", edition);
  expect(timeline.map(({ what }) => what.split(",")[0])).toEqual([
    "a draft was written",
    "the draft was changed last",
    "published",
    "withdrawn: because",
  ]);
});

it("two items of news of one day and one title are two", async () => {
  const reader = { brand: tuppence, language: "en" as const };
  for (const minute of [1, 2]) {
    await world.advance({ minutes: minute });
    const edition = await draft("news:new", { en: "Twins", es: "Gemelas" });
    expect(await desk.act("edition", edition, "publish")).toMatchObject({ ok: true });
  }
  const names = world.content.news(reader).filter(({ title }) => title === "Twins");
  expect(names.map(({ name }) => name.replace(/^[\d-]+/, "")).toSorted()).toEqual(["twins", "twins-2"]);
});

it("an edition that a later release cannot read gives way to what was delivered", async () => {
  const before = titleOf("about");
  const edition = await draft("pages:about", { en: "Of another time", es: "De otro tiempo" });
  await desk.act("edition", edition, "publish");
  expect(titleOf("about")).toBe("Of another time");
  await world.database.pool.query("update content.editions set text_en = 'no head'");
  const other = await draft("pages:careers", { en: "Work", es: "Trabajo" });
  await desk.act("edition", other, "publish");
  expect([titleOf("about"), titleOf("careers")]).toEqual([before, "Work"]);
});

it("another process shows what was published, also when it could not ask at once", async () => {
  const other = createEditions({
    ...{
      database: world.base.handle,
      clock: world.clock,
      registry: world.registry,
      log: world.log,
      partners: createPartners({ brands: [tuppence] }),
    },
    ...{ root: join(import.meta.dirname, "../.."), postalAddress: "1 Main Street" },
  });
  let [cleared, failures] = [0, 0];
  const editions = {
    ...other,
    async load() {
      if (cleared > 0 && failures++ === 0) throw new Error("the database is away");
      await other.load();
    },
  };
  notices = await listenForNotices(world.base.handle, otherProcess(world, { editions }), () => cleared++, world.log);
  const edition = await draft("pages:about", { en: "Seen everywhere", es: "Visto en todas partes" });
  await desk.act("edition", edition, "publish");
  const shown = () => other.files().find(({ name, language }) => name === "about" && language === "en")?.title;
  await expect.poll(shown, { timeout: 10_000 }).toBe("Seen everywhere");
  // At the beginning, at the notice, and once more when the text was here.
  await expect.poll(() => [cleared, failures], { timeout: 10_000 }).toEqual([3, 2]);
});

it("a published text is read once, however often it is looked at", async () => {
  const edition = await draft("pages:about", { en: "Read once", es: "Leído una vez" });
  await desk.act("edition", edition, "publish");
  const about = () => world.editions.filesAt(world.clock.now()).find(({ title }) => title === "Read once");
  const first = about();
  expect(first).toBeDefined();
  expect(about()).toBe(first);
});
