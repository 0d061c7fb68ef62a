/** The desk of help: who looks after a conversation, notes, answers that are written once, what is solved, and how soon people are answered. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OperatorAct } from "#platform/operator";
import { tuppence } from "../../brands/tuppence.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let ann: Hired;
let bea: Hired;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-17T19:42:00Z" });
  ann = await hireOperator(world, "Ann Able", ["support"]);
  bea = await hireOperator(world, "Bea Busy", ["claims"]);
  await hireOperator(world, "Fay Figures", ["analyst"]);
});
afterAll(() => world.close());

const writing = { topic: "payout", store: "", order_number: "", ordered_on: "", amount: "" };
async function write(name: string, body: string, language: "en" | "es" = "en", more: Partial<typeof writing> = {}) {
  const member = await world.member(name, language);
  const sent = await world.help.send(
    { ...{ user_id: member.user_id, name, is_verified: true, brand: tuppence, language }, address: "203.0.113.7" },
    { form: world.help.newForm(), files: [], typed: { ...writing, ...more, email: member.email, body } },
  );
  if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  const [line] = await world.help.threads.list(member.user_id);
  return { member, id: line?.id ?? "", number: sent.number };
}
const actOf = (acts: readonly OperatorAct[] | undefined, name: string) => {
  const found = acts?.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const object = (kind: string) => world.operators.objects.find((one) => one.kind === kind);
const queue = (name: string) => world.operators.queues.find((one) => one.name === name);
const run = (kind: string, id: string, act: string, values: Record<string, string> = {}, by = ann.id) =>
  actOf(object(kind)?.acts, act).run(id, { by, reason: "", values, decidedAt: world.clock.now() });
const show = async (id: string) => {
  const page = await object("message")?.show(id);
  if (!page) throw new Error(id);
  return page;
};
const listed = async (filters: Record<string, string>, by = ann.id) =>
  (
    await world.operators.lists.find(({ name }) => name === "messages")?.read({ filters, after: null, most: 100, by })
  )?.rows.map(({ id }) => id);

it("is taken by who looks at it, given to a colleague by name, and found by whose it is", async () => {
  const { id } = await write("Ida", "Where is it?");
  expect(await listed({ assigned: "nobody" })).toContain(id);
  expect(await run("message", id, "take")).toMatchObject({ ok: true });
  expect(await listed({ assigned: "me" })).toEqual([id]);
  expect(await listed({ assigned: "me" }, bea.id)).toEqual([]);
  expect((await queue("messages")?.list(50))?.find((one) => one.id === id)?.line).toContain(ann.id);
  const desk = await world.staff.desk(await ann.me(), { queue: "messages", id, all: false });
  expect(desk.items.find((one) => one.id === id)?.line, "people read names").toContain("with Ann Able");
  const assign = desk.item?.acts.find(({ name }) => name === "assign");
  expect(assign?.asks[0]?.choices?.map(({ what }) => what).toSorted()).toEqual(["Ann Able", "Bea Busy"]);
  expect(await run("message", id, "assign", { to: "Fay Figures" }), "who may not answer").toMatchObject({
    code: "not_possible",
  });
  expect(await run("message", id, "assign", { to: "bea busy" })).toMatchObject({ ok: true });
  expect((await show(id)).facts["assigned to"]).toBe(bea.id);
  expect(await run("message", id, "assign")).toMatchObject({ ok: true });
  expect((await show(id)).facts["assigned to"]).toBeUndefined();
});

it("keeps notes for colleagues: no letter, no page of its member, no state", async () => {
  const { member, id } = await write("Jon", "A question.");
  for (let n = 0; n < 2; n += 1)
    expect(await run("message", id, "note", { words: "Had the same in May." })).toMatchObject({ ok: true });
  expect((await show(id)).timeline.filter(({ what }) => what === "note: Had the same in May.")).toHaveLength(1);
  await world.work();
  expect(await world.mails(member.email)).toHaveLength(2);
  const thread = await world.help.threads.read({ user_id: member.user_id, thread: id, language: "en" });
  expect([thread?.state, thread?.entries.length]).toEqual(["open", 1]);
});

it("counts as solved only after somebody answered, and a decision that is carried out twice is done once", async () => {
  const { member, id } = await write("Kim", "Please help.");
  expect(await run("message", id, "resolve")).toMatchObject({ code: "not_possible" });
  for (let n = 0; n < 2; n += 1)
    expect(await run("message", id, "answer", { words: "Done." })).toMatchObject({ ok: true });
  const read = () => world.help.threads.read({ user_id: member.user_id, thread: id, language: "en" });
  expect((await read())?.entries.map(({ words }) => words)).toEqual(["Please help.", "Done."]);
  expect(await run("message", id, "answer", { words: "And one more thing." })).toMatchObject({ ok: true });
  expect((await read())?.state).toBe("pending_member");
  for (let n = 0; n < 2; n += 1) expect(await run("message", id, "resolve")).toMatchObject({ ok: true });
  expect((await read())?.state).toBe("resolved");
  expect(await run("message", id, "answer", { words: "Late." })).toMatchObject({ code: "not_possible" });
  expect(await listed({ state: "settled" })).toContain(id);
  expect((await show(id)).links?.map(({ kind }) => kind)).toEqual(["member", "canned answers"]);
});

it("has answers that are written once, in both languages or not at all", async () => {
  const add = (values: Record<string, string>) => run("canned answers", "canned-answers", "add", values);
  const words = {
    english: "Hi {{name}}, {{store}} tells us of orders within 48 hours. Your number is {{number}}.",
    spanish: "Hola {{name}}, {{store}} nos reporta los pedidos en 48 horas. Tu número es {{number}}.",
  };
  for (const [wrong, why] of [
    [{ ...words, code: "A b" }, "A code is"],
    [{ ...words, code: "x-1", spanish: " " }, "both languages"],
    [{ ...words, code: "x-1", spanish: "Hola {{name}}." }, "the same"],
    [{ code: "x-1", english: "{{iban}}", spanish: "{{iban}}" }, "nothing else"],
  ] as const)
    expect(await add(wrong)).toMatchObject({ code: "not_possible", detail: { why: expect.stringContaining(why) } });
  expect(await add({ ...words, code: "store-times" })).toMatchObject({ ok: true });
  expect(await add({ ...words, code: "store-times" })).toMatchObject({ code: "not_possible" });
  expect(await run("canned answers", "other", "add", { ...words, code: "y-1" })).toMatchObject({ code: "unknown" });

  const missing = {
    ...{ topic: "missing-purchase", store: "Bright", order_number: "B-1", ordered_on: "2027-03-16", amount: "20" },
  };
  const { member, id, number } = await write("Lola", "", "es", missing);
  const told = { by: ann.id, reason: "too_early", values: { canned: "store-times", words: "Avísanos." } };
  expect(await actOf(queue("purchases")?.acts, "answer").run(id, told)).toMatchObject({ ok: true });
  const thread = await world.help.threads.read({ user_id: member.user_id, thread: id, language: "es" });
  expect(thread?.entries.at(-1)?.words).toContain(
    `Hola Lola, Bright nos reporta los pedidos en 48 horas. Tu número es ${number}.\n\nAvísanos.`,
  );
  const other = await write("Mo", "Which store?");
  expect(await run("message", other.id, "answer", { canned: "store-times" }), "no store").toMatchObject({
    code: "not_possible",
  });
  expect(await run("canned answer", "store-times", "retire")).toMatchObject({ ok: true });
  expect(await run("message", other.id, "answer", { canned: "store-times" })).toMatchObject({ code: "not_possible" });
  const changed = { english: "Hi {{name}}.", spanish: "Hola {{name}}." };
  expect(await run("canned answer", "store-times", "change", changed)).toMatchObject({ ok: true });
  expect(await run("message", other.id, "answer", { canned: "store-times" })).toMatchObject({ ok: true });
  const sent = await world.help.threads.read({ user_id: other.member.user_id, thread: other.id, language: "en" });
  expect(sent?.entries.at(-1)?.words).toBe("Hi Mo.");
});

it("says how soon people are answered for the first time", async () => {
  world.clock.set("2027-04-05T10:00:00Z");
  const first = await write("Nat", "One.");
  const second = await write("Oda", "Two.");
  await world.advance({ minutes: 30 });
  await run("message", first.id, "answer", { words: "Yes." });
  await world.advance({ minutes: 60 });
  await run("message", second.id, "answer", { words: "No." });
  await run("message", first.id, "answer", { words: "Again." });
  const span = { from: new Date("2027-04-05T00:00:00Z"), to: new Date("2027-04-06T00:00:00Z") };
  const figure = (name: string) => world.operators.figures.find((one) => one.name === name)?.read(span);
  expect([await figure("messages written"), await figure("messages first answered")]).toEqual([2n, 2n]);
  const table = world.operators.tables.find(({ name }) => name === "first_answers");
  expect(await table?.read(span)).toEqual([["2027-04-05", 2, 60, 84]]);
});

it("counts an answer among promises that were kept, and no note and no taking", async () => {
  const { id } = await write("Pia", "A last one.");
  const decide = async (act: string, values: Record<string, string> = {}) => {
    await world.advance({ minutes: 1 });
    const asked = { place: "queue" as const, name: "messages", item: id, act, reason: "", values };
    expect(await world.staff.decide(await ann.me(), asked, FROM)).toMatchObject({ ok: true });
  };
  await ann.signIn();
  const today = async () =>
    (await world.staff.desk(await ann.me(), { queue: null, id: null, all: true })).record.days.at(-1);
  const span = { from: new Date("2027-04-05T00:00:00Z"), to: new Date("2027-04-06T00:00:00Z") };
  await decide("take");
  await decide("note", { words: "Known." });
  expect([(await today())?.decided, await world.staff.promises.sums(span)]).toEqual([0, { kept: 0n, late: 0n }]);
  await decide("answer", { words: "Yes." });
  expect([(await today())?.decided, await world.staff.promises.sums(span)]).toEqual([1, { kept: 1n, late: 0n }]);
});
