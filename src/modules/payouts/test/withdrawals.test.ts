/** Withdrawals at their edges: the smallest amount, one key of two members, a job that was lost, and whose orders were paid. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { createOperators } from "../../../../test/support/operator-acts.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let clicks = 0;
/** A member with confirmed orders of a shop that pays a tenth of the sale back; amounts in dollars of sale. */
async function rich(name: string, sales: readonly string[]) {
  const member = await world.member(name);
  for (const amount of sales) {
    clicks += 1;
    const click = `0123456789abcdefghjkmn${String(clicks).padStart(2, "2")}`;
    await world.base.handle.pool.query(
      `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
       values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-03-01T10:00:00Z')`,
      [click, member.user_id, randomUUID()],
    );
    const raw = {
      Id: `ORDER-${clicks}`,
      CampaignId: "9001",
      State: "APPROVED",
      Amount: amount,
      Payout: String(Number(amount) / 5),
      Currency: "USD",
      EventDate: `2027-03-05T10:${String(clicks).padStart(2, "0")}:00Z`,
      SubId1: click,
    };
    await world.cashback.takeReport("impact", [{ row_key: raw.Id, raw }], world.clock.now());
    await world.work();
    await world.advance({ minutes: 1 });
  }
  return member;
}
type Member = Awaited<ReturnType<typeof rich>>;
const ask = ({ user_id, password, email }: Member, amount: string, request_key = "one") =>
  world.payouts.request({ user_id, password, request_key, method: "paypal", destination: email, amount });
const held = async ({ user_id }: Member) => (await world.ledger.balances(user_id)).held;
const trail = async ({ user_id }: Member) =>
  (
    await world.base.handle.pool.query<{ back_minor: string; paid_minor: string; whole: boolean }>(
      "select back_minor, paid_minor, paid_at is not null as whole from cashback.orders where user_id = $1 order by ordered_at",
      [user_id],
    )
  ).rows.map((row) => [BigInt(row.paid_minor), row.whole]);
async function settled() {
  for (let round = 0; round < 12; round += 1) {
    await world.work();
    await world.advance({ seconds: round < 8 ? 5 : 600 });
    await world.control("/postbacks/idle", {});
  }
}

it("gives exactly the smallest amount, and not a cent less", async () => {
  const ann = await rich("Ann", ["50.00"]);
  expect(await ask(ann, "0.99")).toMatchObject({ ok: false, code: "below_minimum" });
  expect(await ask(ann, "1.00")).toMatchObject({ ok: true });
  expect(await held(ann)).toBe(100n);
  expect(await ask(ann, "4.01", "two")).toMatchObject({ ok: false, code: "not_enough" });
  expect(await ask(ann, "4.00", "two"), "all that is left").toMatchObject({ ok: true });
});

it("keeps the requests of two members apart, though both use one key", async () => {
  const [bea, cal] = [await rich("Bea", ["50.00"]), await rich("Cal", ["50.00"])];
  const first = await ask(bea, "2.00", "same");
  expect(first).toMatchObject({ ok: true, value: { again: false } });
  const other = await ask(cal, "3.00", "same");
  expect(other).toMatchObject({ ok: true, value: { again: false } });
  expect(await ask(bea, "2.00", "same")).toMatchObject({ ok: true, value: { again: true } });
  expect([await held(bea), await held(cal)]).toEqual([200n, 300n]);
});

it("is sent by a sweep when its job was lost before it ever ran", async () => {
  const dan = await rich("Dan", ["50.00"]);
  expect(await ask(dan, "everything")).toMatchObject({ ok: true });
  await world.base.handle.pool.query("delete from graphile_worker._private_jobs");
  await settled();
  expect(await held(dan), "without its job it waits").toBe(500n);
  await world.payables.sweep();
  await settled();
  expect(await held(dan)).toBe(0n);
  expect((await world.payouts.withdrawalPage(dan.user_id)).earlier[0]).toMatchObject({ state: "fulfilled" });
});

it("takes the money of the oldest orders first, and goes on where the payout before it ended", async () => {
  const eve = await rich("Eve", ["50.00", "30.00"]);
  expect(await ask(eve, "2.00", "one")).toMatchObject({ ok: true });
  await settled();
  expect(await trail(eve)).toEqual([
    [200n, false],
    [0n, false],
  ]);
  expect(await ask(eve, "4.00", "two")).toMatchObject({ ok: true });
  await settled();
  expect(await trail(eve)).toEqual([
    [500n, true],
    [100n, false],
  ]);
});

