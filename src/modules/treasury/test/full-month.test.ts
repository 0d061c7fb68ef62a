/**
 * A whole month through the providers' own protocols: an order is confirmed and paid short by a fee, money is brought to PayPal
 * and Tremendous, members are paid, PayPal takes its fees, the card processor pays out. At the end everything is explained.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROCESSOR_CLEARING } from "#membership";
import { PAYOUT_FEES } from "#payables";
import { createMembershipStory } from "../../../../test/support/membership-story.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { heldText, statementCsv, statementText } from "../../../server/commands/statement-text.ts";
import { BANK } from "../accounts.ts";
import type { Entry } from "../book-entry.ts";
import { monthSpan } from "../rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
});
afterAll(() => world.close());

const CLICK = "0123456789abcdefghjk0001";
async function order(user_id: string, id: string, payout: string) {
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')
     on conflict do nothing`,
    [CLICK, user_id, randomUUID()],
  );
  const action = {
    ...{ Id: id, CampaignId: "9001", State: "APPROVED", Amount: "600.00", Payout: payout, Currency: "USD" },
    ...{ EventDate: "2027-02-21T10:00:00Z", SubId1: CLICK },
  };
  await world.cashback.takeReport("impact", [{ row_key: id, raw: action }], world.clock.now());
  await world.work();
}

const tell = (entry: Pick<Entry, "provider" | "kind" | "reference" | "amount_minor">, happened_on: string) =>
  world.treasury.bookEntry({ ...entry, happened_on, reason: "told", by: "Olga" });
const bring = (account: "paypal" | "tremendous", amount: number) =>
  world.control(`/payouts/${account}/deposit`, { amount });
/** Lets both sides work until the jobs of the next minutes are done. */
async function settled() {
  for (let round = 0; round < 10; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
}
async function statement(month: string) {
  const span = monthSpan(month);
  if (!span) throw new Error(month);
  return world.treasury.statement(span);
}
const read = async () =>
  Object.fromEntries(
    (await world.treasury.readBalances()).map((row) => [
      row.provider,
      { held: row.balance_minor, books: row.books_minor, way: row.under_way.length, left: row.difference_minor },
    ]),
  );
const differing = async () =>
  (await world.treasury.balances()).map((held) => [held.provider, held.unexplained_minor, held.differs_since]);
const metric = async () =>
  (await world.metrics.registry.metrics()).split("\n").filter((line) => /^tuppence_cash_difference_cents\{/.test(line));
const items = async (month: string, kind: string) =>
  (await statement(month)).accounts
    .filter((row) => row.account === kind)
    .flatMap((row) => (row.items ?? []).map((item) => [item.what, item.amount_minor]));

describe("a full month", () => {
  let ann: Awaited<ReturnType<World["member"]>>;
  let arrival: Entry;

  it("begins with an order, a remittance that is short by a fee, and money at the providers", async () => {
    ann = await world.member("Ann");
    await order(ann.user_id, "FIRST", "120.00");
    const told = { network: "impact", reference: "INV-1", currency: "USD", programmes: [], by: "Olga" } as const;
    const sums = { amount_minor: 11_500n, received_minor: 11_500n, fee_minor: 500n, stated_minor: 12_000n };
    expect(await world.treasury.bookRemittance({ ...told, ...sums, paid_on: "2027-03-02" })).toMatchObject({
      ok: true,
      value: { differences: [], row: { matched_minor: 12_000n } },
    });
    await bring("paypal", 80);
    await bring("tremendous", 30);
    await tell({ provider: "paypal", kind: "deposit", reference: "B-1", amount_minor: 8_000n }, "2027-03-02");
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        tell({ provider: "tremendous", kind: "deposit", reference: "B-2", amount_minor: 3_000n }, "2027-03-02"),
      ),
    );
    expect(answers.filter((answer) => answer.ok && !answer.value.duplicate).length).toBe(1);
    expect(
      await tell({ provider: "tremendous", kind: "deposit", reference: "B-2", amount_minor: 3_001n }, "2027-03-02"),
    ).toMatchObject({ code: "content_conflict" });
    expect(await read()).toEqual({
      paypal: { held: 8_000n, books: 8_000n, way: 0, left: 0n },
      tremendous: { held: 3_000n, books: 3_000n, way: 0, left: 0n },
    });
  });

  it("names payments under way as what explains another balance", async () => {
    const away = { user_id: ann.user_id, method: "paypal" as const, password: ann.password };
    await world.payouts.request({
      ...away,
      ...{ request_key: "one", amount: "20.00", destination: "ann+unclaimed@example.com" },
    });
    await settled();
    expect(await items("2027-03", "member_held")).toEqual([["payments by paypal that have not ended", 2_000n]]);
    // It has left PayPal with its fee, and is still set aside here.
    expect(await read()).toMatchObject({ paypal: { held: 5_975n, books: 8_000n, way: 1, left: 0n } });
    const [held] = await world.treasury.balances();
    expect(held && heldText(held)).toMatch(/^ok .*explained by unclaimed .*\(\$20\.25\)/);
    expect((await statement("2027-03")).balances).toBe(true);
  });

  it("goes on with payments that arrive, their fees, and cards", async () => {
    const away = { user_id: ann.user_id, password: ann.password };
    await world.payouts.refreshGiftCards();
    const [card] = await world.payouts.giftCards();
    for (const [request_key, method, amount, destination] of [
      ["two", "paypal", "15.00", ann.email],
      ["three", "gift_card", "10.00", card?.product_id ?? ""],
    ] as const) {
      const asked = await world.payouts.request({ ...away, request_key, method, amount, destination });
      expect(asked).toMatchObject({ ok: true });
      await settled();
    }
    expect(await read()).toMatchObject({
      paypal: { held: 4_450n, books: 6_475n, left: 0n },
      tremendous: { held: 2_000n, books: 2_000n, left: 0n },
    });
    // What nobody claims comes back.
    await world.advance({ days: 20 });
    await settled();
    await world.advance({ days: 12 });
    await world.payables.sweep();
    await settled();
    expect(await read()).toMatchObject({ paypal: { held: 6_475n, books: 6_475n, way: 0, left: 0n } });
    expect(await items("2027-04", "member_held")).toEqual([]);
    expect((await statement("2027-04")).balances).toBe(true);
    expect((await statement("2027-03")).balances, "what was under way then is told as it was").toBe(true);
  });

  it("has the card processor's payout on its way until the bank shows it, also when one comes back", async () => {
    const story = createMembershipStory(world);
    const bea = await world.member("Bea");
    await story.joined(bea.user_id);
    await world.membership.reconcile();
    const { thing } = await world.control<{ thing: { id: string; amount: number } }>("/stripe/payout", {});
    await world.membership.reconcile();
    const bank = await world.ledger.houseBalance(BANK, "house");
    expect(await items("2027-04", "cash_in_transit")).toEqual([
      [`payout ${thing.id} that our bank has not shown`, BigInt(thing.amount)],
    ]);
    await world.control(`/stripe/${thing.id}/fail-payout`, {});
    await world.membership.reconcile();
    expect(await items("2027-04", "cash_in_transit")).toEqual([]);
    const again = await world.control<{ thing: { id: string; amount: number } }>("/stripe/payout", {});
    await world.membership.reconcile();
    expect((await statement("2027-04")).balances).toBe(true);
    expect(await world.ledger.houseBalance(BANK, "house"), "only the bank moves it").toBe(bank);
    const amount_minor = BigInt(again.thing.amount);
    arrival = {
      ...{ provider: "stripe", kind: "arrival", reference: again.thing.id, amount_minor },
      ...{ happened_on: "2027-04-04", reason: null, by: "Olga" },
    };
    expect(await world.treasury.bookEntry(arrival)).toMatchObject({ value: { duplicate: false } });
    expect(await world.treasury.bookEntry(arrival)).toMatchObject({ value: { duplicate: true } });
    expect(await world.ledger.houseBalance(BANK, "house")).toBe(bank - amount_minor);
    expect(await items("2027-04", "cash_in_transit")).toEqual([]);
    expect(await world.ledger.houseBalance(PROCESSOR_CLEARING, "stripe")).toBe(0n);
    expect((await statement("2027-04")).balances).toBe(true);
  });

  it("ends with a statement on paper that anybody can add up", async () => {
    const written = await statement("2027-04");
    const text = statementText(written, "2027-04");
    expect(text).toMatch(/It balances\.$/);
    expect(text).toContain("payout_float (paypal)");
    const rows = statementCsv(written, "2027-04").split("\n");
    expect(rows[0]).toBe("month,account,owner,class,row,what,count,since,amount");
    for (const account of written.accounts) {
      const moved = account.movements.reduce((sum, one) => sum + one.amount_minor, account.opening_minor);
      expect(moved, account.account).toBe(account.closing_minor);
    }
  });
});

