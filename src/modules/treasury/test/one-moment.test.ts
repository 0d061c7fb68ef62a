/**
 * A month may end at any instant, also while a booking waits for a lock: what money did and the rows that say so belong to the
 * same side of it. The clock of this story never says the same twice.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { likeAnotherProcess } from "#platform/database";
import { createMembershipStory } from "../../../../test/support/membership-story.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { lockNetwork } from "../store.ts";

let world: World;
let ticks = 0;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
  const { now } = world.clock;
  world.clock.now = () => {
    ticks += 1;
    return new Date(now().getTime() + ticks);
  };
});
afterAll(() => world.close());

const CLICK = "0123456789abcdefghjk0001";
async function order(id: string, state: string, payout: string) {
  const action = {
    ...{ Id: id, CampaignId: "9001", State: state, Amount: "600.00", Payout: payout, Currency: "USD" },
    ...{ EventDate: "2027-02-21T10:00:00Z", SubId1: CLICK },
  };
  await world.cashback.takeReport("impact", [{ row_key: id, raw: action }], world.clock.now());
  await world.work();
}
async function settled() {
  for (let round = 0; round < 10; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
}
const paper = (reference: string, received: bigint) => ({
  ...{ network: "impact" as const, reference, currency: "USD", amount_minor: received, received_minor: received },
  ...{ fee_minor: 100n, stated_minor: null, programmes: [], paid_on: "2027-03-02", by: "Olga" },
});

it("explains every account at every instant at which a month could end", async () => {
  const ann = await world.member("Ann");
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
    [CLICK, ann.user_id, randomUUID()],
  );
  await order("ONE", "PENDING", "100.00");
  await order("ONE", "APPROVED", "120.00");
  const booked = await world.treasury.bookRemittance(paper("R-1", 15_900n));
  if (!booked.ok) throw new Error(booked.code);
  await order("TWO", "APPROVED", "100.00");
  const [left] = booked.value.differences;
  const word = { difference_id: left?.difference_id ?? "", by: "Olga", reason: null };
  expect(await world.treasury.settle({ ...word, as: "orders" })).toMatchObject({ ok: true });
  // An order that comes in while the settlement waits for its turn: it cannot have been paid before it was there.
  const early = await world.treasury.bookRemittance(paper("R-2", 30_000n));
  const open = early.ok ? early.value.differences[0] : undefined;
  let waiting: Promise<unknown> = Promise.resolve();
  await world.database.transaction(async (tx) => {
    await lockNetwork(tx, "impact");
    waiting = likeAnotherProcess(() =>
      world.treasury.settle({ ...word, difference_id: open?.difference_id ?? "", as: "orders" }),
    );
    await new Promise((next) => setTimeout(next, 300));
    await likeAnotherProcess(() => order("THREE", "APPROVED", "100.00"));
  });
  expect(await waiting).toMatchObject({ ok: true });
  const moves = await world.base.handle.pool.query<{ kind: string }>(
    `select m.kind from cashback.commission_moves m join cashback.orders o using (order_id) where o.order_key = 'THREE' order by m.at`,
  );
  expect(moves.rows.map((row) => row.kind)).toEqual(["booked", "remitted"]);
  const entry = { provider: "paypal", kind: "deposit", reference: "B-1", amount_minor: 8_000n } as const;
  await world.treasury.bookEntry({ ...entry, happened_on: "2027-03-02", reason: null, by: "Olga" });
  await world.control("/payouts/paypal/deposit", { amount: 80 });
  await world.payouts.request({
    ...{ user_id: ann.user_id, method: "paypal", password: ann.password },
    ...{ request_key: "one", amount: "20.00", destination: ann.email },
  });
  await settled();
  const story = createMembershipStory(world);
  const bea = await world.member("Bea");
  await story.joined(bea.user_id);
  await world.membership.reconcile();
  await world.control("/stripe/payout", {});
  await world.membership.reconcile();

  const moments = await world.base.handle.pool.query<{ at: Date; kind: string }>(
    "select at, min(kind) as kind from ledger.transfers group by at order by at",
  );
  expect(moments.rows.map((row) => row.kind)).toEqual(
    expect.arrayContaining(["order.tracked", "remittance.received", "treasury.deposit", "membership.charged"]),
  );
  const from = new Date("2027-03-01T00:00:00Z");
  const wrong: [string, string, bigint][] = [];
  // Just before, just after, and some calls of the clock later or earlier.
  for (const { at, kind } of moments.rows)
    for (const late of [-5, -1, 0, 1, 2, 5])
      for (const row of (await world.treasury.statement({ from, to: new Date(at.getTime() + late) })).accounts)
        if (row.unexplained_minor !== 0n)
          wrong.push([`${kind} ${late}`, `${row.account}:${row.owner}`, row.unexplained_minor]);
  expect(wrong).toEqual([]);
});
