/** Stories of texts that readers of Spanish meet in English: reported by anybody, said by operators, shown without a release. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { missingId } from "../../src/modules/translation/ids.ts";
import { createTranslation } from "../../src/modules/translation/translation.server.ts";
import { listenForNotices } from "../../src/server/serve.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { otherProcess } from "../support/other-process.ts";
import { createWorld, type World } from "../support/world.ts";

/** Texts that no screen says, so that no release has their Spanish; and one that each release has. */
const QUOKKA = "Cancel the quokka's membership";
const COUNTED = "{{count}} quokkas near {{place}}";
const KNOWN = "Skip to content";
const SPANISH = { spanish: "Cancelar la membresía del quokka" };

let world: World;
let desk: ReturnType<typeof createOperators>;
let notices: Awaited<ReturnType<typeof listenForNotices>> | null = null;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(async () => {
  await notices?.stop();
  notices = null;
  await world.close();
});

const report = (text: unknown) =>
  world.app.inject({
    method: "POST",
    url: "/api/translation",
    payload: JSON.stringify(text),
    headers: { "content-type": "application/json" },
  });
const listOf = async (filters: Record<string, string> = {}, most = 50, after: string | null = null) => {
  const list = world.operators.lists.find(({ name }) => name === "missing translations");
  if (!list) throw new Error("there is no such list");
  return list.read({ filters, after, most });
};
const textsOf = async (filters: Record<string, string> = {}) =>
  (await listOf(filters)).rows.map(({ facts }) => facts.text);
const idOf = async (text: string) => {
  const { rows } = await listOf({ stands: "all" });
  return rows.find(({ facts }) => facts.text === text)?.id ?? "";
};
const begins = async (id: string, name: string) =>
  (await desk
    .actOf("missing translation", "translate")
    .asks?.find((one) => one.name === name)
    ?.begin?.(id)) ?? "";
const translate = (id: string, values: Record<string, string>, more = {}) =>
  desk.act("missing translation", id, "translate", { values, ...more });
const factsOf = async (id: string) => (await desk.show("missing translation", id)).facts;
const momentsOf = async (id: string) => (await desk.show("missing translation", id)).timeline.map(({ what }) => what);

it("a text is met, listed with what is close to it, said in Spanish, shown, and taken back", async () => {
  expect((await report(QUOKKA)).statusCode).toBe(200);
  await world.advance({ minutes: 2 });
  await report(QUOKKA);
  expect((await listOf()).rows).toMatchObject([
    {
      kind: "missing translation",
      facts: {
        text: QUOKKA,
        "times met": "2",
        since: "2027-03-10T19:42:00.000Z",
        "met last": "2027-03-10T19:44:00.000Z",
        stands: "open",
      },
    },
  ]);
  const id = await idOf(QUOKKA);
  expect(await factsOf(id)).toMatchObject({
    English: QUOKKA,
    "suggested Spanish": "Cancelar membresía",
    "which says": expect.stringMatching(/^Cancel membership \(\d\d% alike\)$/),
  });
  expect(await begins(id, "spanish")).toBe("Cancelar membresía");
  expect(world.translation.words()).toEqual({});

  expect(await translate(id, SPANISH)).toMatchObject({ ok: true });
  expect(world.translation.words()).toEqual({ [QUOKKA]: SPANISH.spanish });
  expect(await textsOf()).toEqual([]);
  expect(await textsOf({ stands: "answered" })).toEqual([QUOKKA]);
  expect(await factsOf(id)).toMatchObject({
    stands: "answered by an operator",
    "Spanish by an operator": SPANISH.spanish,
  });
  // What is said better begins with what stands.
  expect(await begins(id, "spanish")).toBe(SPANISH.spanish);

  const back = { reason: "it says another thing" };
  expect(await desk.act("missing translation", id, "take back", back)).toMatchObject({ ok: true });
  expect(world.translation.words()).toEqual({});
  expect(await textsOf()).toEqual([QUOKKA]);
  expect(await momentsOf(id)).toEqual([
    "met by a reader of Spanish",
    `translated: ${SPANISH.spanish}`,
    "the Spanish was taken back: it says another thing",
  ]);
  expect(await desk.act("missing translation", id, "take back", back)).toMatchObject({
    ok: false,
    code: "not_possible",
  });
});