describe("what was left out is found", () => {
  it("a deposit that nobody told: a difference with its age, which ends with a word, also for the month before", async () => {
    await bring("paypal", 100);
    await read();
    const since = world.clock.now();
    expect(await differing()).toEqual([
      ["paypal", 10_000n, since],
      ["tremendous", 0n, null],
    ]);
    expect(await metric()).toContain('tuppence_cash_difference_cents{provider="paypal"} 10000');
    expect((await statement("2027-04")).balances).toBe(false);
    expect(statementText(await statement("2027-04"), "x")).toMatch(/UNEXPLAINED \$100\.00.*DOES NOT BALANCE/s);
    await world.advance({ days: 30 });
    await read();
    expect(await differing()).toContainEqual(["paypal", 10_000n, since]);
    await world.advance({ minutes: 5 });
    await tell({ provider: "paypal", kind: "deposit", reference: "B-3", amount_minor: 10_000n }, "2027-04-03");
    expect(await differing()).toContainEqual(["paypal", 0n, since]);
    expect((await statement("2027-04")).balances, "told later, of a day of that month").toBe(true);
    expect(await read()).toMatchObject({ paypal: { left: 0n } });
    expect((await statement("2027-05")).balances).toBe(true);
  });

  it("a fee that a provider took by itself", async () => {
    await bring("tremendous", -2.5);
    expect(await read()).toMatchObject({ tremendous: { left: -250n } });
    await tell({ provider: "tremendous", kind: "fee", reference: "F-1", amount_minor: 250n }, "2027-05-04");
    expect(await read()).toMatchObject({ tremendous: { left: 0n } });
    expect(await world.ledger.houseBalance(PAYOUT_FEES, "tremendous")).toBe(-250n);
  });

  it("an account that moved and that nobody has compared", async () => {
    await world.advance({ days: 31 });
    await tell({ provider: "paypal", kind: "deposit", reference: "B-4", amount_minor: 100n }, "2027-06-04");
    const june = await statement("2027-06");
    expect(june.accounts.filter((row) => row.unread).map((row) => row.owner)).toEqual(["paypal", "tremendous"]);
    expect(june).toMatchObject({ balances: false, unexplained_minor: 0n });
    // The bank's statement is a few days ahead of the provider: that is named, and no difference.
    expect(await read()).toMatchObject({ paypal: { way: 1, left: 0n } });
    expect((await statement("2027-06")).balances).toBe(true);
  });

  it("a provider that is away keeps nobody from looking at the other", async () => {
    await world.control("/fail", { target: "paypal.balances", mode: "500" });
    await bring("tremendous", 1);
    await expect(world.treasury.readBalances()).rejects.toThrow();
    await world.control("/fail", { target: "paypal.balances", mode: "off" });
    expect(await differing()).toContainEqual(["tremendous", 100n, expect.any(Date)]);
  });
});
