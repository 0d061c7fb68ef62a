/** A month of the cash side as a story: every cent of every clearing account is explained, and what was left out is found. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { BANK, EXCHANGE_DIFFERENCES, NETWORK_FEES } from "../accounts.ts";
import type { Remittance } from "../book-remittance.ts";
import { monthSpan } from "../rules.ts";

let world: World;
let told = 0;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
});
afterAll(() => world.close());

/** A member with a click at a shop of Impact that pays a tenth of the sale back. */
async function shopper(name: string, programme: string) {
  const member = await world.member(name);
  const click = `0123456789abcdefghjk${String(++told).padStart(4, "0")}`;
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', $3, $4, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
    [click, member.user_id, programme, randomUUID()],
  );
  return { ...member, click, programme };
}
type Shopper = Awaited<ReturnType<typeof shopper>>;

async function order(id: string, of: Shopper, payout: string, state = "APPROVED") {
  const action = {
    ...{ Id: id, CampaignId: of.programme, State: state, Amount: "100.00", Payout: payout, Currency: "USD" },
    ...{ EventDate: "2027-02-21T10:00:00Z", SubId1: of.click },
  };
  await world.cashback.takeReport("impact", [{ row_key: id, raw: action }], world.clock.now());
  await world.work();
  // The oldest is paid first.
  await world.advance({ minutes: 1 });
}

const paper = (reference: string, received: bigint, more: Partial<Remittance> = {}): Remittance => ({
  ...{ network: "impact", reference, currency: "USD", amount_minor: received, received_minor: received },
  ...{ fee_minor: 0n, stated_minor: null, programmes: [], paid_on: "2027-03-05", by: "Olga", ...more },
});
const book = async (remittance: Remittance) => {
  const outcome = await world.treasury.bookRemittance(remittance);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
};
async function statement(month = "2027-03") {
  const span = monthSpan(month);
  if (!span) throw new Error(month);
  return world.treasury.statement(span);
}
type Wrong = [account: string, unexplained: bigint];
const unexplained = async (month?: string): Promise<Wrong[]> =>
  (await statement(month)).accounts
    .filter((row) => row.unexplained_minor !== 0n)
    .map((row): Wrong => [`${row.account}:${row.owner}`, row.unexplained_minor]);
const account = async (kind: string, owner: string) => {
  const found = (await statement()).accounts.find((row) => row.account === kind && row.owner === owner);
  return { closing: found?.closing_minor, items: found?.items?.map((item) => [item.what, item.amount_minor]) };
};
const pool = () => world.base.handle.pool;

