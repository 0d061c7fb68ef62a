/** Members who become one or leave, while networks restate their orders, pay for them, and withdrawals and releases are on their way. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { monthSpan } from "../../treasury/rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
});
afterAll(() => world.close());

const PEOPLE = 12;
const ORDERS_EACH = 3;
const clickOf = (person: number) => `0123456789abcdefgh${String(person).padStart(6, "0")}`;
const told = (n: number, payout: number) => ({
  row_key: `O-${n}`,
  raw: {
    ...{ Id: `O-${n}`, CampaignId: "9001", State: payout ? "APPROVED" : "REVERSED", Amount: "100.00" },
    ...{ Payout: `${payout}.00`, Currency: "USD", EventDate: "2027-02-21T10:00:00Z", SubId1: clickOf(n % PEOPLE) },
  },
});
const visit = { user_agent: "", address: "" };

it("ends every request in order and leaves every sum true", { timeout: 240_000 }, async () => {
  const { pool } = world.base.handle;
  const people: Awaited<ReturnType<World["member"]>>[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await world.member(`Person ${"abcdefghijkl"[n]}`.replace(" ", "")));
  for (const [n, one] of people.entries())
    await pool.query(
      `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
       values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
      [clickOf(n), one.user_id, randomUUID()],
    );
  const all = Array.from({ length: PEOPLE * ORDERS_EACH }, (_, n) => n);
  const restate = async (round: number) => {
    const rows = all.map((n) => told(n, (n + round) % 5 === 0 ? 0 : 20 + ((n * round) % 7)));
    await world.cashback.takeReport("impact", rows, world.clock.now());
    await Promise.all([world.work(), world.work()]);
  };
  await restate(1);
  const withdraw = (one: (typeof people)[number], round: number) =>
    world.payouts.request({
      ...{ user_id: one.user_id, request_key: `round ${round}`, method: "paypal", amount: "2.00" },
      ...{ destination: one.email, password: one.password },
    });
  const remit = async (round: number) => {
    const sums = { amount_minor: 5_000n, received_minor: 5_000n, fee_minor: 0n, stated_minor: null };
    const paper = { network: "impact", reference: `R-${round}`, currency: "USD", programmes: [], by: "Olga" } as const;
    await world.treasury.bookRemittance({ ...paper, ...sums, paid_on: "2027-03-02" });
    if (round % 2) await world.treasury.undoRemittance({ ...paper, amount_minor: 5_000n, reason: "wrong" });
  };
  const at = (n: number) => people[n % PEOPLE] as (typeof people)[number];
  const merge = (from: number, to: number) => world.identity.merge({ from: at(from).user_id, to: at(to).user_id });
  const leave = (n: number) =>
    world.identity.deleteAccount(at(n), { password: at(n).password, give_up: true, ...visit });
  for (let round = 2; round < 8; round += 1) {
    await world.advance({ minutes: 7 });
    const two = round * 2;
    const ends = await Promise.allSettled([
      restate(round),
      remit(round),
      remit(round + 101),
      ...people.map((one) => withdraw(one, round)),
      // Both ways at once, twice, into one who leaves, and along a chain.
      merge(two, two + 1),
      merge(two + 1, two),
      merge(two, two + 1),
      merge(two + 1, two + 2),
      leave(two + 3),
      leave(two + 1),
      world.payables.sweep(),
      world.identity.tidy(),
      world.work(),
    ]);
    expect(ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []))).toEqual([]);
  }
  for (let round = 0; round < 6; round += 1) {
    await world.advance({ minutes: 40 });
    await world.identity.tidy();
    await world.payables.sweep();
    await world.work();
  }
  const { findings } = await world.ledger.verify();
  expect(findings).toEqual([]);
  const span = monthSpan("2027-03");
  if (!span) throw new Error("2027-03");
  const statement = await world.treasury.statement(span);
  expect(statement.accounts.filter((row) => row.unexplained_minor !== 0n)).toEqual([]);
  const gone = await pool.query<{ merged: boolean; ended: boolean; both: boolean }>(
    `select bool_or(merged_at is not null) as merged, bool_or(deleted_at is not null) as ended,
       bool_or(merged_at is not null and deleted_at is not null) as both from identity.users`,
  );
  expect(gone.rows).toEqual([{ merged: true, ended: true, both: false }]);
});
