/** Decisions: one for each item, taken back in time, agreed to by another, done once whatever is killed, with what came of it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { OperatorAct, Told } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import { whileHeld } from "../../../../test/support/held-lock.ts";
import { FROM, type Hired, hireOperator } from "../../../../test/support/operators.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
let ann: Hired;
let ben: Hired;
let cat: Hired;
/** What a module would have waiting, and what it was asked to do. */
const waiting = new Map<string, Date>();
/** What is promised for all of them; null: nothing. */
let promised: Date | null = null;
const ran: { act: string; id: string; told: Told }[] = [];
let during: (id: string) => Promise<void> = async () => {};
/** What happens when somebody has looked what waits. */
let looked: () => Promise<void> = async () => {};

const act = (name: string, more: Partial<OperatorAct> = {}): OperatorAct => ({
  name,
  what: "Something follows.",
  permission: "orders.decide",
  reason: false,
  async run(id, told) {
    ran.push({ act: name, id, told });
    await during(id);
    return waiting.delete(id) ? done(`${id} is settled.`) : refused("unknown");
  },
  ...more,
});

beforeAll(async () => {
  world = await createWorld({ expectedErrors: /^the module is broken$/ });
  world.staff.declare({
    ...world.operators,
    queues: [
      {
        name: "tests",
        what: "Things that a test has waiting",
        permission: "orders.decide",
        list: async (most) => {
          const found = [...waiting].slice(0, most);
          await looked();
          return found.map(([id, since]) => ({ id, since, due: promised, line: `thing ${id}` }));
        },
        acts: [
          act("settle"),
          act("now", { atOnce: true }),
          act("pay", {
            freshSignIn: true,
            reason: true,
            asks: [{ name: "amount", what: "how much" }],
            secondPerson: {
              permission: "money.approve",
              needed: async (_id, { values }) => Number(values.amount) > 100,
            },
          }),
          act("refuse", { reasons: [{ code: "late", what: "It came too late." }] }),
        ],
      },
    ],
  });
  ann = await hireOperator(world, "Ann", ["claims", "finance"]);
  ben = await hireOperator(world, "Ben", ["claims", "finance"]);
  cat = await hireOperator(world, "Cat", ["claims"]);
});
afterAll(() => world.close());
beforeEach(() => {
  ran.length = 0;
  during = async () => {};
  looked = async () => {};
});

function park(): string {
  const id = `thing_${randomUUID()}`;
  waiting.set(id, world.clock.now());
  return id;
}
const decide = async (
  who: Hired,
  item: string,
  name: string,
  more: { reason?: string; values?: Record<string, string> } = {},
) =>
  world.staff.decide(
    await who.me(),
    { place: "queue", name: "tests", item, act: name, reason: more.reason ?? "", values: more.values ?? {} },
    FROM,
  );
const rowsOf = async (item: string) =>
  (
    await world.base.handle.pool.query(
      "select state, outcome from staff.decisions where item = $1 order by decided_at",
      [item],
    )
  ).rows;
const later = async (span: { minutes?: number; hours?: number }) => {
  await world.advance(span);
  await Promise.all([ann, ben, cat].map((who) => who.signIn()));
};
const run = async () => {
  await world.staff.sweep();
  await world.work();
};

it("two operators who press at once do not both decide, and one who presses twice decides once", async () => {
  const item = park();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => decide(at % 2 ? ann : ben, item, at % 2 ? "settle" : "now")),
  );
  expect(await rowsOf(item)).toHaveLength(1);
  const told = outcomes.map((one) => (one.ok ? one.value.id : one.code));
  const won = new Set(told.filter((one) => one.startsWith("dec_")));
  expect(won.size).toBe(1);
  // Whom the other was faster than is told so: that it is decided, or that nothing waits any more.
  expect(told.filter((one) => !one.startsWith("dec_") && !/^(already_decided|unknown_item)$/.test(one))).toEqual([]);
  await world.advance({ minutes: 11 });
  await run();
  expect(ran.filter((one) => one.id === item)).toHaveLength(1);
  await later({});
});

it("is not decided anew by who looked while another did it, just as that one ends", async () => {
  const item = park();
  const runs = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  during = () => {
    runs.resolve();
    return goesOn.promise;
  };
  let first: Promise<unknown> = Promise.resolve();
  let held: Promise<unknown> = Promise.resolve();
  looked = async () => {
    looked = async () => {};
    first = decide(ann, item, "now");
    await runs.promise;
    const mayGo = Promise.withResolvers<void>();
    held = whileHeld(
      world,
      (query) => query("lock table staff.audit in share row exclusive mode"),
      async (waiting) => {
        goesOn.resolve();
        // The first has ended and is not committed; the second waits for it.
        await waiting(1);
        mayGo.resolve();
        await waiting(2);
        return async () => first;
      },
    );
    await mayGo.promise;
  };
  expect(await decide(ben, item, "settle")).toEqual({ ok: false, code: "unknown_item" });
  await held;
  expect(await first).toMatchObject({ ok: true });
  expect(await rowsOf(item)).toEqual([{ state: "done", outcome: `${item} is settled.` }]);
});

