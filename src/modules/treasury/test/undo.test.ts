/** What a person told wrong is taken back: once, whole, with every account explained before, after and in the month before. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NETWORK_RECEIVABLE } from "#cashback";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { readTreasuryLine } from "../../../server/commands/treasury-line.ts";
import { BANK } from "../accounts.ts";
import type { Remittance } from "../book-remittance.ts";
import { monthSpan } from "../rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
  const ann = await world.member("Ann");
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
    [CLICK, ann.user_id, randomUUID()],
  );
});
afterAll(() => world.close());

const CLICK = "0123456789abcdefghjk0001";
async function order(id: string, payout: string, state = "APPROVED") {
  const action = {
    ...{ Id: id, CampaignId: "9001", State: state, Amount: "100.00", Payout: payout, Currency: "USD" },
    ...{ EventDate: "2027-02-21T10:00:00Z", SubId1: CLICK },
  };
  await world.cashback.takeReport("impact", [{ row_key: id, raw: action }], world.clock.now());
  await world.work();
  await world.advance({ minutes: 1 });
}
const paper = (reference: string, received: bigint, more: Partial<Remittance> = {}): Remittance => ({
  ...{ network: "impact", reference, currency: "USD", amount_minor: received, received_minor: received },
  ...{ fee_minor: 0n, stated_minor: null, programmes: [], paid_on: "2027-03-05", by: "Olga", ...more },
});
async function book(told: Remittance) {
  const outcome = await world.treasury.bookRemittance(told);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
}
const undo = (reference: string, amount_minor: bigint) =>
  world.treasury.undoRemittance({ network: "impact", reference, amount_minor, reason: "typed wrong", by: "Olga" });
async function statement(month: string) {
  const span = monthSpan(month);
  if (!span) throw new Error(month);
  return world.treasury.statement(span);
}
const closings = async (month: string) =>
  Object.fromEntries(
    (await statement(month)).accounts
      .filter((row) => ["asset", "expense"].includes(row.class) && row.closing_minor !== 0n)
      .map((row) => [row.account, row.closing_minor]),
  );
const unexplained = async (month: string) =>
  (await statement(month)).accounts.filter((row) => row.unexplained_minor !== 0n).map((row) => row.account);

describe("a remittance that was told wrong", () => {
  it("is taken back once with its orders, its differences and what was said of them, and told again as it is", async () => {
    await order("ONE", "20.00");
    await order("TWO", "30.00");
    const before = await closings("2027-03");
    const wrong = paper("R-1", 44_000n, { fee_minor: 100n, stated_minor: 50_000n });
    const { differences } = await book(wrong);
    const settle = (kind: string, as: "fee" | "orders") =>
      world.treasury.settle({
        difference_id: differences.find((one) => one.kind === kind)?.difference_id ?? "",
        ...{ as, by: "Olga", reason: null },
      });
    expect(await settle("short", "fee")).toMatchObject({ ok: true });
    await order("THREE", "25.00");
    expect(await settle("unmatched", "orders")).toEqual({ ok: true, value: 2_500n });
    expect(await unexplained("2027-03")).toEqual([]);

    expect(await undo("R-9", 44_000n)).toMatchObject({ code: "not_reported" });
    expect(await undo("R-1", 4_400n)).toMatchObject({ code: "content_conflict" });
    const answers = await Promise.all([undo("R-1", 44_000n), undo("R-1", 44_000n), undo("R-1", 44_000n)]);
    expect(answers.filter((answer) => answer.ok && !answer.value.duplicate)).toHaveLength(1);
    expect(await undo("R-1", 44_000n)).toEqual({ ok: true, value: { duplicate: true } });
    expect(await world.treasury.differences()).toEqual([]);
    expect(await closings("2027-03")).toEqual({
      ...before,
      network_receivable: 7_500n,
    });
    expect(await unexplained("2027-03")).toEqual([]);

    const right = await book(paper("R-1", 4_400n, { fee_minor: 100n, stated_minor: 5_000n }));
    expect(right).toMatchObject({ duplicate: false, row: { matched_minor: 5_000n, telling: 2 } });
    expect(right.differences).toMatchObject([{ kind: "short", amount_minor: 500n }]);
    expect((await book(paper("R-1", 4_400n, { fee_minor: 100n, stated_minor: 5_000n }))).duplicate).toBe(true);
    expect(await undo("R-1", 44_000n), "asked for again, it leaves what is right").toMatchObject({
      value: { duplicate: true },
    });
    expect(await world.ledger.houseBalance(BANK, "house")).toBe(-4_400n);
    expect(await unexplained("2027-03")).toEqual([]);
  });

  it("frees its orders also when one was taken back since and taken off another payment", async () => {
    await book(paper("R-2", 2_500n));
    await order("ONE", "0.00", "REVERSED");
    await order("FOUR", "40.00");
    // 40 for FOUR, less the 20 that were paid for ONE.
    expect(await book(paper("R-3", 2_000n))).toMatchObject({ differences: [], row: { matched_minor: 2_000n } });
    expect(await undo("R-1", 4_400n)).toMatchObject({ ok: true });
    expect(await unexplained("2027-03")).toEqual([]);
    expect(await world.ledger.houseBalance(NETWORK_RECEIVABLE, "impact")).toBe(-5_000n);
    expect(await book(paper("R-1", 5_000n))).toMatchObject({ differences: [], row: { matched_minor: 5_000n } });
    expect(await world.ledger.houseBalance(NETWORK_RECEIVABLE, "impact")).toBe(0n);
    expect(await unexplained("2027-03")).toEqual([]);
  });

  it("is taken back today: the month that has passed says what it said", async () => {
    const before = await statement("2027-03");
    await world.advance({ days: 35 });
    expect(await undo("R-3", 2_000n)).toMatchObject({ ok: true });
    expect(await statement("2027-03")).toEqual(before);
    expect(await unexplained("2027-04")).toEqual([]);
  });

  it("leaves nothing unexplained though its orders are taken back and all is compared at the same moment", async () => {
    for (const round of [1, 2, 3, 4]) {
      await order(`A-${round}`, "20.00");
      await order(`B-${round}`, "30.00");
      const { differences } = await book(paper(`Q-${round}`, 4_000n, { paid_on: "2027-04-05" }));
      const [one] = differences;
      const told = { difference_id: one?.difference_id ?? randomUUID(), as: "fee", by: "Olga", reason: null } as const;
      const [first, second] = await Promise.all([
        ...[undo(`Q-${round}`, 4_000n), undo(`Q-${round}`, 4_000n)],
        ...[order(`A-${round}`, "0.00", "REVERSED"), order(`C-${round}`, "11.00")],
        ...[world.treasury.settle(told), book(paper(`S-${round}`, 1_000n, { paid_on: "2027-04-05" }))],
        ...[world.membership.reconcile(), world.cashback.poll("impact", { wide: true }), statement("2027-04")],
      ]);
      const answers = [first, second] as Awaited<ReturnType<typeof undo>>[];
      expect(answers.filter((answer) => answer.ok && !answer.value.duplicate)).toHaveLength(1);
      expect(await unexplained("2027-04")).toEqual([]);
    }
  });

  it("leaves invoices open that it named", async () => {
    await world.base.handle.pool.query(
      `insert into treasury.invoices (network, invoice_id, currency, total_minor, programmes, created_at, read_at)
       values ('impact', 'I-1', 'USD', 4000, '[{"programme_id":"9001","amount_minor":"4000"}]', now(), now())`,
    );
    const told = paper("R-4", 2_000n, { stated_minor: 4_000n, invoices: ["I-1"] });
    await book(told);
    expect(await world.treasury.openInvoices()).toEqual([]);
    expect(await undo("R-4", 2_000n)).toMatchObject({ ok: true });
    expect(await world.treasury.openInvoices()).toMatchObject([{ invoice_id: "I-1" }]);
    expect(await book({ ...told, amount_minor: 4_000n, received_minor: 4_000n })).toMatchObject({
      row: { telling: 2 },
    });
    expect(await unexplained("2027-04")).toEqual([]);
  });
});

describe("an entry that was told wrong", () => {
  const deposit = { provider: "paypal", kind: "deposit", reference: "B-1" } as const;
  const tell = (amount_minor: bigint) =>
    world.treasury.bookEntry({ ...deposit, amount_minor, happened_on: "2027-04-05", reason: null, by: "Olga" });
  const takeBack = (amount_minor: bigint) =>
    world.treasury.undoEntry({ ...deposit, amount_minor, reason: "a nought too many", by: "Olga" });

  it("is taken back once and told again, and a comparison from before is understood", async () => {
    const bank = await world.ledger.houseBalance(BANK, "house");
    await world.control("/payouts/paypal/deposit", { amount: 80 });
    await tell(80_000n);
    await world.treasury.readBalances();
    expect(await world.treasury.balances()).toContainEqual(expect.objectContaining({ unexplained_minor: -72_000n }));
    await world.advance({ minutes: 5 });
    expect(await takeBack(8_000n)).toMatchObject({ code: "content_conflict" });
    const answers = await Promise.all([takeBack(80_000n), takeBack(80_000n), takeBack(80_000n)]);
    expect(answers.filter((answer) => answer.ok && !answer.value.duplicate)).toHaveLength(1);
    const again = await Promise.all([tell(8_000n), tell(8_000n), tell(8_000n)]);
    expect(again.filter((answer) => answer.ok && !answer.value.duplicate)).toHaveLength(1);
    expect(await tell(80_000n)).toMatchObject({ code: "content_conflict" });
    expect(await takeBack(80_000n)).toMatchObject({ value: { duplicate: true } });
    expect(await world.ledger.houseBalance(BANK, "house")).toBe(bank + 8_000n);
    expect((await world.treasury.balances()).map((held) => held.unexplained_minor)).toEqual([0n, 0n]);
    expect((await statement("2027-04")).balances).toBe(true);
  });

  it("is named by the line that a person types", () => {
    const read = (line: string) => readTreasuryLine(line.split(" "), "olga", world.clock.now());
    expect(read("undo remittance --network cj --reference 7 --amount 12.50 --reason typo")).toEqual({
      wrongRemittance: { network: "cj", reference: "7", amount_minor: 1_250n, reason: "typo", by: "olga" },
    });
    expect(read("undo arrival --payout po_1 --amount 3 --reason typo")).toMatchObject({
      wrongEntry: { provider: "stripe", kind: "arrival", reference: "po_1", amount_minor: 300n },
    });
    for (const wrong of [
      "undo remittance --network cj --reference 7 --amount 12.50",
      "undo deposit --provider stripe --reference 7 --amount 12.50 --reason typo",
      "undo everything --reference 7 --amount 12.50 --reason typo",
    ])
      expect(read(wrong)).toMatchObject({ fault: expect.any(String) });
  });
});
