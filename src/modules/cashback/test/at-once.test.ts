/** Everything that touches an order at the same moment: its network restates it, its member is paid, its network pays, it is undone. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { monthSpan } from "../../treasury/rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
});
afterAll(() => world.close());

const CLICK = "0123456789abcdefghjk0001";
const ORDERS = 12;
const told = (n: number, payout: number) => ({
  row_key: `O-${n}`,
  raw: {
    ...{ Id: `O-${n}`, CampaignId: "9001", State: payout ? "APPROVED" : "REVERSED", Amount: "100.00" },
    ...{ Payout: `${payout}.00`, Currency: "USD", EventDate: "2027-02-21T10:00:00Z", SubId1: CLICK },
  },
});

it("leaves every sum true", async () => {
  const ann = await world.member("Ann");
  const { pool, transaction } = world.base.handle;
  await pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
    [CLICK, ann.user_id, randomUUID()],
  );
  const all = Array.from({ length: ORDERS }, (_, n) => n);
  const restate = async (round: number) => {
    const rows = all.map((n) => told(n, (n + round) % 5 === 0 ? 0 : 20 + ((n * round) % 7)));
    await world.cashback.takeReport("impact", rows, world.clock.now());
    await Promise.all([world.work(), world.work()]);
  };
  await restate(1);
  const pay = (round: number) => {
    const payout = {
      user_id: ann.user_id,
      amount: 900n,
      method: "PayPal",
      reference: String(round),
      payout: randomUUID(),
    };
    return transaction(async (tx) => {
      // As a payable does it: the orders, then the member's money.
      await world.cashback.allocatePayout(tx, payout);
      await world.ledger.lockMembers(tx, [ann.user_id]);
      if (round % 2) await world.cashback.returnPayout(tx, payout);
    });
  };
  const remit = async (round: number) => {
    const sums = { amount_minor: 5_000n, received_minor: 5_000n, fee_minor: 0n, stated_minor: null };
    const paper = { network: "impact", reference: `R-${round}`, currency: "USD", programmes: [], by: "Olga" } as const;
    expect(await world.treasury.bookRemittance({ ...paper, ...sums, paid_on: "2027-03-02" })).toMatchObject({
      ok: true,
    });
    if (round % 2)
      expect(await world.treasury.undoRemittance({ ...paper, amount_minor: 5_000n, reason: "wrong" })).toMatchObject({
        ok: true,
        value: { duplicate: false },
      });
  };
  for (let round = 2; round < 10; round += 1) {
    await world.advance({ minutes: 1 });
    await Promise.all([restate(round), pay(round), pay(round + 100), remit(round), remit(round + 101)]);
  }
  const span = monthSpan("2027-03");
  if (!span) throw new Error("2027-03");
  const statement = await world.treasury.statement(span);
  expect(statement.accounts.filter((row) => row.unexplained_minor !== 0n)).toEqual([]);
  const torn = await pool.query(
    `select o.order_key from cashback.orders o
     left join (select order_id, max(sequence) as last, count(*) as n from cashback.order_events group by 1) e using (order_id)
     left join (select order_id, sum(amount_minor) filter (where kind = 'booked') as booked, sum(amount_minor) filter (where kind = 'remitted') as remitted
       from cashback.commission_moves group by 1) m using (order_id)
     where o.version <> e.last or e.last <> e.n or coalesce(m.booked, 0) <> o.posted_commission or coalesce(m.remitted, 0) <> o.remitted_minor
       or o.paid_minor < 0`,
  );
  expect(torn.rows).toEqual([]);
});