it("is done after ten minutes and not before, once, by whom decided", async () => {
  const item = park();
  expect(await decide(ann, item, "settle")).toMatchObject({ ok: true, value: { state: "waiting", is_own: true } });
  await later({ minutes: 9 });
  await run();
  expect(ran).toEqual([]);
  await later({ minutes: 2 });
  await run();
  const [row] = await rowsOf(item);
  const [decision] = (
    await world.base.handle.pool.query("select decision_id from staff.decisions where item = $1", [item])
  ).rows;
  await Promise.all(Array.from({ length: 5 }, () => world.staff.carryOut(decision.decision_id, 1)));
  expect(ran).toMatchObject([{ act: "settle", told: { by: ann.id } }]);
  expect(row).toEqual({ state: "done", outcome: `${item} is settled.` });
  expect(await decide(ben, item, "settle")).toEqual({ ok: false, code: "unknown_item" });
});

it("is taken back within the ten minutes, and then nothing follows", async () => {
  const item = park();
  const first = await decide(ann, item, "settle");
  if (!first.ok) throw new Error(first.code);
  expect(await world.staff.undo(await ben.me(), first.value.id, FROM)).toEqual({ ok: true, value: null });
  await later({ minutes: 30 });
  await run();
  expect(ran).toEqual([]);
  expect(await rowsOf(item)).toEqual([{ state: "undone", outcome: null }]);
  expect(await world.staff.undo(await ann.me(), first.value.id, FROM)).toMatchObject({ ok: false, code: "too_late" });
  expect(await decide(ben, item, "now")).toMatchObject({ ok: true });
  expect(ran).toMatchObject([{ act: "now", told: { by: ben.id } }]);
});

it("asks for what the act asks for: a reason of its list, its questions, a fresh sign-in", async () => {
  const item = park();
  expect(await decide(ann, item, "refuse", { reason: "because" })).toMatchObject({ ok: false, code: "told_wrong" });
  expect(await decide(ann, item, "pay", { reason: "owed" })).toMatchObject({ ok: false, code: "told_wrong" });
  const pay = { reason: "owed", values: { amount: "50" } };
  expect(await decide(ann, item, "pay", { ...pay, values: { amount: "50", more: "x" } })).toMatchObject({
    code: "told_wrong",
  });
  await world.advance({ minutes: 6 });
  expect(await decide(ann, item, "pay", pay)).toEqual({ ok: false, code: "confirm_first" });
  expect(await ann.confirm()).toEqual({ ok: true, value: null });
  expect(await decide(ann, item, "pay", pay)).toMatchObject({ ok: true, value: { state: "waiting" } });
  expect(await decide(ann, park(), "nothing")).toEqual({ ok: false, code: "unknown_act" });
  await later({});
});