it("a text that is told again within its minute is not counted, and is when the minute is over", async () => {
  const timesMet = async () => (await listOf()).rows[0]?.facts["times met"];
  await report(QUOKKA);
  world.clock.advance({ seconds: 59 });
  await report(QUOKKA);
  expect(await timesMet()).toBe("1");
  world.clock.advance({ seconds: 1 });
  await report(QUOKKA);
  expect(await timesMet()).toBe("2");
});

it("a text that counts is said in its three forms, and what does not fit is refused with the reason", async () => {
  await report(COUNTED);
  const id = await idOf(COUNTED);
  const forms = {
    spanish: "{{count}} quokkas cerca de {{place}}",
    one: "Un quokka cerca de {{place}}",
    millions: "{{count}} de quokkas cerca de {{place}}",
  };
  for (const [values, why] of [
    [{ ...forms, millions: "" }, /forms for one and for millions/],
    [{ ...forms, spanish: "{{count}} quokkas" }, /same places/],
    [{ ...forms, one: "<b>Un quokka</b> cerca de {{place}}" }, /markup/],
    [{ spanish: "" }, /forms for one/],
  ] as const) {
    const told = { values };
    expect(await desk.actOf("missing translation", "translate").check?.(id, desk.toldOf(told))).toMatch(why);
    const outcome = await translate(id, values);
    expect(outcome).toMatchObject({ ok: false, code: "not_possible" });
    expect(outcome.ok ? "" : outcome.detail?.why).toMatch(why);
  }
  expect(world.translation.words()).toEqual({});
  expect(await translate(id, forms)).toMatchObject({ ok: true });
  expect(world.translation.words()).toEqual({
    [COUNTED]: forms.spanish,
    [`${COUNTED}_one`]: forms.one,
    [`${COUNTED}_many`]: forms.millions,
    [`${COUNTED}_other`]: forms.spanish,
  });
});

it("the release's own Spanish wins, also over what was said before it came", async () => {
  await report(KNOWN);
  expect(await textsOf()).toEqual([]);
  expect(await textsOf({ stands: "answered" })).toEqual([KNOWN]);
  const outcome = await translate(await idOf(KNOWN), { spanish: "Otra cosa" });
  expect(outcome).toMatchObject({ ok: false, detail: { why: expect.stringContaining("its own Spanish") } });

  await report(QUOKKA);
  await translate(await idOf(QUOKKA), SPANISH);
  const spanish = new Map([[QUOKKA, { spanish: "Del lanzamiento", one: null, many: null }]]);
  const { base, clock, log } = world;
  const later = createTranslation({ database: base.handle, clock, log, release: { spanish, counting: new Set() } });
  await later.load();
  expect([later.words(), later.translating.isReleased(QUOKKA)]).toEqual([{}, true]);
});

it("every other process says what was translated, and makes its pages anew", async () => {
  const { base, clock, log } = world;
  const translation = createTranslation({ database: base.handle, clock, log });
  let cleared = 0;
  notices = await listenForNotices(base.handle, otherProcess(world, { translation }), () => cleared++, log);
  const before = cleared;
  await report(QUOKKA);
  await translate(await idOf(QUOKKA), SPANISH);
  await expect.poll(() => translation.words(), { timeout: 10_000 }).toEqual({ [QUOKKA]: SPANISH.spanish });
  await expect.poll(() => cleared - before, { timeout: 10_000 }).toBe(2);
  await desk.act("missing translation", await idOf(QUOKKA), "take back");
  await expect.poll(() => translation.words(), { timeout: 10_000 }).toEqual({});
});

