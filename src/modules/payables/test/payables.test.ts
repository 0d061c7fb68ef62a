import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { createLedger } from "../../ledger/ledger.server.ts";
import type { Answer } from "../payables.server.ts";
import { judge, PAYABLE_TRANSITIONS, type PayableState } from "../rules.ts";
import { answer, lost, setUpPayable, shown } from "./payable-set-up.ts";
import { type Ending, findWrongEndings, playStory, SEEN, stories } from "./payable-stories.ts";

let base: TestDatabase;
const log = createLog({ level: "silent" });
beforeAll(async () => {
  base = await createTestDatabase({ connections: 12 });
});
afterAll(() => base.drop());
const setUp = (answers: Parameters<typeof setUpPayable>[1]) => setUpPayable(base, answers);

const STATES = Object.keys(PAYABLE_TRANSITIONS) as PayableState[];

describe("the judgement of an answer", () => {
  it.each([
    [
      "a first refusal",
      { state: "sending", reference: null, unclear: false, stopped_at: null },
      { state: "refused", code: "x" },
      "send",
      "refused",
    ],
    [
      "a lost answer",
      { state: "sending", reference: null, unclear: false, stopped_at: null },
      { state: "unclear", code: "x" },
      "send",
      "unknown",
    ],
    [
      "no funds at the first try",
      { state: "sending", reference: null, unclear: false, stopped_at: null },
      { state: "not_now", code: "x", retry_seconds: 1, person: true },
      "send",
      "intent",
    ],
    [
      "no funds at a repeat",
      { state: "sending", reference: null, unclear: true, stopped_at: null },
      { state: "not_now", code: "x", retry_seconds: 1, person: true },
      "send",
      "unknown",
    ],
    [
      "paid, though given up as unknown",
      { state: "unknown", reference: null, unclear: true, stopped_at: null },
      { state: "done", ...shown },
      "look",
      "done",
    ],
    [
      "unclaimed and back before its reference was known",
      { state: "unknown", reference: null, unclear: true, stopped_at: null },
      { state: "returned", code: "x", ...shown },
      "look",
      "returned",
    ],
    [
      "back after it was paid",
      { state: "done", reference: "R", unclear: false, stopped_at: null },
      { state: "returned", code: "x", ...shown },
      "look",
      "returned",
    ],
  ] as const)("%s", (_name, at, answer, by, to) => {
    expect(judge(at, answer as Answer, by)).toEqual({ act: "move", to });
  });

  it("never gives money back for what was said to a repeat that shows no order", () => {
    for (const state of STATES)
      for (const by of ["send", "look"] as const) {
        const verdict = judge(
          { state, reference: null, unclear: true, stopped_at: null },
          { state: "refused", code: "x" },
          by,
        );
        expect(verdict, state).not.toEqual({ act: "move", to: "refused" });
      }
  });

  it("sends again what is certainly absent, unless a person stopped it", () => {
    const at = { state: "unknown", reference: null, unclear: true } as const;
    expect(judge({ ...at, stopped_at: null }, { state: "absent" }, "look")).toEqual({ act: "send" });
    expect(judge({ ...at, stopped_at: new Date() }, { state: "absent" }, "look")).toEqual({ act: "keep" });
  });

  it("raises an alarm at what cannot be, and moves nothing", () => {
    const paid: Answer = { state: "done", ...shown };
    expect(judge({ state: "refused", reference: "R", unclear: false, stopped_at: null }, paid, "look")).toMatchObject({
      act: "alarm",
    });
    expect(judge({ state: "accepted", reference: "Q", unclear: false, stopped_at: null }, paid, "look")).toMatchObject({
      act: "alarm",
    });
    expect(
      judge(
        { state: "done", reference: "R", unclear: false, stopped_at: null },
        { state: "refused", code: "x", ...shown },
        "look",
      ),
    ).toMatchObject({ act: "alarm" });
    expect(
      judge({ state: "accepted", reference: "R", unclear: false, stopped_at: null }, { state: "absent" }, "look"),
    ).toMatchObject({
      act: "alarm",
    });
  });
});

