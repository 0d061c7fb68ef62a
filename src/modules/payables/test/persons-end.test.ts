import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "../accounts.ts";
import { payableView } from "../operator.ts";
import { type Answer, payableId } from "../payables.server.ts";
import { answer, lost, setUpPayable, shown } from "./payable-set-up.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase({ connections: 12 });
});
afterAll(() => base.drop());
const setUp = (answers: Parameters<typeof setUpPayable>[1]) => setUpPayable(base, answers);

describe("a payable of which a person tells", () => {
  it("is nobody's to end or stop during a call, nor by what was decided before it was stopped", async () => {
    const sent = { end: (_answer: Answer): void => undefined };
    const { clock, ledger, payables, payable_id, owner, calls } = await setUp({
      send: [() => new Promise<Answer>((end) => Object.assign(sent, { end }))],
    });
    const working = payables.work(payable_id);
    await expect.poll(() => calls).toEqual(["send"]);
    const told = { by: "Olga", reference: null, reason: "not there", to: "refused" as const };
    expect(await payables.settle(payable_id, told)).toMatchObject({ code: "call_under_way" });
    expect(await payables.settle(payable_id, { ...told, to: "done", reference: "R" })).toMatchObject({
      code: "call_under_way",
    });
    expect(await payables.stop(payable_id, "Olga")).toMatchObject({ code: "call_under_way" });
    sent.end({ state: "unclear", code: "lost" });
    await working;
    const decided_at = clock.now();
    clock.advance({ minutes: 5 });
    expect(await Promise.all([1, 2].map(() => payables.stop(payable_id, "Olga")))).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect(await payables.settle(payable_id, { ...told, decided_at })).toMatchObject({ code: "not_stopped" });
    clock.advance({ minutes: 5 });
    expect(await payables.whyNot(payable_id, told)).toBeNull();
    const pressed = await Promise.all([1, 2].map(() => payables.settle(payable_id, told)));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ledger.balances(owner)).toMatchObject({ available: 500n, held: 0n });
    expect((await payables.events(payable_id)).map((event) => event.detail)).toContain("stopped");
  });

  it("that its provider knows goes back only by the id that a person saw there", async () => {
    const { payables, payable_id } = await setUp({ send: [answer({ state: "accepted", ...shown })] });
    await payables.work(payable_id);
    const [acts] = payableView(payables).queues?.map((queue) => queue.acts) ?? [];
    const id = payableId.show(payable_id);
    const press = async (name: string, reference?: string) => {
      const told = { by: "Olga", reason: "denied there", values: reference === undefined ? {} : { reference } };
      const act = acts?.find((one) => one.name === name);
      const wrong = await act?.check?.(id, told);
      const outcome = await act?.run(id, told);
      const why = outcome && !outcome.ok ? (outcome.detail?.why ?? outcome.code) : null;
      if (act?.check) expect(wrong, "what is wrong is said before it is kept").toBe(why);
      return why;
    };
    for (const end of ["refused", "returned"]) {
      for (const reference of [undefined, "", " "]) expect(await press(end, reference)).toContain("type its id");
      expect(await press(end, "pay_0")).toContain("not the id");
    }
    expect(await press("stop")).toContain("not sent again");
    expect(await payables.read(payable_id)).toMatchObject({ state: "accepted", person_since: null });
    expect(await press("refused", " R ")).toBeNull();
    expect(await payables.read(payable_id)).toMatchObject({ state: "refused", stopped_at: null });
  });

  it("that was stopped goes back some minutes later, by what was seen then: a call may end there after it was given up", async () => {
    const { clock, payables, payable_id } = await setUp({ send: [lost] });
    await payables.work(payable_id);
    await payables.stop(payable_id, "Olga");
    const told = { by: "Olga", reference: null, reason: "not there", to: "refused" as const };
    expect(await payables.whyNot(payable_id, told)).toBe("stopped_just_now");
    const decided_at = clock.now();
    clock.advance({ minutes: 5 });
    expect(await payables.settle(payable_id, { ...told, decided_at })).toMatchObject({ code: "stopped_just_now" });
    expect(await payables.settle(payable_id, told)).toMatchObject({ ok: true });
  });

  it("that was stopped is looked for by the id that its provider's message names, and known by it", async () => {
    const { clock, payables, payable_id, provider } = await setUp({
      send: [lost],
      look: [answer({ state: "done", reference: "told", item: null })],
    });
    await payables.work(payable_id);
    await payables.stop(payable_id, "Olga");
    clock.advance({ minutes: 5 });
    await base.handle.transaction((tx) => payables.hint(tx, provider, { payable_id, reference: "told" }));
    expect(await payables.read(payable_id)).toMatchObject({ state: "unknown", reference: "told", unclear: false });
    const end = { by: "Olga", reference: null, reason: "not there", to: "refused" as const };
    expect(await payables.settle(payable_id, end)).toMatchObject({ code: "reference_needed" });
    await payables.work(payable_id);
    expect(await payables.read(payable_id)).toMatchObject({ state: "done", person_since: null });
  });

  it("that was given back is a person's once its provider names an order of it, and theirs to put away", async () => {
    const { clock, payables, payable_id, provider } = await setUp({ send: [lost] });
    await payables.work(payable_id);
    await payables.stop(payable_id, "Olga");
    clock.advance({ minutes: 5 });
    await payables.settle(payable_id, { by: "Olga", reference: null, reason: "not there", to: "refused" });
    const hint = (reference: string | null) =>
      base.handle.transaction((tx) => payables.hint(tx, provider, { payable_id, reference }));
    expect(await hint(null)).toBe(true);
    expect(await payables.read(payable_id)).toMatchObject({ state: "refused", person_since: null });
    for (const _ of [1, 2]) expect(await hint("late")).toBe(true);
    const told = { state: "refused", reference: "late", person_reason: "refused_then_named: late" };
    expect(await payables.read(payable_id)).toMatchObject(told);
    expect((await payables.events(payable_id)).filter(({ by }) => by === "alarm")).toHaveLength(1);
    expect(await payables.retry(payable_id)).toMatchObject({ ok: true });
    await hint("late");
    expect(await payables.read(payable_id)).toMatchObject({ person_since: null, next_look_at: null });
  });

  it("that was stopped is not sent when the answer of a call that was given up comes late", async () => {
    const sent = { end: (_answer: Answer): void => undefined };
    const { clock, ledger, payables, payable_id, owner, calls } = await setUp({
      send: [() => new Promise<Answer>((end) => Object.assign(sent, { end }))],
    });
    const working = payables.work(payable_id);
    await expect.poll(() => calls).toEqual(["send"]);
    clock.advance({ seconds: 100 });
    expect(await payables.stop(payable_id, "Olga")).toMatchObject({ ok: true });
    sent.end({ state: "not_now", code: "status_429", retry_seconds: 60, person: false });
    await working;
    expect(await payables.read(payable_id)).toMatchObject({ state: "unknown", person_reason: "stopped" });
    clock.advance({ minutes: 6 });
    await payables.work(payable_id);
    expect(calls, "it is looked for, and not sent").toEqual(["send", "look"]);
    const told = { by: "Olga", reference: null, reason: "not there", to: "refused" as const };
    expect(await payables.settle(payable_id, told)).toMatchObject({ ok: true });
    expect(await ledger.balances(owner)).toMatchObject({ available: 500n, held: 0n });
  });

  it("that stood stopped before it was to be sent waits for whoever lets it go on", async () => {
    const { clock, payables, payable_id, calls } = await setUp({ send: [answer({ state: "accepted", ...shown })] });
    await base.handle.pool.query("update payables.payables set stopped_at = $2 where payable_id = $1", [
      ...[payable_id, clock.now()],
    ]);
    await payables.work(payable_id);
    expect(calls).toEqual([]);
    expect(await payables.retry(payable_id)).toMatchObject({ ok: true });
    await payables.work(payable_id);
    expect(calls).toEqual(["send"]);
  });

  it("is theirs to end by an id that no other payment has, however many say it at once", async () => {
    const ofBen = await setUp({ send: [answer({ state: "accepted", reference: "B", item: "b1" })] });
    await ofBen.payables.work(ofBen.payable_id);
    const of = async () => {
      const one = await setUpPayable(base, { send: [lost] }, ofBen.provider);
      await one.payables.work(one.payable_id);
      await one.payables.stop(one.payable_id, "Olga");
      one.clock.advance({ minutes: 5 });
      const say = (to: "done" | "returned", reference: string) =>
        one.payables.settle(one.payable_id, { to, by: "Olga", reason: "seen there", reference });
      return { ...one, say };
    };
    const [ann, cleo] = [await of(), await of()];
    for (const to of ["done", "returned"] as const)
      for (const reference of ["B", "b1"]) {
        expect(await ann.payables.whyNot(ann.payable_id, { to, reference })).toBe("other_payment");
        expect(await ann.say(to, reference)).toMatchObject({ code: "other_payment" });
      }
    const both = await Promise.all([ann.say("done", "A"), cleo.say("done", "A")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual(expect.objectContaining({ code: "other_payment" }));
  });

  it("that turns out to have been given the id of another is a person's, with both of them", async () => {
    const ofAnn = await setUp({ send: [lost], look: [answer({ state: "done", reference: "B", item: null })] });
    const ofBen = await setUpPayable(
      ...[base, { send: [lost], look: [answer({ state: "done", reference: "B", item: null })] }, ofAnn.provider],
    );
    for (const { payables, payable_id } of [ofAnn, ofBen]) await payables.work(payable_id);
    // Nobody but the provider knows yet that it is Ben's.
    const told = { to: "done" as const, by: "Olga", reason: "seen there", reference: "B" };
    expect(await ofAnn.payables.settle(ofAnn.payable_id, told)).toMatchObject({ ok: true });
    await ofBen.payables.work(ofBen.payable_id);
    await ofAnn.payables.work(ofAnn.payable_id);
    for (const [one, other] of [
      [ofAnn, ofBen],
      [ofBen, ofAnn],
    ] as const)
      expect(await one.payables.read(one.payable_id)).toMatchObject({
        ...{ state: "done", person_reason: `other_payment: ${payableId.show(other.payable_id)}` },
      });
    const back = { ...told, to: "returned" as const, reason: "it was Ben's" };
    expect(await ofAnn.payables.settle(ofAnn.payable_id, back), "what was wrong can be mended").toMatchObject({
      ok: true,
    });
  });

  it("books a fee that its provider tells later, once", async () => {
    const paid = answer({ state: "done", reference: "F", item: null, fee_minor: 25n });
    const { clock, ledger, payables, payable_id, provider } = await setUp({ send: [lost], look: [paid, paid] });
    await payables.work(payable_id);
    const told = { to: "done" as const, by: "Olga", reason: "seen there", reference: "F" };
    expect(await payables.settle(payable_id, told)).toMatchObject({ ok: true });
    for (const _ of [1, 2]) {
      clock.advance({ days: 1 });
      await payables.work(payable_id);
      expect(await ledger.houseBalance(PAYOUT_FEES, provider)).toBe(-25n);
      expect(await ledger.houseBalance(PAYOUT_FLOAT, provider)).toBe(525n);
    }
    expect(await payables.read(payable_id)).toMatchObject({ state: "done", fee_minor: 25n });
    const spans = [
      ["2027-03-10T00:00:00Z", "2027-03-11T00:00:00Z"],
      ["2027-03-11T00:00:00Z", "2027-03-20T00:00:00Z"],
    ] as const;
    const sums = spans.map(([from, to]) => payables.paidIn({ from: new Date(from), to: new Date(to) }));
    const ofProvider = (await Promise.all(sums)).map((rows) => rows.find((row) => row.provider === provider));
    expect(ofProvider, "each on the day on which it was booked").toMatchObject([
      { paid_minor: 500n, fee_minor: 0n },
      { paid_minor: 0n, fee_minor: 25n },
    ]);
  });

  it("that was given back by its id and is paid by it all the same is a person's, who is told that nothing is tried", async () => {
    const told = { state: "done", reference: "R", item: null } as const;
    const { ledger, owner, payables, payable_id, provider, calls } = await setUp({
      send: [answer({ state: "accepted", ...shown })],
      look: [
        ...[answer({ state: "refused", code: "no", ...shown }), answer({ state: "returned", code: "no", ...shown })],
        ...[lost, answer(told), answer(told)],
      ],
    });
    await payables.work(payable_id);
    const end = { to: "refused" as const, by: "Olga", reference: "R", reason: "denied there" };
    expect(await payables.settle(payable_id, end)).toMatchObject({ ok: true });
    const heard = async () => {
      await base.handle.transaction((tx) => payables.hint(tx, provider, { payable_id, reference: "R" }));
      await payables.work(payable_id);
      return payables.read(payable_id);
    };
    for (const what of ["the refusal", "its cancellation"])
      expect(await heard(), `the message may tell of ${what}`).toMatchObject({
        code: "denied there",
        person_since: null,
      });
    expect(await heard()).toMatchObject({ code: "denied there", person_since: null, next_look_at: expect.any(Date) });
    expect(await heard()).toMatchObject({
      ...{ state: "refused", person_reason: "refused_then_done: done R", next_look_at: null },
    });
    expect(calls).toEqual(["send", "look", "look", "look", "look"]);
    const [acts] = payableView(payables).queues?.map((queue) => queue.acts) ?? [];
    const retry = acts?.find(({ name }) => name === "retry");
    const pressed = await retry?.run(payableId.show(payable_id), { by: "Olga", reason: "", values: {} });
    expect(pressed).toMatchObject({ ok: true, value: expect.stringMatching(/Nothing is tried/) });
    expect(await heard(), "what was put away is not told again").toMatchObject({ person_since: null });
    expect(await ledger.balances(owner)).toMatchObject({ available: 500n, held: 0n });
  });
});

describe("two payables that are known by one id", () => {
  async function two() {
    const told = { state: "done" as const, reference: "B", item: null, fee_minor: 25n };
    const look = () => Array.from({ length: 6 }, () => answer(told));
    const ann = await setUp({ send: [lost], look: look() });
    const ben = await setUpPayable(base, { send: [lost], look: look() }, ann.provider);
    for (const { payables, payable_id } of [ann, ben]) await payables.work(payable_id);
    const said = { to: "done" as const, by: "Olga", reason: "seen there", reference: "B" };
    expect(await ann.payables.settle(ann.payable_id, said)).toMatchObject({ ok: true });
    await ben.payables.work(ben.payable_id);
    ann.clock.advance({ days: 1 });
    await ann.payables.work(ann.payable_id);
    return { ann, said };
  }

  it("have its fee booked once, as the provider took it", async () => {
    const { ann, said } = await two();
    await ann.payables.settle(ann.payable_id, { ...said, to: "returned", reason: "it was Ben's" });
    expect(await ann.ledger.houseBalance(PAYOUT_FEES, ann.provider)).toBe(-25n);
    expect(await ann.ledger.houseBalance(PAYOUT_FLOAT, ann.provider)).toBe(525n);
  });

  it("are told of once, and stay put away", async () => {
    const { ann } = await two();
    for (let n = 0; n < 3; n += 1) {
      expect(await ann.payables.retry(ann.payable_id)).toMatchObject({ ok: true });
      await ann.payables.work(ann.payable_id);
    }
    const alarms = (await ann.payables.events(ann.payable_id)).filter(({ by }) => by === "alarm");
    expect(alarms).toHaveLength(1);
    expect(await ann.payables.read(ann.payable_id)).toMatchObject({ person_since: null });
  });
});

it("a payable that was given back is not looked at for ever while its provider only says not now", async () => {
  const { payables, payable_id, provider, clock } = await setUp({
    send: [answer({ state: "accepted", reference: "R", item: null })],
    look: Array.from({ length: 60 }, () =>
      answer({ state: "not_now", code: "status_429", retry_seconds: 60, person: false }),
    ),
  });
  await payables.work(payable_id);
  await payables.settle(payable_id, { to: "refused", by: "Olga", reason: "seen there", reference: "R" });
  await base.handle.transaction((tx) => payables.hint(tx, provider, { payable_id, reference: "R" }));
  for (let n = 0; n < 20; n += 1) {
    await payables.work(payable_id);
    clock.advance({ hours: 2 });
  }
  expect(await payables.read(payable_id)).toMatchObject({ next_look_at: null });
});
