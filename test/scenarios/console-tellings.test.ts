/**
 * What operators tell at the console of the bank's and providers' statements: each act to the cent in the books, whatever is typed
 * wrong or twice refused with a sentence and booked nowhere, and what was told wrong taken back whole.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { openTellings, type Tellings, type Values, wronglyTold } from "../support/console-tellings.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: Tellings;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T15:00:00Z" });
  desk = await openTellings(world);
});
afterAll(() => world.close());

const DAY = "2027-03-09";
const WHY = "it was typed wrong";
const told = (kind: string, reference: string, amount: string) => ({ kind, reference, amount, day: DAY });

describe("what is told", () => {
  it("moves just its amount between the bank and a provider, once", async () => {
    const steps: [string, Values, Record<string, bigint>][] = [
      ["paypal", told("deposit", "D-1", "500.00"), { "bank house": -50_000n, "payout_float paypal": 50_000n }],
      ["paypal", told("withdrawal", "W-1", "0.01"), { "bank house": 1n, "payout_float paypal": -1n }],
      ["paypal", told("fee", "F-1", "0.30"), { "payout_fees paypal": 30n, "payout_float paypal": -30n }],
      ["paypal", told("fee", "F-2", "-0.25"), { "payout_fees paypal": -25n, "payout_float paypal": 25n }],
      ["tremendous", told("correction", "C-1", "2"), { "write_offs house": 200n, "payout_float tremendous": -200n }],
      ["tremendous", told("correction", "C-2", "-0.5"), { "write_offs house": -50n, "payout_float tremendous": 50n }],
    ];
    for (const [id, values, sums] of steps) {
      expect(
        await desk.moved(() => desk.tell(id, "tell transfer", values, { reason: "the statement" })),
        values.reference,
      ).toEqual(sums);
      const count = await desk.transfers();
      expect(await desk.tell(id, "tell transfer", values, { reason: "again", who: desk.fay })).toMatchObject({
        state: "done",
        outcome: expect.stringMatching(/booked before/),
      });
      expect(await desk.tell(id, "tell transfer", { ...values, amount: "7.77" }, { reason: "again" })).toMatchObject({
        state: "refused",
        outcome: expect.stringMatching(/told before under the same reference, with other amounts/),
      });
      expect(await desk.transfers(), values.reference).toBe(count);
    }
    expect(await desk.unexplained()).toEqual([]);
  });

  it("brings a payout of the card processor to the bank, and has no more of it than that", async () => {
    const payout = { reference: "po_1", amount: "812.40", day: DAY };
    await desk.finn.signIn();
    for (const more of [
      { fee: "1.00" },
      { currency: "EUR" },
      { received: "812.40" },
      { stated: "900" },
      { invoices: "I-1" },
    ])
      expect(await desk.press("stripe", "tell payment", { ...payout, ...more })).toMatchObject({
        code: "told_wrong",
        detail: { text: expect.stringMatching(/payout of the card processor has no/) },
      });
    expect(await desk.moved(() => desk.tell("stripe", "tell payment", payout))).toEqual({
      "bank house": 81_240n,
      "cash_in_transit stripe": -81_240n,
    });
    const count = await desk.transfers();
    expect(await desk.tell("stripe", "tell payment", payout)).toMatchObject({
      outcome: expect.stringMatching(/booked before/),
    });
    expect(await desk.tell("stripe", "tell payment", { ...payout, day: "2027-03-08" })).toMatchObject({
      state: "refused",
    });
    expect(await desk.transfers()).toBe(count);
    const undo = (amount: string) =>
      desk.tell("stripe", "take payment back", { reference: "po_1", amount }, { reason: WHY });
    expect(await undo("812.41")).toMatchObject({ state: "refused" });
    expect(await desk.moved(() => undo("812.40"))).toEqual({
      "bank house": -81_240n,
      "cash_in_transit stripe": 81_240n,
    });
    const page = await createOperators(world).show("payer", "stripe");
    expect(page.facts["arrival po_1, telling 1"]).toBe("$812.40 on 2027-03-09, taken back");
  });

  it("spreads a network's payment over its orders, and takes all of it back", async () => {
    await desk.order((await world.member("Ann")).user_id, "ONE", "50.00");
    const paid = { reference: "1001", amount: "44.00", fee: "1.00", stated: "50.00", day: DAY };
    const sums = {
      "bank house": 4_400n,
      "network_fees impact": 100n,
      "network_receivable impact": -5_000n,
      "remittance_difference impact": 500n,
    };
    expect(await desk.moved(() => desk.tell("impact", "tell payment", paid))).toEqual(sums);
    expect(await desk.unexplained()).toEqual([]);
    expect(await world.treasury.differences()).toMatchObject([{ kind: "short", amount_minor: 500n }]);
    const count = await desk.transfers();
    expect(await desk.tell("impact", "tell payment", paid, { who: desk.fay })).toMatchObject({
      state: "done",
      outcome: expect.stringMatching(/booked before/),
    });
    for (const other of [{ amount: "44.01" }, { fee: "1.01" }, { stated: "49.99" }, { day: "2027-03-08" }])
      expect(await desk.tell("impact", "tell payment", { ...paid, ...other })).toMatchObject({
        state: "refused",
        outcome: expect.stringMatching(/told before under the same reference/),
      });
    const undo = (reference: string, amount: string) =>
      desk.tell("impact", "take payment back", { reference, amount }, { reason: WHY });
    expect(await undo("1001", "44.01")).toMatchObject({
      state: "refused",
      outcome: expect.stringMatching(/other amounts/),
    });
    expect(await undo("1002", "44.00")).toMatchObject({
      state: "refused",
      outcome: "Nothing stands under this reference.",
    });
    expect(await desk.transfers()).toBe(count);
    const back = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, -sum]));
    expect(await desk.moved(() => undo("1001", "44.00"))).toEqual(back);
    expect(await world.treasury.differences()).toEqual([]);
    expect(await desk.moved(() => undo("1001", "44.00"))).toEqual({});
    expect(await desk.outcomeOf("impact")).toMatchObject({ outcome: expect.stringMatching(/taken back before/) });
    expect(await desk.moved(() => desk.tell("impact", "tell payment", { ...paid, amount: "49.00" }))).toEqual({
      "bank house": 4_900n,
      "network_fees impact": 100n,
      "network_receivable impact": -5_000n,
    });
    expect(await desk.unexplained()).toEqual([]);
    const { facts, timeline } = await createOperators(world).show("payer", "impact");
    expect(Object.keys(facts)[0], "a reference of digits comes after who it is of").toBe("payer");
    expect(facts).toMatchObject({ "payment 1001": expect.stringMatching(/^\$49\.00 on 2027-03-09/) });
    expect(timeline?.map(({ what, by }) => [what.split(":")[0], by])).toEqual([
      ["told", desk.finn.id],
      ["taken back", desk.finn.id],
      ["told", desk.finn.id],
    ]);
  });

  it("books dollars of a payment in another currency, and takes them back by what was told", async () => {
    const paid = { reference: "EUR-1", amount: "90.00", currency: "eur", received: "97.20", day: DAY };
    await desk.finn.signIn();
    const { received: _without, ...without } = paid;
    expect(await desk.press("awin", "tell payment", without)).toMatchObject({ code: "told_wrong" });
    expect(await desk.press("awin", "tell payment", { ...paid, currency: "" })).toMatchObject({ code: "told_wrong" });
    expect(await desk.press("awin", "tell payment", { ...paid, currency: "EURO" })).toMatchObject({
      code: "told_wrong",
    });
    expect(await desk.press("awin", "tell payment", { ...paid, amount: "€90" })).toMatchObject({
      detail: { text: expect.stringMatching(/in EUR/) },
    });
    const sums = { "bank house": 9_720n, "remittance_difference awin": -9_720n };
    expect(await desk.moved(() => desk.tell("awin", "tell payment", paid))).toEqual(sums);
    const undo = (amount: string) =>
      desk.tell("awin", "take payment back", { reference: "EUR-1", amount }, { reason: WHY });
    expect(await undo("97.20"), "dollars were not told").toMatchObject({ state: "refused" });
    expect(await desk.moved(() => undo("90.00"))).toEqual({
      "bank house": -9_720n,
      "remittance_difference awin": 9_720n,
    });
    expect(await desk.moved(() => desk.tell("awin", "tell payment", { ...paid, received: "97.21" }))).toMatchObject({
      "bank house": 9_721n,
    });
    expect(await desk.unexplained()).toEqual([]);
  });
});

describe("a transfer that was told wrong", () => {
  const undo = (values: Values, who = desk.finn) =>
    desk.tell("paypal", "take transfer back", values, { reason: WHY, who });
  it("is taken back just as it was told, once, and told as it is", async () => {
    const wrong = { kind: "fee", reference: "F-2", amount: "-0.25" };
    const count = await desk.transfers();
    for (const other of [
      { amount: "0.25" },
      { reference: "F-9" },
      { kind: "correction" },
      { kind: "deposit", amount: "0.25" },
    ])
      expect(await undo({ ...wrong, ...other }), JSON.stringify(other)).toMatchObject({
        state: "refused",
        outcome: expect.stringMatching(/^(This was told before|Nothing stands)/),
      });
    expect(await desk.transfers()).toBe(count);
    expect(await desk.moved(() => undo(wrong))).toEqual({ "payout_fees paypal": 25n, "payout_float paypal": -25n });
    expect(await desk.moved(() => undo(wrong, desk.fay))).toEqual({});
    expect(await desk.outcomeOf("paypal")).toMatchObject({ outcome: expect.stringMatching(/taken back before/) });
    const right = { ...wrong, amount: "0.25", day: DAY };
    expect(await desk.moved(() => desk.tell("paypal", "tell transfer", right, { reason: "as it is" }))).toEqual({
      "payout_fees paypal": 25n,
      "payout_float paypal": -25n,
    });
    expect(await desk.moved(() => undo(wrong)), "asked for again, it leaves what is right").toEqual({});
    const { facts, timeline } = await createOperators(world).show("balance", "paypal");
    expect(facts).toMatchObject({
      "fee F-2": "$0.25 on 2027-03-09",
      "fee F-2, telling 1": "($0.25) on 2027-03-09, taken back",
      "deposit D-1": "$500.00 on 2027-03-09",
    });
    expect(timeline).toContainEqual(expect.objectContaining({ what: "taken back: fee F-2", by: desk.finn.id }));
    expect(await desk.unexplained()).toEqual([]);
  });
});

describe("a deposit where money is short", () => {
  it("is told at the queue, once, and no wrong amount is", async () => {
    const ben = await world.member("Ben");
    const credit = { reason: "goodwill", values: { amount: "450", note: "x" }, approvedBy: "opr_boss" };
    await createOperators(world).act("member", userId.show(ben.user_id), "credit", credit);
    const asked = {
      ...{ ...ben, request_key: "one", method: "paypal" as const, amount: "everything", destination: ben.email },
    };
    expect(await world.payouts.request(asked)).toMatchObject({ ok: true });
    for (let round = 0; round < 6; round += 1) {
      await world.work();
      await world.advance({ seconds: 5 });
      await world.control("/postbacks/idle", {});
    }
    await world.control("/payouts/paypal/deposit", { amount: 1 });
    await world.treasury.readBalances();
    const deposit = { reference: "D-2", amount: "400.00", day: DAY };
    await desk.finn.signIn();
    for (const wrong of [
      { amount: "0" },
      { amount: "-400" },
      { amount: "$400" },
      { day: "2027-02-30" },
      { day: "2027-03-15" },
    ])
      expect(await desk.press("paypal", "deposit", { ...deposit, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        code: "told_wrong",
      });
    const tell = (values: Values) => desk.tell("paypal", "deposit", values);
    expect(await desk.moved(() => tell(deposit))).toEqual({ "bank house": -40_000n, "payout_float paypal": 40_000n });
    expect(await desk.moved(() => tell(deposit))).toEqual({});
    expect(await desk.outcomeOf("paypal")).toMatchObject({ outcome: expect.stringMatching(/booked before/) });
    expect(await tell({ ...deposit, amount: "40.00" })).toMatchObject({ state: "refused" });
    const back = { kind: "deposit", reference: "D-2", amount: "400" };
    expect(await desk.moved(() => desk.tell("paypal", "take transfer back", back, { reason: WHY }))).toEqual({
      ...{ "bank house": 40_000n, "payout_float paypal": -40_000n },
    });
  });
});

describe("who tells it", () => {
  const payment = { reference: "T-1", amount: "12.00", day: DAY };
  it("may decide differences, and signed in a few minutes ago", async () => {
    const count = await desk.transfers();
    await desk.sue.signIn();
    await desk.finn.signIn();
    await world.advance({ minutes: 6 });
    const acts: [string, string, Values][] = [
      ["impact", "tell payment", payment],
      ["impact", "take payment back", { reference: "1001", amount: "49.00" }],
      ["paypal", "tell transfer", told("fee", "T-2", "1")],
      ["paypal", "take transfer back", { kind: "fee", reference: "F-1", amount: "0.30" }],
      ["paypal", "deposit", payment],
    ];
    for (const [id, act, values] of acts) {
      const reason = /deposit|tell payment/.test(act) ? "" : WHY;
      expect(await desk.press(id, act, values, { reason, who: desk.sue }), act).toMatchObject({ code: "not_allowed" });
      expect(await desk.press(id, act, values, { reason }), act).toMatchObject({ code: "confirm_first" });
    }
    await desk.pass();
    expect(await desk.transfers()).toBe(count);
  });

  it("is one of two at the same moment, and once for a doubled click", async () => {
    for (const one of [desk.finn, desk.fay]) await one.signIn();
    const sums = await desk.moved(async () => {
      const pressed = await Promise.all(
        [desk.finn, desk.fay, desk.finn].map((who) => desk.press("cj", "tell payment", payment, { who })),
      );
      const ids = new Set(pressed.flatMap((outcome) => (outcome.ok ? [outcome.value.id] : [])));
      expect(ids.size).toBe(1);
      expect(pressed.flatMap((outcome) => (outcome.ok ? [] : [outcome.code]))).toContain("already_decided");
      await desk.pass();
    });
    expect(sums).toEqual({ "bank house": 1_200n, "remittance_difference cj": -1_200n });
    // As the command line may at the same moment: it asks nobody's desk.
    const pages = createOperators(world);
    const values = { ...payment, reference: "T-3" };
    const sum = await desk.moved(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => pages.act("payer", "cj", "tell payment", { values })));
      expect(answers.flatMap((answer) => (answer.ok ? [answer.value] : [])).toSorted()).toEqual([
        expect.stringMatching(/^Booked, and/),
        expect.stringMatching(/booked before/),
        expect.stringMatching(/booked before/),
      ]);
    });
    expect(sum).toEqual({ "bank house": 1_200n, "remittance_difference cj": -1_200n });
    const mixed = await Promise.all(
      ["5", "6", "7"].map((amount) =>
        pages.act("balance", "paypal", "tell transfer", { values: told("fee", "T-4", amount) }),
      ),
    );
    expect(mixed.filter(({ ok }) => ok)).toHaveLength(1);
    const [kept] = mixed.flatMap((answer, place) => (answer.ok ? [["5", "6", "7"][place] ?? ""] : []));
    const back = { values: { kind: "fee", reference: "T-4", amount: kept ?? "" } };
    expect(
      await desk.moved(() =>
        Promise.all([1, 2, 3].map(() => pages.act("balance", "paypal", "take transfer back", back))),
      ),
    ).toEqual({ "payout_fees paypal": BigInt(kept ?? 0) * -100n, "payout_float paypal": BigInt(kept ?? 0) * 100n });
  });

  it("is seen in the log by name, and books and log are whole", async () => {
    const { rows } = await world.base.handle.pool.query<{ act: string; who: string }>(
      "select distinct facts->>'act' as act, who from staff.audit where what = 'carried_out_done' and who in ('Finn', 'Fay')",
    );
    expect(
      rows
        .filter(({ who }) => who === "Finn")
        .map(({ act }) => act)
        .toSorted(),
    ).toEqual([...["deposit", "take payment back", "take transfer back", "tell payment", "tell transfer"]]);
    expect(rows).toContainEqual({ act: "tell payment", who: "Fay" });
    expect((await world.staff.verifyAudit()).broken).toBeNull();
    expect((await world.ledger.verify()).findings).toEqual([]);
    expect(await desk.unexplained()).toEqual([]);
    expect((await desk.statement()).imbalance_minor).toBe(0n);
  });
});

describe("what is typed wrong", () => {
  it("is told in a sentence where it was typed, and nothing is booked", async () => {
    const count = await desk.transfers();
    const accepted: unknown[] = [];
    await desk.finn.signIn();
    for (const [id, act, values] of wronglyTold(DAY, world.clock.now())) {
      const outcome = await desk.press(id, act, values, { reason: /payment$/.test(act) ? "" : WHY });
      const text = outcome.ok ? "" : String(outcome.detail?.text ?? "");
      if (outcome.ok || outcome.code !== "told_wrong" || !/^[A-Z].{10,}\.$/s.test(text))
        accepted.push([id, act, values, outcome]);
    }
    expect(accepted).toEqual([]);
    for (const act of ["take payment back", "take transfer back", "tell transfer"])
      expect(
        await desk.press(/payment/.test(act) ? "impact" : "paypal", act, told("fee", "F-1", "0.30")),
      ).toMatchObject({
        ...{ code: "told_wrong", detail: { field: "reason" } },
      });
    await desk.pass();
    expect(await desk.transfers()).toBe(count);
  });

  it("is no paper that says another sum, and no invoice that nobody knows", async () => {
    const count = await desk.transfers();
    const payment = { reference: "N-2", amount: "10", stated: "11", day: DAY };
    expect(
      await desk.tell("impact", "tell payment", { ...payment, programmes: "programme,amount\n9001,10" }),
    ).toMatchObject({
      state: "refused",
      outcome: expect.stringMatching(/do not add up/),
    });
    expect(await desk.tell("impact", "tell payment", { ...payment, invoices: "I-404" })).toMatchObject({
      state: "refused",
      outcome: expect.not.stringMatching(/--/),
    });
    expect(await desk.transfers()).toBe(count);
  });

  it("is nobody's payer and nobody's provider", async () => {
    const count = await desk.transfers();
    const pages = createOperators(world);
    await desk.finn.signIn();
    for (const id of ["nobody", "constructor", "IMPACT", "", "paypal"]) {
      expect(await desk.press(id, "tell payment", { reference: "X", amount: "1", day: DAY })).toMatchObject({
        code: "unknown_item",
      });
      for (const act of ["tell payment", "take payment back"])
        expect(await pages.act("payer", id, act, { values: {} }), id).toEqual({ ok: false, code: "unknown" });
    }
    for (const id of ["nobody", "constructor", "stripe", "impact"]) {
      expect(await desk.press(id, "tell transfer", told("fee", "X", "1"), { reason: WHY })).toMatchObject({
        code: "unknown_item",
      });
      for (const act of ["tell transfer", "take transfer back"])
        expect(await pages.act("balance", id, act, { values: {} }), id).toEqual({ ok: false, code: "unknown" });
    }
    expect(
      await desk.press("tremendous", "deposit", { reference: "X", amount: "1", day: DAY }),
      "money does there",
    ).toMatchObject({
      code: "unknown_item",
    });
    for (const one of world.operators.objects.filter(({ kind }) => kind === "payer" || kind === "balance"))
      expect(await one.show("nobody")).toBeNull();
    const answer = await world.app.inject({
      ...{ method: "POST", url: "/api/console/decisions", headers: { cookie: desk.finn.cookie() } },
      payload: desk.asks("nobody", "tell payment", { reference: "X", amount: "1", day: DAY }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "unknown_item"]);
    expect(await desk.transfers()).toBe(count);
  });
});