it("a deed carried out once more, by who takes a killed worker's place, is done once and answers the same", async () => {
  await report(QUOKKA);
  const id = await idOf(QUOKKA);
  for (const [act, values] of [
    ["translate", SPANISH],
    ["take back", {}],
    ["dismiss", {}],
  ] as const) {
    const deed = { values, decidedAt: world.clock.now() };
    const done = await desk.act("missing translation", id, act, deed);
    expect(done).toMatchObject({ ok: true });
    await world.advance({ minutes: 1 });
    expect(await desk.act("missing translation", id, act, deed)).toEqual(done);
  }
  expect(await momentsOf(id)).toHaveLength(4);
  expect(world.translation.words()).toEqual({});
});

it("what one operator decided is not overwritten by who looked before", async () => {
  await report(QUOKKA);
  const id = await idOf(QUOKKA);
  const seen = await begins(id, "seen");
  expect(await translate(id, { ...SPANISH, seen })).toMatchObject({ ok: true });
  const meanwhile = { ok: false, code: "not_possible", detail: { why: expect.stringContaining("meanwhile") } };
  expect(await translate(id, { spanish: "Otra cosa", seen })).toMatchObject(meanwhile);
  expect(await translate(id, { spanish: "Mejor dicho", seen: await begins(id, "seen") })).toMatchObject({ ok: true });
  expect(world.translation.words()).toEqual({ [QUOKKA]: "Mejor dicho" });
});

it("junk is dismissed in one press, stays dismissed however often it comes, and is shown to nobody", async () => {
  const junk = [
    "<script>alert(1)</script>",
    "__proto__",
    "buy at https://evil.example",
    "a".repeat(2_000),
    "\u202egnp.exe",
    "%_'\\",
  ];
  for (const text of junk) expect((await report(text)).statusCode).toBe(200);
  for (const refusedText of ["", "a".repeat(2_001), "a\0b", 7, null, { text: "x" }])
    expect((await report(refusedText)).statusCode).toBeGreaterThanOrEqual(400);
  const { rows } = await listOf();
  expect(rows).toHaveLength(junk.length);
  expect(rows.every(({ line }) => line.length < 200)).toBe(true);
  for (const { id } of rows)
    expect(await desk.act("missing translation", id, "dismiss", { reason: "" })).toMatchObject({ ok: true });
  await world.advance({ minutes: 2 });
  for (const text of junk) await report(text);
  expect(await textsOf()).toEqual([]);
  expect(await textsOf({ stands: "dismissed" })).toHaveLength(junk.length);
  expect(world.translation.words()).toEqual({});
  const [first] = rows;
  expect(await desk.act("missing translation", first?.id ?? "", "dismiss")).toMatchObject({
    ok: false,
    code: "not_possible",
  });
  // One that was dismissed by mistake is translated, and the one that names what every object has is a text like others.
  const id = await idOf("__proto__");
  expect(await translate(id, { spanish: "Prototipo" })).toMatchObject({ ok: true });
  expect(Object.entries(world.translation.words())).toEqual([["__proto__", "Prototipo"]]);
});

it("a full table lets go of what was met least, and keeps what operators decided", async () => {
  await report(QUOKKA);
  const id = await idOf(QUOKKA);
  await translate(id, SPANISH);
  await world.database.pool.query(
    "insert into translation.missing (text, first_seen_at, last_seen_at) select 'junk ' || n, now(), now() from generate_series(1, 19999) n",
  );
  await world.advance({ minutes: 2 });
  await report("A text of ours that came last");
  expect(await textsOf({ stands: "all", order: "newest first" })).toContain("A text of ours that came last");
  const { rows } = await world.database.pool.query("select count(*)::int as n from translation.missing");
  expect(rows[0]).toEqual({ n: 19_001 });
  expect(await factsOf(id)).toMatchObject({ stands: "answered by an operator" });
});