describe("a month", () => {
  let ann: Shopper;
  let bea: Shopper;

  it("begins with what networks owe, order by order", async () => {
    ann = await shopper("Ann", "9001");
    bea = await shopper("Bea", "9002");
    await order("ONE", ann, "20.00");
    await order("TWO", ann, "30.00");
    await order("THREE", bea, "40.00");
    await order("OPEN", bea, "15.00", "PENDING");
    expect(await account("network_receivable", "impact")).toEqual({
      closing: 10_500n,
      items: [
        ["confirmed orders that are not paid yet", 9_000n],
        ["orders that are not confirmed yet", 1_500n],
      ],
    });
    expect((await statement()).balances).toBe(true);
  });

  it("books a remittance once, however often and by however many at once it is told", async () => {
    const told = paper("R-1", 4_400n, { fee_minor: 100n, stated_minor: 5_000n });
    const answers = await Promise.all([book(told), book(told), book(told)]);
    expect(answers.filter((answer) => !answer.duplicate).length).toBe(1);
    expect((await book(told)).duplicate).toBe(true);
    expect(await world.treasury.bookRemittance({ ...told, received_minor: 4_500n })).toMatchObject({
      code: "content_conflict",
    });
    expect(await world.ledger.houseBalance(BANK, "house")).toBe(-4_400n);
    expect(await world.ledger.houseBalance(NETWORK_FEES, "impact")).toBe(-100n);
    // The oldest were paid: 20 and 30 dollars. Five dollars were stated and have not come.
    expect(await account("network_receivable", "impact")).toMatchObject({ closing: 5_500n });
    const [short] = await world.treasury.differences();
    expect(short).toMatchObject({ kind: "short", amount_minor: 500n, network: "impact", reference: "R-1" });
    expect(await account("remittance_difference", "impact")).toMatchObject({ closing: 500n });
    expect((await statement()).balances).toBe(true);
  });

  it("ends a difference once, with a person's word", async () => {
    const [short] = await world.treasury.differences();
    const told = { difference_id: short?.difference_id ?? "", as: "fee" as const, by: "Olga", reason: "wire" };
    const answers = await Promise.all([world.treasury.settle(told), world.treasury.settle(told)]);
    expect(answers.filter((answer) => answer.ok).length).toBe(1);
    expect(await world.ledger.houseBalance(NETWORK_FEES, "impact")).toBe(-600n);
    expect(await world.treasury.differences()).toEqual([]);
    expect((await statement()).balances).toBe(true);
  });

  it("lets a programme's money pay for its own orders only", async () => {
    const programmes = [
      { programme_id: "9002", amount_minor: 3_000n },
      { programme_id: "9001", amount_minor: 2_000n },
    ];
    expect(await world.treasury.bookRemittance(paper("R-2", 5_000n, { programmes, stated_minor: 1n }))).toMatchObject({
      code: "parts_differ",
    });
    const { row, differences } = await book(paper("R-2", 5_000n, { programmes }));
    expect(row.matched_minor).toBe(3_000n);
    expect(differences).toMatchObject([{ kind: "unmatched", programme_id: "9001", amount_minor: -2_000n }]);
    // An order comes late, and what was paid for it finds it; what is still left keeps standing open.
    await order("LATE", ann, "15.00");
    const [unmatched] = await world.treasury.differences();
    const asked = { difference_id: unmatched?.difference_id ?? "", by: "Olga", reason: null };
    expect(await world.treasury.settle({ ...asked, as: "orders" })).toEqual({ ok: true, value: 1_500n });
    expect(await account("network_receivable", "impact")).toEqual({
      closing: 2_500n,
      items: [
        ["confirmed orders that are not paid yet", 1_000n],
        ["orders that are not confirmed yet", 1_500n],
      ],
    });
    expect(await world.treasury.differences()).toMatchObject([{ programme_id: "9001", amount_minor: -500n }]);
    expect(await unexplained()).toEqual([]);
  });

  it("takes what was paid and then taken back off the next payment", async () => {
    await order("ONE", ann, "0.00", "REVERSED");
    expect((await account("network_receivable", "impact")).items).toContainEqual([
      "orders that were paid and then taken back",
      -2_000n,
    ]);
    await order("NEXT", ann, "25.00");
    // 10 for THREE, 25 for NEXT, less the 20 for ONE.
    const { row, differences } = await book(paper("R-3", 1_500n));
    expect(differences).toEqual([]);
    expect(row.matched_minor).toBe(1_500n);
    expect((await account("network_receivable", "impact")).items).toEqual([
      ["orders that are not confirmed yet", 1_500n],
    ]);
    expect(await unexplained()).toEqual([]);
  });

  it("tells of another currency apart", async () => {
    await order("EUROS", ann, "50.00");
    const { differences } = await book(
      paper("R-4", 4_700n, { currency: "EUR", amount_minor: 4_400n, stated_minor: 5_000n, fee_minor: 100n }),
    );
    expect(differences).toMatchObject([{ kind: "currency", amount_minor: 200n }]);
    const told = {
      difference_id: differences[0]?.difference_id ?? "",
      as: "currency" as const,
      by: "Olga",
      reason: null,
    };
    expect(await world.treasury.settle(told)).toMatchObject({ ok: true });
    expect(await world.ledger.houseBalance(EXCHANGE_DIFFERENCES, "house")).toBe(-200n);
    expect(await unexplained()).toEqual([]);
  });
});

describe("a statement that was written", () => {
  it("says the same a month later, although orders were paid and changed since", async () => {
    const before = await statement();
    await world.advance({ days: 35 });
    await order("APRIL", await shopper("Cleo", "9001"), "60.00");
    await book(paper("R-5", 6_000n, { paid_on: "2027-04-05" }));
    expect(await statement()).toEqual(before);
    expect(await unexplained("2027-04")).toEqual([]);
  });

  it("finds an order, a payment or a deposit that is in one of the books only", async () => {
    const one = "where order_id = (select order_id from cashback.orders where order_key = 'APRIL')";
    const spoil: [wrong: string, account: string, by: bigint, mend: string][] = [
      [
        `update cashback.orders set posted_commission = posted_commission - 100 ${one}`,
        "network_receivable:impact",
        100n,
        `update cashback.orders set posted_commission = posted_commission + 100 ${one}`,
      ],
      [
        "update treasury.remittances set received_minor = received_minor - 7 where reference = 'R-5'",
        "bank:house",
        7n,
        "update treasury.remittances set received_minor = received_minor + 7 where reference = 'R-5'",
      ],
      [
        "insert into treasury.entries values ('paypal', 'deposit', 'D-0', 50, '2027-04-01', null, 'x', '2027-04-02')",
        "payout_float:paypal",
        -50n,
        "delete from treasury.entries where reference = 'D-0'",
      ],
    ];
    for (const [wrong, name, by, mend] of spoil) {
      await pool().query(wrong);
      expect(await unexplained("2027-04")).toContainEqual([name, by]);
      expect((await statement("2027-04")).balances).toBe(false);
      await pool().query(mend);
      expect(await unexplained("2027-04")).toEqual([]);
    }
  });
});