it("that comes back unpays the orders whose money it was, and no other's", async () => {
  const gil = await rich("Gil", ["50.00"]);
  const desk = createOperators(world);
  const pay = async (key: string) => {
    const asked = await ask(gil, "everything", key);
    if (!asked.ok) throw new Error(asked.code);
    await settled();
    return asked.value.withdrawal_id;
  };
  const comesBack = async (id: string) => {
    await world.control(`/payouts/${id}/settle`, { status: "REFUNDED" });
    await world.control("/postbacks/idle", {});
    await settled();
    expect(await world.payables.read(id)).toMatchObject({ state: "returned" });
  };
  const orders = await pay("orders");
  const credit = { reason: "goodwill", values: { amount: "3", note: "late" }, approvedBy: "opr_boss" };
  expect(await desk.act("member", userId.show(gil.user_id), "credit", credit)).toMatchObject({ ok: true });
  const bonus = await pay("bonus");
  const told = async () =>
    (
      await world.base.handle.pool.query<{ told: string }>(
        `select e.kind || ' ' || e.from_state || ' ' || (e.data->>'reference') as told from cashback.order_events e
         join cashback.orders o using (order_id) where o.user_id = $1 and e.kind in ('paid', 'unpaid') order by e.sequence`,
        [gil.user_id],
      )
    ).rows.map((row) => row.told);
  await comesBack(bonus);
  expect(await trail(gil), "the bonus came back, and the order stays paid").toEqual([[500n, true]]);
  expect(await told()).toEqual(["paid confirmed 0001"]);
  // An order that was undone meanwhile is told of in the state that it is in.
  await world.base.handle.pool.query("update cashback.orders set state = 'reversed' where user_id = $1", [gil.user_id]);
  await comesBack(orders);
  expect(await trail(gil)).toEqual([[0n, false]]);
  expect(await told()).toEqual(["paid confirmed 0001", "unpaid reversed 0001"]);
  await world.base.handle.pool.query("update cashback.orders set state = 'confirmed' where user_id = $1", [
    gil.user_id,
  ]);
});

it("that was paid before it was noted which orders it paid unpays the newest", async () => {
  const hal = await rich("Hal", ["50.00", "30.00"]);
  const payout = { user_id: hal.user_id, amount: 600n, method: "PayPal", reference: "0001", payout: randomUUID() };
  const { pool, transaction } = world.base.handle;
  await transaction((tx) => world.cashback.allocatePayout(tx, payout));
  await pool.query("update cashback.order_events set data = data - 'payout' where kind = 'paid'");
  await transaction((tx) => world.cashback.returnPayout(tx, { ...payout, amount: 200n }));
  expect(await trail(hal)).toEqual([
    [400n, false],
    [0n, false],
  ]);
  // One of bonus money alone, which carried no order's, takes nothing of what another did.
  await transaction((tx) => world.cashback.returnPayout(tx, { ...payout, reference: "0002", payout: randomUUID() }));
  const newer = { ...payout, amount: 400n, reference: "0003", payout: randomUUID() };
  await transaction((tx) => world.cashback.allocatePayout(tx, newer));
  expect(await trail(hal)).toEqual([
    [500n, true],
    [300n, true],
  ]);
  await transaction((tx) => world.cashback.returnPayout(tx, payout));
  expect(await trail(hal), "only what is left of its own").toEqual([
    [100n, false],
    [300n, true],
  ]);
});

it("leaves orders unpaid when it is coins that were paid out", async () => {
  const fay = await rich("Fay", ["50.00"]);
  const made = await world.payouts.giftCodes.forPartner({
    partner: "tuppence",
    coins: 4_000n,
    count: 1,
    expires_at: new Date("2028-01-01T00:00:00Z"),
    by: "opr_test",
  });
  const code = made.ok ? (made.value[0] ?? "") : "";
  expect(await world.payouts.redeemCode({ user_id: fay.user_id, code })).toMatchObject({ ok: true });
  const { user_id, password, email } = fay;
  const coins = { unit: "COIN", method: "paypal", destination: email, amount: "everything" } as const;
  expect(await world.payouts.request({ user_id, password, request_key: "coins", ...coins })).toMatchObject({
    ok: true,
  });
  await settled();
  expect((await world.payouts.coinPage(user_id)).earlier[0]).toMatchObject({ state: "fulfilled", amount_minor: "400" });
  expect(await trail(fay), "coins are no order's money").toEqual([[0n, false]]);
  const page = await world.payouts.withdrawalPage(user_id);
  expect([page.available_minor, page.paid_minor, page.earlier.length]).toEqual(["500", "0", 0]);
});