it("the list goes on where it ended, in both orders, and ids that nobody gave are unknown to every act", async () => {
  for (const text of ["One text", "Two texts", "Three texts", "Four texts", "Five texts"]) {
    await world.advance({ minutes: 2 });
    await report(text);
  }
  await world.advance({ minutes: 2 });
  await report("Two texts");
  for (const [order, first] of [
    ["most met first", "Two texts"],
    ["newest first", "Five texts"],
  ] as const) {
    const seen: (string | undefined)[] = [];
    let after: string | null = null;
    do {
      const page = await listOf({ stands: "open", order }, 2, after);
      expect(page.rows.length).toBeLessThanOrEqual(2);
      seen.push(...page.rows.map(({ facts }) => facts.text));
      after = page.after;
    } while (after !== null);
    expect([seen[0], seen.length, new Set(seen).size]).toEqual([first, 5, 5]);
  }
  for (const after of [
    "",
    "x",
    "1 mtr_0",
    `99999999999999999999 ${missingId.show("00000000-0000-4000-8000-000000000000")}`,
    "2027-99-99T00:00:00Z mtr_x",
  ])
    for (const order of ["most met first", "newest first"])
      expect((await listOf({ order }, 50, after)).rows).toHaveLength(5);
  for (const act of ["translate", "dismiss", "take back"])
    for (const strange of ["", "x", "mtr_0", missingId.show("00000000-0000-4000-8000-000000000000"), "usr_1"])
      expect(await desk.act("missing translation", strange, act)).toMatchObject({ ok: false, code: "unknown" });
  expect((await desk.search("three texts")).map(({ kind }) => kind)).toEqual(["missing translation"]);
  expect(await desk.search(await idOf("One text"))).toHaveLength(1);
});

it("words that together would weigh on every page wait for a release", async () => {
  let outcome: Awaited<ReturnType<typeof translate>> | null = null;
  for (let number = 0; number < 11; number += 1) {
    const text = `Quokkas, part ${number}`;
    await report(text);
    outcome = await translate(await idOf(text), { spanish: "a".repeat(1_990) });
    expect(outcome.ok).toBe(number < 9);
    if (!outcome.ok) break;
  }
  expect(outcome).toMatchObject({ ok: false, detail: { why: expect.stringContaining("release") } });
});

it("words that are said at the same moment are weighed together", async () => {
  const said = async (text: string, letters: number) => {
    await report(text);
    const id = await idOf(text);
    return () => translate(id, { spanish: "a".repeat(letters) });
  };
  for (let number = 0; number < 9; number += 1)
    expect(await (await said(`Quokkas, part ${number}`, 1_990))()).toMatchObject({ ok: true });
  const late = [await said("Quokkas at dawn", 1_500), await said("Quokkas at dusk", 1_500)];
  // Both stand before the same door, and go in at the same moment.
  const outcomes = await whileHeld(
    world,
    (query) => query("select 1 from translation.missing for update"),
    async (waiting) => {
      const both = Promise.all(late.map((say) => say()));
      await waiting(late.length);
      return () => both;
    },
  );
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  const weight = Object.entries(world.translation.words()).reduce((sum, pair) => sum + pair.join("").length, 0);
  expect(weight).toBeLessThanOrEqual(20_000);
});

it("many strangers at once fill the table no further than its bound", async () => {
  await world.database.pool.query(
    "insert into translation.missing (text, first_seen_at, last_seen_at) select 'junk ' || n, now(), now() from generate_series(1, 19990) n",
  );
  const texts = Array.from({ length: 60 }, (_, n) => `${n} 👛 of many ${"é".repeat(n)}`);
  const answers = await Promise.all(texts.map(report));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { rows } = await world.database.pool.query("select count(*)::int as n from translation.missing");
  expect(rows[0].n).toBeLessThanOrEqual(20_000);
});

it("writers of words may, others may not", async () => {
  const [cleo, ada] = [await hireOperator(world, "Cleo", ["content"]), await hireOperator(world, "Ada", ["analyst"])];
  await report(QUOKKA);
  const item = await idOf(QUOKKA);
  const asked = {
    place: "object",
    name: "missing translation",
    item,
    act: "translate",
    reason: "",
    values: SPANISH,
  } as const;
  expect(await world.staff.decide(await ada.me(), asked, FROM)).toMatchObject({ ok: false });
  expect(world.translation.words()).toEqual({});
  expect(await world.staff.decide(await cleo.me(), asked, FROM)).toMatchObject({ ok: true });
  expect(world.translation.words()).toEqual({ [QUOKKA]: SPANISH.spanish });
});