it("waits for somebody else who may, who agrees to what they saw; alone it lapses after a day", async () => {
  const item = park();
  const proposed = await decide(ann, item, "pay", { reason: "owed", values: { amount: "500" } });
  if (!proposed.ok) throw new Error(proposed.code);
  const { id, hash, state } = proposed.value;
  expect(state).toBe("second");
  const answer = async (who: Hired, agree: boolean, seen = hash) =>
    world.staff.second(await who.me(), { id, agree, hash: seen }, FROM);
  expect(await answer(ann, true)).toEqual({ ok: false, code: "not_yourself" });
  expect(await answer(cat, true)).toEqual({ ok: false, code: "not_allowed" });
  expect(await answer(ben, true, "0".repeat(64))).toEqual({ ok: false, code: "changed" });
  // Who rules the database changes the sum after it was proposed: what was agreed to is not what stands there.
  const { pool } = world.base.handle;
  const change = (amount: string) =>
    pool.query("update staff.decisions set told = jsonb_build_object('amount', $2::text) where item = $1", [
      item,
      amount,
    ]);
  await change("5000");
  expect(await answer(ben, true)).toEqual({ ok: false, code: "changed" });
  await change("500");
  const both = await Promise.all([answer(ben, true), answer(ben, false)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const other = park();
  expect(await decide(ben, other, "pay", { reason: "owed", values: { amount: "101" } })).toMatchObject({ ok: true });
  await later({ hours: 25 });
  await run();
  expect(await rowsOf(other)).toEqual([{ state: "expired", outcome: null }]);
  expect(ran.filter((one) => one.id === other)).toEqual([]);
  expect(["done", "rejected"]).toContain((await rowsOf(item))[0]?.state);
});

it("is done once more after a killed worker, and says so when nobody can be sure", async () => {
  const item = park();
  await decide(ann, item, "settle");
  await later({ minutes: 11 });
  const [{ decision_id }] = (
    await world.base.handle.pool.query("select decision_id from staff.decisions where item = $1", [item])
  ).rows;
  // The module has done it, and the worker dies before it can write that down.
  let die: () => void = () => {};
  const dead = new Promise<void>((_, reject) => {
    die = () => reject(new Error("the module is broken"));
  });
  during = async (id) => {
    waiting.delete(id);
    await dead;
  };
  const first = world.staff.carryOut(decision_id, 1).catch(() => "died");
  await expect.poll(() => ran.length).toBe(1);
  await world.staff.carryOut(decision_id, 1);
  expect(ran, "while somebody is at it nobody else begins").toHaveLength(1);
  during = async () => {};
  await later({ minutes: 5 });
  await run();
  expect(await rowsOf(item)).toMatchObject([
    { state: "failed", outcome: expect.stringContaining("stopped in the middle") },
  ]);
  die();
  await first;
  expect(await rowsOf(item)).toMatchObject([{ state: "failed" }]);
});

it("is left undone when whoever decided it is switched off meanwhile", async () => {
  const item = park();
  const dan = await hireOperator(world, "Dan", ["claims"]);
  expect(await decide(dan, item, "settle")).toMatchObject({ ok: true });
  expect(await world.staff.switchOff(await ann.me(), dan.id, FROM)).toMatchObject({ ok: true });
  await later({ minutes: 11 });
  await run();
  expect(ran).toEqual([]);
  expect(await rowsOf(item)).toEqual([{ state: "undone", outcome: expect.stringContaining("switched off") }]);
});

it("fails in words when the module keeps failing", async () => {
  const item = park();
  during = async () => {
    throw new Error("the module is broken");
  };
  await decide(ann, item, "settle");
  await later({ minutes: 11 });
  const [{ decision_id }] = (
    await world.base.handle.pool.query("select decision_id from staff.decisions where item = $1", [item])
  ).rows;
  for (let attempt = 1; attempt < 5; attempt += 1)
    await expect(world.staff.carryOut(decision_id, attempt)).rejects.toThrow("the module is broken");
  await world.staff.carryOut(decision_id, 5);
  expect(await rowsOf(item)).toMatchObject([{ state: "failed", outcome: expect.stringContaining("unexpected") }]);
  const { rows } = await world.base.handle.pool.query(
    "select from_state, to_state from staff.decision_events where decision_id = $1 order by sequence",
    [decision_id],
  );
  expect(rows.map(({ to_state }) => to_state)).toEqual(["waiting", "running", "failed"]);
});

it("stands on the desk as it came, where many are promised for the end of one day", async () => {
  waiting.clear();
  promised = new Date(world.clock.now().getTime() + 48 * 3_600_000);
  const came = ["thing_c", "thing_a", "thing_b"];
  for (const [at, id] of came.entries()) waiting.set(id, new Date(world.clock.now().getTime() + at * 1_000));
  const desk = await world.staff.desk(await ben.me(), { queue: null, id: null, all: true });
  expect(desk.items.map(({ id }) => id)).toEqual(came);
  promised = null;
});

it("stands on the desk last, with promises by day, and names instead of ids", async () => {
  waiting.clear();
  const late = park();
  waiting.set(late, new Date(world.clock.now().getTime() - 50 * 3_600_000));
  const [fresh, decided] = [park(), park()];
  await decide(ann, decided, "settle");
  const desk = await world.staff.desk(await ben.me(), { queue: null, id: null, all: true });
  expect(desk.items.map(({ id }) => id)).toEqual(
    [late, fresh, decided].toSorted(
      (one, other) =>
        Number(one === decided) - Number(other === decided) || Number(other === late) - Number(one === late),
    ),
  );
  expect(desk.queues).toMatchObject([{ name: "tests", waiting: 2, late: 1 }]);
  const before = desk.record.days.at(-1) ?? { decided: 0, kept: 0 };
  await decide(ben, late, "settle");
  const after = await world.staff.desk(await ben.me(), { queue: "tests", id: late, all: false });
  expect(after.record.days.at(-1)).toMatchObject({ decided: before.decided + 1, kept: before.kept });
  expect(after.item?.decisions).toMatchObject([{ by: "Ben", may_undo: true }]);
  expect(await world.staff.withNames({ by: `person: ${ann.id}` })).toEqual({ by: "person: Ann" });
});