describe("a payable", () => {
  it("asked for twice is one, and is sent once however many work on it", async () => {
    const { payables, payable_id, calls, ask } = await setUp({ send: [answer({ state: "accepted", ...shown })] });
    await ask();
    await Promise.all([payables.work(payable_id), payables.work(payable_id), payables.work(payable_id)]);
    expect(calls.filter((call) => call === "send")).toEqual(["send"]);
  });

  it("that needs our funds goes out later, and a person hears of it at once", async () => {
    const { clock, payables, payable_id, metrics, provider } = await setUp({
      send: [
        answer({ state: "not_now", code: "INSUFFICIENT_FUNDS", retry_seconds: 3_600, person: true }),
        answer({ state: "done", ...shown }),
      ],
    });
    await payables.work(payable_id);
    expect(await payables.read(payable_id)).toMatchObject({ state: "intent", person_reason: "INSUFFICIENT_FUNDS" });
    await payables.sweep();
    expect(await metrics.registry.getSingleMetricAsString("tuppence_payables_person")).toContain(
      `provider="${provider}"} 1`,
    );
    expect((await payables.forPerson()).map((row) => row.payable_id)).toContain(payable_id);
    clock.advance({ hours: 1 });
    await payables.work(payable_id);
    expect(await payables.read(payable_id)).toMatchObject({ state: "done", person_since: null });
  });

  it("that stays unknown for a day is a person's, who ends it by the same rules", async () => {
    const { clock, ledger, payables, payable_id, owner } = await setUp({ send: [lost] });
    await payables.work(payable_id);
    clock.advance({ hours: 25 });
    await payables.work(payable_id);
    expect(await payables.read(payable_id)).toMatchObject({ state: "unknown", person_reason: "unknown_too_long" });
    expect(await ledger.balances(owner)).toMatchObject({ available: 0n, held: 500n });
    const told = { by: "Olga", reference: null, reason: "not there, asked by phone" };
    expect(await payables.settle(payable_id, { ...told, to: "done" })).toMatchObject({ code: "reference_needed" });
    expect(await payables.settle(payable_id, { ...told, to: "refused" })).toMatchObject({ code: "not_stopped" });
    await payables.stop(payable_id, "Olga");
    clock.advance({ minutes: 5 });
    expect(await payables.settle(payable_id, { ...told, to: "refused" })).toMatchObject({ ok: true });
    expect(await ledger.balances(owner)).toMatchObject({ available: 500n, held: 0n });
    expect(await payables.settle(payable_id, { ...told, to: "done", reference: "R" })).toMatchObject({ ok: false });
    expect((await payables.events(payable_id)).map((event) => event.by)).toContain("person: Olga");
  });

  it("whose process was killed during the call is looked for, never sent as if for the first time", async () => {
    const { clock, payables, payable_id, calls } = await setUp({
      send: [() => new Promise<Answer>(() => {})],
      look: [answer({ state: "accepted", ...shown, note: "unclaimed" })],
    });
    void payables.work(payable_id);
    await expect.poll(() => calls).toEqual(["send"]);
    await payables.work(payable_id);
    expect(calls, "the lease keeps others away").toEqual(["send"]);
    clock.advance({ minutes: 2 });
    await payables.work(payable_id);
    expect(calls).toEqual(["send", "look"]);
    expect(await payables.read(payable_id)).toMatchObject({ state: "accepted", note: "unclaimed", reference: "R" });
  });

  it("is never kept from its look by others that are stuck", async () => {
    const { payables, payable_id, clock } = await setUp({ send: [answer({ state: "accepted", ...shown })] });
    await payables.work(payable_id);
    await base.handle.pool.query(
      `insert into payables.payables (payable_id, kind, provider, owner, unit, amount_minor, hold_id, request, state, created_at, state_at, next_look_at)
       select gen_random_uuid(), 't', 'p', 'x', 'USD', 1, gen_random_uuid(), '{}', 'accepted', now(), now(), '2020-01-01' from generate_series(1, 600)`,
    );
    clock.advance({ hours: 1 });
    const jobs = async () =>
      (
        await base.handle.pool.query(
          "select count(*)::int as n from graphile_worker.jobs where key = $1 and run_at <= now() + interval '1 minute'",
          [`payable:${payable_id}`],
        )
      ).rows[0].n;
    await payables.sweep();
    await payables.sweep();
    expect(await jobs(), "the second sweep comes to those that the first left").toBe(1);
    await base.handle.pool.query("delete from payables.payables where owner = 'x'");
  });

  it("ends as the provider's own truth says, whatever was lost, doubled, refused, killed or reversed on the way", async () => {
    // A database of their own: at the end its members and payables are those of the stories, and no others.
    const own = await createTestDatabase({ connections: 12 });
    const ledger = createLedger({
      database: own.handle,
      clock: fixedClock("2027-03-10T12:00:00Z"),
      log,
      accounts: ACCOUNT_KINDS,
    });
    const stage = { database: own.handle, log, ledger };
    const endings: Ending[] = [];
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { findings, ending } = await playStory(stage, story);
        endings.push(ending);
        expect(findings).toEqual([]);
      }),
      { numRuns: Number(process.env.PAYABLE_STORIES ?? 120), examples: SEEN },
    );
    expect(await findWrongEndings(stage, endings)).toEqual([]);
    await own.drop();
  });

  it("finds at the end what a later story did to the member or the payable of an earlier one", async () => {
    const own = await createTestDatabase({ connections: 4 });
    const ledger = createLedger({
      database: own.handle,
      clock: fixedClock("2027-03-10T12:00:00Z"),
      log,
      accounts: ACCOUNT_KINDS,
    });
    const stage = { database: own.handle, log, ledger };
    const { ending } = await playStory(stage, {
      fate: "pays",
      weather: [],
      steps: ["work", "provider"],
      lookable: true,
    });
    expect(ending).toMatchObject({ settled: 0n, state: "done" });
    expect(await findWrongEndings(stage, [ending])).toEqual([]);
    expect(await findWrongEndings(stage, [{ ...ending, settled: 1n }])).toEqual([
      expect.stringContaining(`${ending.owner}: pending 0, settled -1`),
    ]);
    expect(await findWrongEndings(stage, [{ ...ending, state: "refused" }])).toEqual([
      `${ending.payable_id} is done, and was left as refused`,
    ]);
    await own.drop();
  });
});
