/** What all members have as a level, how the desk keeps its promises, and who may tell visitors that something does not work. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
});
afterEach(() => world.close());

const read = async (name: string, span = { from: new Date("2027-03-01"), to: new Date("2027-04-01") }) => {
  const found = world.operators.figures.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found.read(span);
};

it("what members have pending and confirmed is counted each day, and what is on its way out is neither", async () => {
  expect([await read("members' pending"), await read("members' confirmed")]).toEqual([0n, 0n]);
  const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
  const shopping = await createShopping(world);
  await shopping.shop(ann, 120);
  const pending = (await world.ledger.balances(ann.user_id)).pending;
  expect(pending > 0n).toBe(true);
  for (const member of [ann, bob])
    await createOperators(world).act("member", userId.show(member.user_id), "credit", {
      ...{ reason: "goodwill", values: { amount: "20", note: "x" } },
    });
  expect([await read("members' pending"), await read("members' confirmed")]).toEqual([pending, 4_000n]);
  const asked = await world.payouts.request({
    ...{ user_id: bob.user_id, password: bob.password, method: "paypal", amount: "12" },
    ...{ request_key: "one", destination: bob.email },
  });
  expect(asked.ok).toBe(true);
  expect(await read("members' confirmed")).toBe(2_800n);
  await world.health.countDays();
  await world.advance({ days: 1 });
  await world.health.countDays();
  const { courses } = await world.health.courses(({ permission }) => permission === "figures.see", 5);
  const confirmed = courses.find(({ name }) => name === "members' confirmed");
  expect(confirmed?.days.at(-1)).toEqual({ day: "2027-03-10", value: 2_800n });
  expect(confirmed?.today).toBe(2_800n);
});

const write = async (number: number) => {
  const sent = await world.help.send(
    { user_id: null, name: "", is_verified: false, brand: tuppence, language: "en", address: `203.0.113.${number}` },
    {
      ...{ form: world.help.newForm(), files: [] },
      typed: {
        ...{ topic: "other", email: `w${number}@example.com`, body: "How do I begin?" },
        ...{ store: "", order_number: "", ordered_on: "", amount: "" },
      },
    },
  );
  if (!sent.ok) throw new Error("it is sent");
  const [found] = await createOperators(world).search(sent.number);
  return found?.id ?? "";
};
const decide = async (who: Hired, asked: { name: string; item: string; act: string; values: Record<string, string> }) =>
  world.staff.decide(
    await who.me(),
    { place: asked.name === "service" ? "object" : "queue", reason: "", ...asked },
    FROM,
  );

it("what was answered by its promised day is told apart from what was late, and what waits too long from both", async () => {
  const sam = await hireOperator(world, "Sam", ["support"]);
  const [first, second, third] = [await write(1), await write(2), await write(3)];
  const answer = (item: string) =>
    decide(sam, { name: "messages", item, act: "answer", values: { words: "Press Join." } });
  expect(await answer(first)).toMatchObject({ ok: true });
  const undone = await answer(second);
  if (!undone.ok) throw new Error(undone.code);
  await world.staff.undo(await sam.me(), undone.value.id, FROM);
  expect(await read("desk items overdue")).toBe(0n);
  await world.advance({ days: 20 });
  await world.staff.sweep();
  await world.work();
  await sam.signIn();
  expect(await read("desk items overdue")).toBe(2n);
  expect(await answer(third)).toMatchObject({ ok: true });
  expect([await read("desk answers in time"), await read("desk answers late")]).toEqual([1n, 1n]);
  expect(await read("desk items overdue")).toBe(1n);
  const table = world.operators.tables.find(({ name }) => name === "promises kept");
  expect(await table?.read({ from: new Date("2027-03-01"), to: new Date("2027-04-01") })).toEqual([
    ["messages", 2, 1, "50.0%"],
  ]);
});

it("support tells visitors that something does not work, and leaves alarms to the owner", async () => {
  const [sam, ada] = [await hireOperator(world, "Sam", ["support"]), await hireOperator(world, "Ada", ["analyst"])];
  const words = { english: "Payouts take longer today.", spanish: "Hoy los retiros tardan más.", hours: "4" };
  const tell = (who: Hired) => decide(who, { name: "service", item: "service", act: "tell visitors", values: words });
  expect(await tell(ada)).toEqual({ ok: false, code: "not_allowed" });
  expect(await tell(sam)).toMatchObject({ ok: true });
  expect(await world.health.incidents.current()).toEqual({ en: words.english, es: words.spanish });
  const me = await sam.me();
  expect([world.staff.may(me, "alarms.set"), world.staff.may(me, "visitors.tell")]).toEqual([false, true]);
});

it("what is about to be carried out stands on the thing's own page, for whoever may see the thing", async () => {
  const [finn, sam, ada] = [
    await hireOperator(world, "Finn", ["finance"]),
    await hireOperator(world, "Sam", ["support"]),
    await hireOperator(world, "Ada", ["analyst"]),
  ];
  const ann = await world.member("Ann");
  const item = userId.show(ann.user_id);
  const decided = await world.staff.decide(
    await finn.me(),
    { place: "object", name: "member", item, act: "credit", reason: "goodwill", values: { amount: "5", note: "x" } },
    FROM,
  );
  if (!decided.ok) throw new Error(decided.code);
  const onPage = async (who: Hired) => world.staff.decisionsOf(await who.me(), item);
  expect(await onPage(finn)).toMatchObject([{ id: decided.value.id, may_undo: true, is_own: true }]);
  expect(await onPage(sam)).toHaveLength(1);
  expect(await onPage(ada)).toEqual([]);
  expect(await world.staff.undo(await finn.me(), decided.value.id, FROM)).toMatchObject({ ok: true });
  expect(await onPage(finn)).toMatchObject([{ state: "undone", may_undo: false }]);
});
